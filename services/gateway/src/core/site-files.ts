/** Generated sites in any storage. test/site.test.ts tests both adapters. */

import type { SiteRedirects } from './site-redirects.ts'

export interface SiteFiles {
  /** A consistent snapshot of the live site; undefined before the first generation. */
  shown(outputDir: string): Promise<ShownSite | undefined>
  /** Invalidates caches when a site may have been switched. */
  forget(): void
}

export interface ShownSite {
  /** The file at that path, which the caller must close; undefined if missing. */
  find(names: readonly string[]): Promise<SiteFile | undefined>
  /** Cached per generation. */
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
