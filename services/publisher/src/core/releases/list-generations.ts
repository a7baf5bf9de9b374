import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../errors.ts'
import type { PublisherPorts, StoredGeneration } from '../ports.ts'

/** At most five, newest first. @throws UNAUTHORIZED, FORBIDDEN or UPSTREAM_UNAVAILABLE */
export const listGenerations =
  ({ sites, source }: PublisherPorts) =>
  async (actor: Actor): Promise<readonly StoredGeneration[]> => {
    requireAdmin(actor, adminsOnly)
    const { staticOutputDir } = await source.settings()
    return sites.generations(staticOutputDir)
  }
