/** Port to the storage of generated sites. test/site.test.ts tests both adapters. */

import type { SiteRedirects } from './site-redirects.ts'

export interface SiteFiles {
  /** Returns a consistent snapshot of the live site; undefined before the first generation. */
  shown(outputDir: string): Promise<ShownSite | undefined>
  /** Invalidates caches, because the publisher may have switched a site. */
  forget(): void
}

export interface ShownSite {
  /** Opens the file at this path, which the caller must close. Undefined if there is none. */
  find(names: readonly string[]): Promise<SiteFile | undefined>
  /** The redirects of this site, cached per generation. */
  redirects(): Promise<SiteRedirects>
}

export interface SiteFile {
  /** Bytes. */
  readonly size: number
  /** Strong ETag: equal tags mean equal bytes. */
  readonly tag: string
  /** Reads the bytes of an inclusive range. */
  read(first: number, last: number): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}
