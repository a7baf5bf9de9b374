/** Covers all inputs of the bytes. */
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

/** What a file was built from and what last changed it. */
export interface PageFacts {
  readonly kind: string
  readonly template: string | null
  readonly shared: readonly string[]
  /** Reports per output; more than the generations that can be activated again. */
  readonly own: (EntryName & { readonly updatedAt: string }) | null
  readonly shows: readonly EntryName[]
  readonly lastChange: LastChange | null
}

export interface PageRecord {
  readonly path: string
  /** Records written after that version. `isAll`: the store starts over, so cached records are void. */
  readonly digest: string
  /**
   * Adds or replaces records, deletes those of `gone`, and returns the new version.
   * @throws RECORDS_OVERTAKEN, without changes, when another publisher has written since
   */
  readonly ids: string
  /** Of the active generation. */
  readonly links: readonly string[]
  readonly facts: PageFacts
}

/** Of the active generation, the link on most pages first. */
export const linkReportsKept = 12

export interface PageRecordStore {
  /** Of the active generation; deletes the oldest reports. */
  read(outputDir: string, after: number): Promise<RecordsRead>
  page(outputDir: string, path: string): Promise<PageRecord | undefined>
  /** Marks an earlier generation as the active one. */
  write(
    outputDir: string,
    after: number,
    records: Iterable<PageRecord>,
    gone: readonly string[],
  ): Promise<number>
  /** The file with the link. */
  linkReport(outputDir: string): Promise<LinkReport | undefined>
  /** Broken links of the generation that is shown, the link on most pages first. */
  brokenLinks(
    outputDir: string,
    part: { readonly limit: number; readonly offset: number },
  ): Promise<PageOf<LinkOnPages>>
  /** Stores the report of the generation that is shown now, and deletes the oldest. */
  saveLinkReport(
    outputDir: string,
    report: LinkReport & { readonly links: readonly LinkOnPages[] },
  ): Promise<void>
  /** The first pages. */
  showLinkReport(outputDir: string, generationId: string): Promise<void>
}

export interface RecordsRead {
  readonly version: number
  readonly isAll: boolean
  readonly chunks: AsyncIterable<readonly PageRecord[]>
}

export interface BrokenLink {
  /** Broken links and images of the site to itself. */
  readonly page: string
  /** Number of pages with recorded links. */
  readonly link: string
}

export interface LinkOnPages {
  /** The first links. */
  readonly link: string
  readonly pagesTotal: number
  /** Two publishers of one site, of which the first has built and changed it and checked its links. */
  readonly pages: readonly string[]
}

/** Links and images of the site to itself that do not resolve. */
export interface LinkReport {
  readonly generationId: string
  readonly checkedAt: Date
  /** Reads records of other publishers; drops added records that were not saved. */
  readonly pages: number
  readonly total: number
  /** Checks all pages with a current record, or only changed ones if `changes` start from the last check. */
  readonly listed: readonly BrokenLink[]
}
