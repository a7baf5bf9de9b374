import type { Generation } from '../releases/generation.ts'
import type { LinkReport } from './links/page-record-store.ts'

export interface SiteStatus {
  readonly lastGenerated: Date | null
  readonly current: Generation | undefined
  readonly last: Generation | undefined
  readonly staticOutputDir: string
  readonly siteUrl: string
  readonly staticCleanUrls: boolean
  /** Automatic generations are delayed until then. */
  readonly heldUntil?: Date | undefined
  /** Undefined before the first check. */
  readonly links: LinkReport | undefined
}
