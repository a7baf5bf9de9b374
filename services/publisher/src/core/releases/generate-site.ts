import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../errors.ts'
import type { PublisherPorts } from '../ports.ts'
import { refuseOverlapWith, refuseTaken } from './check-output-dir.ts'
import type { GenerationOptions } from './generation.ts'
import { effectiveOptions, type GivenOptions } from './options.ts'

/**
 * Queues a generation (contract.md#generation-options, contract.md#generation-order).
 * @throws UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR or UPSTREAM_UNAVAILABLE
 */
export const generateSite =
  ({ ledger, source, sites, clock, newId, wake }: PublisherPorts) =>
  async (
    actor: Actor,
    given: GivenOptions,
  ): Promise<{ readonly id: string; readonly options: GenerationOptions }> => {
    requireAdmin(actor, adminsOnly)
    const settings = await source.settings()
    const options = effectiveOptions(given, settings)
    if (given.outputDir !== undefined) {
      await refuseTaken(sites, options.outputDir)
      refuseOverlapWith(settings.staticOutputDir, options.outputDir)
    }
    const { id } = await ledger.request({ id: newId(), trigger: 'manual', options, dueAt: clock() })
    wake()
    return { id, options }
  }
