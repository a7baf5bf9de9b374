import { type Actor, type PageOf, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../../errors.ts'
import type { PublisherPorts } from '../../ports.ts'
import type { LinkOnPages } from './page-record-store.ts'

/** @throws UNAUTHORIZED, FORBIDDEN or UPSTREAM_UNAVAILABLE */
export const listBrokenLinks =
  ({ source, records }: Pick<PublisherPorts, 'source' | 'records'>) =>
  async (
    actor: Actor,
    part: { readonly limit: number; readonly offset: number },
  ): Promise<PageOf<LinkOnPages>> => {
    requireAdmin(actor, adminsOnly)
    const { staticOutputDir } = await source.settings()
    return records.brokenLinks(staticOutputDir, part)
  }
