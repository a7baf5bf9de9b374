/** Generated sites in any storage. test/site.test.ts tests folder and S3 alike. */

import type { SiteRedirects } from './site-redirects.ts'

export interface SiteFiles {
  /**
   * The live site of an output: a consistent snapshot, even if it is switched concurrently. Undefined before
   * the first generation.
   */
  shown(outputDir: string): Promise<ShownSite | undefined>
  /** Called when a site may have been switched, so that it is served immediately. */
  forget(): void
}

export interface ShownSite {
  /** The file at that path; undefined if there is none. The caller must close it. */
  find(names: readonly string[]): Promise<SiteFile | undefined>
  /** Read once for each generation. */
  redirects(): Promise<SiteRedirects>
}

export interface SiteFile {
  /** Bytes. */
  readonly size: number
  /** Strong ETag: equal tags mean equal bytes. */
  readonly tag: string
  /** Inclusive range. */
  read(first: number, last: number): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}
