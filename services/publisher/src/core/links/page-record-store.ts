/** Where it is kept what is remembered of the pages of each output, for every publisher. */

/**
 * A portion of the record. Lines that many pages share are kept once and known by their numbers: the first line of the first
 * portion is 0, those of further portions go on from there. What is said of one page alone stands with it.
 */
export interface RecordPart {
  readonly lines: readonly string[]
  readonly pages: readonly RecordedPage[]
}

export type RecordedPage = readonly [path: string, digest: string, lines: readonly number[], own: string]

export interface PageRecordStore {
  /** The portions behind that position, oldest first. With `isAnew` they are all there is, and what was known counts no more. */
  read(
    outputDir: string,
    after: number,
  ): Promise<{ readonly position: number; readonly isAnew: boolean; readonly parts: readonly RecordPart[] }>
  /**
   * Adds portions to what ends at that position, or puts them in the place of all; answers the new position.
   * @throws RECORDS_OVERTAKEN when the record ends elsewhere; nothing is changed then
   */
  append(outputDir: string, after: number, parts: readonly RecordPart[], isAnew: boolean): Promise<number>
  /** What was found last. */
  linkReport(outputDir: string): Promise<LinkReport | undefined>
  saveLinkReport(outputDir: string, report: LinkReport): Promise<void>
}

export interface BrokenLink {
  /** Path of the file that it stands in. */
  readonly page: string
  /** From the root of the host, with its fragment. */
  readonly link: string
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
