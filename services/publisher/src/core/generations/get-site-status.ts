import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../errors.ts'
import type { LinkReport } from '../links/page-record-store.ts'
import type { PublisherPorts } from '../ports.ts'
import type { Generation } from './generation.ts'

export interface SiteStatus {
  readonly lastGenerated: Date | null
  readonly current: Generation | undefined
  readonly last: Generation | undefined
  readonly staticOutputDir: string
  readonly siteUrl: string
  readonly staticCleanUrls: boolean
  /** What the last generation of the configured output found; undefined before the first. */
  readonly links: LinkReport | undefined
}

/** What is configured, what runs, how the last one ended (D12.2). @throws UNAUTHORIZED, FORBIDDEN, UPSTREAM_UNAVAILABLE */
export const getSiteStatus =
  ({ ledger, source, records }: PublisherPorts) =>
  async (actor: Actor): Promise<SiteStatus> => {
    requireAdmin(actor, adminsOnly)
    const [{ staticOutputDir, siteUrl, staticCleanUrls }, { current, last, lastSuccess }] = await Promise.all([
      source.settings(),
      ledger.overview(),
    ])
    const links = await records.linkReport(staticOutputDir)
    return { lastGenerated: lastSuccess?.finishedAt ?? null, current, last, staticOutputDir, siteUrl, staticCleanUrls, links }
  }
