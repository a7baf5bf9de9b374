/** The generated sites, wherever the publisher puts them. Folder and S3 answer alike; test/site.test.ts holds both to it. */

import type { SiteRedirects } from './site-redirects.ts'

export interface SiteFiles {
  /** The site that is shown of an output now: a whole one, whatever is switched meanwhile. Undefined before the first. */
  shown(outputDir: string): Promise<ShownSite | undefined>
  /** To be called when a site may have been switched, so that it is seen at once. */
  forget(): void
}

export interface ShownSite {
  /** The file that lies along those names; undefined when there is none. Whoever gets it closes it. */
  find(names: readonly string[]): Promise<SiteFile | undefined>
  /** Read once for each generation. */
  redirects(): Promise<SiteRedirects>
}

export interface SiteFile {
  /** Bytes. */
  readonly size: number
  /** Strong entity tag: equal ones mean equal bytes. */
  readonly tag: string
  /** Both ends inclusive. */
  read(first: number, last: number): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}
