/** Storage of what is recorded of the pages of each output, shared by all publishers. */
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
  /** The post or page that the file is the page of. */
  readonly own: (EntryName & { readonly updatedAt: string }) | null
  readonly shows: readonly EntryName[]
  readonly lastChange: LastChange | null
}

export interface PageRecord {
  readonly path: string
  /** Covers everything the bytes depend on. */
  readonly digest: string
  /** Ids in the page, separated by blanks. */
  readonly ids: string
  /** Links to the site itself, each a path from the root of the host. */
  readonly links: readonly string[]
  readonly facts: PageFacts
}

/** Stored reports of an output; more than there are generations to activate again. */
export const linkReportsKept = 12

export interface PageRecordStore {
  /** Records written after that version. `isAll`: the store is older than that version, so cached records are void. */
  read(outputDir: string, after: number): Promise<RecordsRead>
  page(outputDir: string, path: string): Promise<PageRecord | undefined>
  /**
   * Adds or replaces records, removes those of the paths that are `gone`, and returns the new version.
   * @throws RECORDS_OVERTAKEN when another publisher has written since; nothing is changed then
   */
  write(
    outputDir: string,
    after: number,
    records: Iterable<PageRecord>,
    gone: readonly string[],
  ): Promise<number>
  /** The report of the generation that is shown. */
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
  /** An earlier generation is shown from now on. */
  showLinkReport(outputDir: string, generationId: string): Promise<void>
}

export interface RecordsRead {
  readonly version: number
  readonly isAll: boolean
  readonly chunks: AsyncIterable<readonly PageRecord[]>
}

export interface BrokenLink {
  /** Path of the file that has the link. */
  readonly page: string
  /** From the root of the host, with its fragment. */
  readonly link: string
}

export interface LinkOnPages {
  /** From the root of the host, with its fragment. */
  readonly link: string
  readonly pagesTotal: number
  /** Paths of the first of them. */
  readonly pages: readonly string[]
}

/** Links and images of the site to itself that do not resolve. */
export interface LinkReport {
  readonly generationId: string
  readonly checkedAt: Date
  /** Pages whose links are recorded. */
  readonly pages: number
  readonly total: number
  /** The first of them. */
  readonly listed: readonly BrokenLink[]
}
