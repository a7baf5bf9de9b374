/** Resource attributes of this process, by the semantic conventions of OpenTelemetry. */
import { randomUUID } from 'node:crypto'
import repository from '../../../../package.json' with { type: 'json' }
import { gauge, registry } from '../telemetry/index.ts'
import { attributesOfEnvironment, type ResourceAttributes } from './config.ts'

const instanceId = randomUUID()
const targetInfo = 'target_info'

/** OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME override the attributes of the product. */
export async function resourceAttributes(service: string): Promise<ResourceAttributes> {
  return {
    'service.name': service,
    'service.namespace': 'typecase',
    'service.version': repository.version,
    'service.instance.id': instanceId,
    ...(await attributesOfEnvironment()),
  }
}

/**
 * Exports `target_info` until the returned function is called. Has no effect if another service of this
 * process exports it already.
 */
export function exportTargetInfo(attributes: ResourceAttributes): () => void {
  if (registry.getSingleMetric(targetInfo)) return () => undefined
  const labels: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) labels[labelName(name)] = value
  gauge(targetInfo, 'Attributes of this process', Object.keys(labels)).set(labels, 1)
  return () => registry.removeSingleMetric(targetInfo)
}

const labelName = (attribute: string): string => attribute.replace(/\W/g, '_').replace(/^(?=\d)/, '_')
