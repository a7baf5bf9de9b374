import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../errors.ts'
import type { PublisherPorts } from '../ports.ts'
import type { SiteStatus } from './site-status.ts'

/** @throws UNAUTHORIZED, FORBIDDEN or UPSTREAM_UNAVAILABLE */
export const getSiteStatus =
  ({ ledger, source, records, clock }: PublisherPorts) =>
  async (actor: Actor): Promise<SiteStatus> => {
    requireAdmin(actor, adminsOnly)
    const [{ staticOutputDir, siteUrl, staticCleanUrls }, { current, last, lastSuccess }, heldUntil] =
      await Promise.all([source.settings(), ledger.overview(), ledger.heldUntil()])
    const links = await records.linkReport(staticOutputDir)
    return {
      lastGenerated: lastSuccess?.finishedAt ?? null,
      current,
      last,
      staticOutputDir,
      siteUrl,
      staticCleanUrls,
      links,
      heldUntil: heldUntil && heldUntil > clock() ? heldUntil : undefined,
    }
  }
