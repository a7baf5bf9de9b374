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

/** Inputs and last change of a file. */
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
  /** Digest of all inputs. */
  readonly digest: string
  /** Ids in the page, separated by spaces. */
  readonly ids: string
  /** Internal links, as paths from the root of the host. */
  readonly links: readonly string[]
  readonly facts: PageFacts
}

/** Number of stored link reports per output; exceeds the number of generations that can be activated. */
export const linkReportsKept = 12

export interface PageRecordStore {
  /**
   * Records that were written after version `after`. `isAll` is true if the store was reset, so that cached
   * records are invalid.
   */
  read(outputDir: string, after: number): Promise<RecordsRead>
  page(outputDir: string, path: string): Promise<PageRecord | undefined>
  /**
   * Adds, replaces and deletes records; returns the new version.
   * @throws RECORDS_OVERTAKEN, without changes, if another publisher has written after version `after`
   */
  write(
    outputDir: string,
    after: number,
    records: Iterable<PageRecord>,
    gone: readonly string[],
  ): Promise<number>
  /** Report of the active generation. */
  linkReport(outputDir: string): Promise<LinkReport | undefined>
  /** Broken links of the active generation; those on the most pages come first. */
  brokenLinks(
    outputDir: string,
    part: { readonly limit: number; readonly offset: number },
  ): Promise<PageOf<LinkOnPages>>
  /** Stores the report of the active generation and deletes the oldest reports. */
  saveLinkReport(
    outputDir: string,
    report: LinkReport & { readonly links: readonly LinkOnPages[] },
  ): Promise<void>
  /** Makes the report of an earlier generation current, after that generation was activated again. */
  showLinkReport(outputDir: string, generationId: string): Promise<void>
}

export interface RecordsRead {
  readonly version: number
  readonly isAll: boolean
  readonly chunks: AsyncIterable<readonly PageRecord[]>
}

export interface BrokenLink {
  /** The file that contains the link. */
  readonly page: string
  /** Path from the root of the host, with its fragment. */
  readonly link: string
}

export interface LinkOnPages {
  /** Path from the root of the host, with its fragment. */
  readonly link: string
  readonly pagesTotal: number
  /** The first pages that contain the link. */
  readonly pages: readonly string[]
}

/** Broken internal links and images. */
export interface LinkReport {
  readonly generationId: string
  readonly checkedAt: Date
  /** Number of pages with recorded links. */
  readonly pages: number
  readonly total: number
  /** The first broken links. */
  readonly listed: readonly BrokenLink[]
}
