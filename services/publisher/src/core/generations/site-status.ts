import type { LinkReport } from '../links/page-record-store.ts'
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
