/** Where it is kept what is remembered of the pages of each output, for every publisher. */
import type { PageOf } from '@typecase/kernel'

/**
 * A portion of the record. Lines that many pages share are kept once and known by their numbers: the first line of the first
 * portion is 0, those of further portions go on from there. What is said of one page alone stands with it.
 */
export interface RecordPart {
  readonly lines: readonly string[]
  readonly pages: readonly RecordedPage[]
}

export type RecordedPage = readonly [path: string, digest: string, lines: readonly number[], own: string]

/** Reports of an output, the newest; more than there are generations to put back. */
export const linkReportsKept = 12

export interface PageRecordStore {
  /** The portions behind that position, oldest first. With `isAnew` they are all there is, and what was known counts no more. */
  read(
    outputDir: string,
    after: number,
  ): Promise<{ readonly position: number; readonly isAnew: boolean; readonly parts: readonly RecordPart[] }>
  /**
   * Adds portions to what ends at that position, or puts them in the place of all; answers the new position. Each portion is made
   * when the one before was taken.
   * @throws RECORDS_OVERTAKEN when the record ends elsewhere; nothing is changed then
   */
  append(outputDir: string, after: number, parts: Iterable<RecordPart>, isAnew: boolean): Promise<number>
  /** What was found in the generation that is shown; undefined where that is not known any more. */
  linkReport(outputDir: string): Promise<LinkReport | undefined>
  /** A part of the links that were found in the generation that is shown, the link on most pages first; none where that is not known. */
  brokenLinks(
    outputDir: string,
    part: { readonly limit: number; readonly offset: number },
  ): Promise<PageOf<LinkOnPages>>
  /** Keeps what was found in a generation that is shown now; of those before as many as can be put back. */
  saveLinkReport(
    outputDir: string,
    report: LinkReport & { readonly links: readonly LinkOnPages[] },
  ): Promise<void>
  /** From now on that generation of before is shown. */
  showLinkReport(outputDir: string, generationId: string): Promise<void>
}

export interface BrokenLink {
  /** Path of the file that it stands in. */
  readonly page: string
  /** From the root of the host, with its fragment. */
  readonly link: string
}

/** A broken link and where it stands. */
export interface LinkOnPages {
  /** From the root of the host, with its fragment. */
  readonly link: string
  readonly pagesTotal: number
  /** Paths of the first of them. */
  readonly pages: readonly string[]
}

/** Links and images of the site to itself that nothing answers. */
export interface LinkReport {
  readonly generationId: string
  readonly checkedAt: Date
  /** Pages whose links are known. */
  readonly pages: number
  readonly total: number
  /** The first of them. */
  readonly listed: readonly BrokenLink[]
}
