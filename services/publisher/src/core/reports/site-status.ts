import type { Generation } from '../releases/generation.ts'
import type { LinkReport } from './links/page-record-store.ts'

export interface SiteStatus {
  readonly lastGenerated: Date | null
  readonly current: Generation | undefined
  readonly last: Generation | undefined
  readonly staticOutputDir: string
  readonly siteUrl: string
  readonly staticCleanUrls: boolean
  /** What was found in the site that the configured output shows; undefined before the first, and where that is not known any more. */
  readonly links: LinkReport | undefined
}
