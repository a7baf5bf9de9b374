import { type Addresses, addressesOf } from '../pages/addresses/addresses.ts'
import { modelFilter } from '../pages/filter-models.ts'
import { inTurns } from '../pages/in-turns.ts'
import { type OnPageCount, sitePlanner } from '../pages/plan-site.ts'
import type { SitePlan } from '../pages/planned.ts'
import type { PublisherPorts } from '../ports.ts'
import type { Generation, GenerationOptions } from '../releases/generation.ts'
import { pageRecords } from '../reports/links/page-records.ts'
import type { FollowContent } from '../site/follow-content.ts'
import type { SiteRedirects } from '../site/redirects.ts'
import type { Site } from '../site/site.ts'
import { BodyRendering } from './bodies.ts'

export type BuildPorts = Pick<
  PublisherPorts,
  | 'source'
  | 'model'
  | 'markup'
  | 'renderer'
  | 'sites'
  | 'records'
  | 'receipts'
  | 'redirects'
  | 'addresses'
  | 'hooks'
  | 'shards'
  | 'digest'
  | 'clock'
  | 'publicSiteUrl'
>

/** `token` prevents a publisher that has lost the lease from activating a release. */
export type RunningGeneration = Pick<Generation, 'id' | 'trigger'> & { readonly token: number }

export type BuildTools = ReturnType<typeof buildTools>

export function buildTools(ports: BuildPorts, follow: FollowContent) {
  const plan = sitePlanner(ports.digest)
  return {
    ports,
    follow,
    bodies: new BodyRendering(ports),
    filterModels: modelFilter(ports.hooks, ports.digest),
    records: pageRecords(ports.records),
    /** The generation that is being recorded; stays set after a failure. */
    recording: undefined as string | undefined,
    /** The addresses recorded last. */
    recorded: undefined as SitePlan['entryAddresses'] | undefined,
    addresses: ({ baseUrl, cleanUrls }: GenerationOptions) =>
      addressesOf(baseUrl, cleanUrls, ports.publicSiteUrl),
    async plan(
      site: Site,
      redirects: SiteRedirects,
      addresses: Addresses,
      signal: AbortSignal,
      counted?: OnPageCount,
    ) {
      return inTurns(plan(site, addresses, redirects, counted), signal)
    },
  }
}
