import type { MediaFact } from '../events.ts'
import type { MediaFile } from '../files/file.ts'
import type { Rendition } from './rendition.ts'

/**
 * Renditions, and the queue of files that wait for rendering. Deleting a file deletes its renditions and its
 * task.
 */
export interface RenditionStore {
  /** Renditions by file, narrowest first; omits files without any. */
  of(fileIds: readonly string[]): Promise<ReadonlyMap<string, readonly Rendition[]>>
  /** Finds a rendition by its stored name. */
  named(filename: string): Promise<Rendition | undefined>
  /** Returns the keys that have a rendition. */
  existing(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Queues the file if it exists and was never queued before. */
  enqueue(fileId: string): Promise<void>
  /** Queues all files of these types that were never queued; returns their number. */
  enqueueAll(mimeTypes: readonly string[]): Promise<number>
  /** Queues the file again. Its renditions stay until the task is completed. */
  requeue(fileId: string): Promise<void>
  /** Claims the file that has been due longest, and counts the attempt. The claim expires at `until`. */
  claim(now: Date, until: Date): Promise<RenditionTask | undefined>
  /** Extends the claim; false if it was lost. */
  hold(task: RenditionTask, until: Date): Promise<boolean>
  /**
   * Returns the task to the queue, due at `at`, unless the claim was lost. With `counted: false`, the attempt
   * does not count.
   */
  release(
    task: RenditionTask,
    again: { readonly at: Date; readonly counted: boolean; readonly why: string },
  ): Promise<void>
  /**
   * Completes the task and stores the event in one transaction; renditions replace earlier ones. Changes
   * nothing and returns false if the file was deleted or the claim was lost. Without new renditions, earlier
   * ones stay, and `why` is the reason why there are no new ones.
   */
  finish(task: RenditionTask, result: RenditionResult): Promise<boolean>
}

export interface RenditionTask {
  readonly fileId: string
  /** Number of claims, including this one. */
  readonly tries: number
}

export interface RenditionResult {
  readonly renditions: readonly Rendition[]
  readonly why?: string
  /** Builds the event from the file when the task is completed. */
  readonly fact?: (file: MediaFile) => MediaFact
}

export interface ImageRenderer {
  /**
   * Renders the image in each width that is below its own, as WebP, as AVIF and in its own type: upright, in
   * sRGB, without metadata. Renders the next image when the consumer requests it. Yields nothing for
   * animations.
   * @throws IMAGE_NOT_RENDERED if the image is the cause, RENDERER_LOST if the process died or timed out,
   * an error of `bytes`, or the reason of the signal
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

/** Outcome of an attempt. `again` means a retry; `refused` and `given up` are final. */
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
  /** Called after every attempt. */
  readonly onRenditions: (report: RenditionReport) => void
}
