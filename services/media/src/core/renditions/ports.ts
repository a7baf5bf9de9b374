import type { MediaFact } from '../events.ts'
import type { MediaFile } from '../files/file.ts'
import type { Rendition } from './rendition.ts'

/** The renditions there are, and the files that wait for theirs. What belongs to a file goes with it. */
export interface RenditionStore {
  /** Those of each of these files, narrow ones first; files without any are left out. */
  of(fileIds: readonly string[]): Promise<ReadonlyMap<string, readonly Rendition[]>>
  /** By its stored name. */
  named(filename: string): Promise<Rendition | undefined>
  /** The keys among these under which a rendition lies. */
  existing(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Puts the file in line, if it is there and never was in line before. */
  ask(fileId: string): Promise<void>
  /** The same for every file of these types; answers how many were put in line. */
  askForAll(mimeTypes: readonly string[]): Promise<number>
  /** Puts the file in line as if it were new, unless it waits already. What was made of it stays until then. */
  askAgain(fileId: string): Promise<void>
  /**
   * The file that has waited longest, if one is due. Counts the try, and gives the file to nobody else before `until`:
   * a claimer that died by then has lost it.
   */
  claim(now: Date, until: Date): Promise<RenditionTask | undefined>
  /** Keeps the claim until then. False when it was lost. */
  hold(task: RenditionTask, until: Date): Promise<boolean>
  /** Gives the task back, due again at `at`; `counted` false forgets the try. Does nothing when the claim was lost. */
  giveBack(
    task: RenditionTask,
    again: { readonly at: Date; readonly counted: boolean; readonly why: string },
  ): Promise<void>
  /**
   * Ends the task, with the fact in one transaction: these renditions take the place of those there were. False when the
   * file is gone or the claim was lost: nothing is kept. Without renditions `why` says the reason, and what there was stays.
   */
  finish(task: RenditionTask, result: RenditionResult): Promise<boolean>
}

export interface RenditionTask {
  readonly fileId: string
  /** Times that it was claimed, this one included. */
  readonly tries: number
}

export interface RenditionResult {
  readonly renditions: readonly Rendition[]
  readonly why?: string
  /** Told of the file as it is when the task ends. */
  readonly fact?: (file: MediaFile) => MediaFact
}

/** Makes images from images without trusting them. */
export interface ImageRenderer {
  /**
   * The image in each of these widths that is below its own, as WebP, as AVIF and in its own type, one by one: the next is
   * made when the one before was taken. Upright and in sRGB, without metadata. None of what moves.
   * @throws IMAGE_NOT_RENDERED when the image is to blame, RENDERER_LOST when the process died or took too long, what
   *   `bytes` throws, and the signal's reason
   */
  render(job: RenderJob, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<RenderedImage>
}

export interface RenderJob {
  readonly extension: string
  readonly widths: readonly number[]
}

export interface RenderedImage {
  readonly width: number
  readonly height: number
  readonly mimeType: string
  readonly extension: string
  readonly bytes: Uint8Array
}

/** What became of a try. `again` is another try to come, `refused` and `given up` are for good. */
export interface RenditionReport {
  readonly fileId: string
  readonly outcome: 'made' | 'none' | 'refused' | 'again' | 'given up'
  readonly count: number
  /** Seconds since the upload. */
  readonly seconds: number
  readonly error?: unknown
}

export interface RenditionPorts {
  readonly renditions: RenditionStore
  readonly renderer: ImageRenderer
  /** Told of every try. */
  readonly onRenditions: (report: RenditionReport) => void
}
