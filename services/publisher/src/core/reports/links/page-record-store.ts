/** Records of the pages of each output, shared by all publishers. */
import type { PageOf } from '@typecase/kernel'
import type { Reason } from '../history/receipt.ts'

export interface EntryName {
  readonly kind: 'post' | 'page'
  readonly id: string
  readonly title: string
}

export interface LastChange {
  readonly generationId: string
  /** ISO 8601. */
  readonly at: string
  readonly reasons: readonly Reason[]
}

/** The inputs of a file and its last change. */
export interface PageFacts {
  readonly kind: string
  readonly template: string | null
  readonly shared: readonly string[]
  /** The post or page of this file. */
  readonly own: (EntryName & { readonly updatedAt: string }) | null
  readonly shows: readonly EntryName[]
  readonly lastChange: LastChange | null
}

export interface PageRecord {
  readonly path: string
  /** Covers all inputs of the bytes. */
  readonly digest: string
  /** Ids in the page, separated by blanks. */
  readonly ids: string
  /** Links to the site itself, each a path from the root of the host. */
  readonly links: readonly string[]
  readonly facts: PageFacts
}

/** Reports per output; more than the generations that can be activated again. */
export const linkReportsKept = 12

export interface PageRecordStore {
  /** Records written after that version. `isAll`: the store starts over, so cached records are void. */
  read(outputDir: string, after: number): Promise<RecordsRead>
  page(outputDir: string, path: string): Promise<PageRecord | undefined>
  /**
   * Adds or replaces records, deletes those of `gone`, and returns the new version.
   * @throws RECORDS_OVERTAKEN, without changes, when another publisher has written since
   */
  write(
    outputDir: string,
    after: number,
    records: Iterable<PageRecord>,
    gone: readonly string[],
  ): Promise<number>
  /** Of the active generation. */
  linkReport(outputDir: string): Promise<LinkReport | undefined>
  /** Of the active generation, the link on most pages first. */
  brokenLinks(
    outputDir: string,
    part: { readonly limit: number; readonly offset: number },
  ): Promise<PageOf<LinkOnPages>>
  /** Of the active generation; deletes the oldest reports. */
  saveLinkReport(
    outputDir: string,
    report: LinkReport & { readonly links: readonly LinkOnPages[] },
  ): Promise<void>
  /** Marks an earlier generation as the active one. */
  showLinkReport(outputDir: string, generationId: string): Promise<void>
}

export interface RecordsRead {
  readonly version: number
  readonly isAll: boolean
  readonly chunks: AsyncIterable<readonly PageRecord[]>
}

export interface BrokenLink {
  /** The file with the link. */
  readonly page: string
  /** From the root of the host, with its fragment. */
  readonly link: string
}

export interface LinkOnPages {
  /** From the root of the host, with its fragment. */
  readonly link: string
  readonly pagesTotal: number
  /** The first pages. */
  readonly pages: readonly string[]
}

/** Broken links and images of the site to itself. */
export interface LinkReport {
  readonly generationId: string
  readonly checkedAt: Date
  /** Number of pages with recorded links. */
  readonly pages: number
  readonly total: number
  /** The first links. */
  readonly listed: readonly BrokenLink[]
}
