import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { healthServer } from '../health/index.ts'
import { createLogger } from '../log/index.ts'
import { beginSpan, tracing } from './index.ts'

const log = createLogger('test', 'silent')
afterEach(() => vi.unstubAllEnvs())

/** The labels of target_info at /metrics and the resource of exported spans. */
async function exported(service: string) {
  let body = ''
  const collector = createServer((request, response) => {
    request.on('data', (chunk) => (body += chunk)).on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void collector.close())
  const traces = tracing({
    service,
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    log,
  })
  const health = healthServer({ host: '127.0.0.1', port: 0, log, checks: {} })
  await traces.start()
  await health.start()
  onTestFinished(health.stop)
  const metrics = await (await fetch(`http://127.0.0.1:${health.port()}/metrics`)).text()
  beginSpan('work', 'internal', undefined)?.end()
  await traces.stop()
  const [{ resource }] = JSON.parse(body).resourceSpans
  const attributes = resource.attributes as { key: string; value: { stringValue: string } }[]
  const labels = /^target_info\{(.*)\} 1$/m.exec(metrics)?.[1] ?? ''
  return {
    resource: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
    target: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
  }
}

it('exports service, namespace, version and instance in metrics and traces', async () => {
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', undefined)
  vi.stubEnv('OTEL_SERVICE_NAME', undefined)
  const { resource, target } = await exported('typecase-content')
  const id = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(resource).toEqual({
    'service.name': 'typecase-content',
    'service.namespace': 'typecase',
    'service.version': manifest.version,
    'service.instance.id': id,
  })
  expect(target).toEqual({
    service_name: 'typecase-content',
    service_namespace: 'typecase',
    service_version: manifest.version,
    service_instance_id: resource['service.instance.id'],
  })
})

it('reads attributes from the environment; OTEL_SERVICE_NAME takes precedence', async () => {
  const variable = 'service.name=other,service.namespace=shop,service.instance.id=pod-1,k8s.pod.name=a%20b'
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', variable)
  vi.stubEnv('OTEL_SERVICE_NAME', 'blog-content')
  const { resource, target } = await exported('typecase-content')
  const expected = { name: 'blog-content', namespace: 'shop', id: 'pod-1', pod: 'a b' }
  expect(resource).toEqual({
    'service.name': expected.name,
    'service.namespace': expected.namespace,
    'service.version': manifest.version,
    'service.instance.id': expected.id,
    'k8s.pod.name': expected.pod,
  })
  expect(target).toMatchObject({
    service_name: expected.name,
    service_instance_id: expected.id,
    k8s_pod_name: expected.pod,
  })
})
