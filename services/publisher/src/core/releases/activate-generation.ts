import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly, generationNotFound } from '../errors.ts'
import type { PublisherPorts, StoredGeneration } from '../ports.ts'

/**
 * Activates an earlier generation. It stays live until the next generation is activated.
 * @throws UNAUTHORIZED, FORBIDDEN, GENERATION_NOT_FOUND, GENERATION_RUNNING or UPSTREAM_UNAVAILABLE
 */
export const activateGeneration =
  ({ sites, source, ledger, records, clock }: PublisherPorts) =>
  async (actor: Actor, id: string): Promise<StoredGeneration> => {
    requireAdmin(actor, adminsOnly)
    const { staticOutputDir } = await source.settings()
    const generation = await ledger.betweenGenerations(clock(), async (token) => {
      const found = await sites.activate(staticOutputDir, id, token)
      if (found) await records.showLinkReport(staticOutputDir, id)
      return found
    })
    if (!generation) throw generationNotFound()
    return generation
  }
