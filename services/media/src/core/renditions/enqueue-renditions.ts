import type { RenditionStore } from './ports.ts'
import { renderedTypes } from './rendition.ts'

/** Queues a new file if its type gets renditions. Runs in the transaction of the event. */
export const enqueueRenditions = (
  renditions: Pick<RenditionStore, 'enqueue'>,
  { id, mimeType }: { id: string; mimeType: string },
) => (renderedTypes.includes(mimeType) ? renditions.enqueue(id) : Promise.resolve())

/**
 * Queues files that were never queued: they are older than the rendition feature, or their event was lost.
 * Returns their number.
 */
export const enqueueMissing =
  ({ renditions }: { readonly renditions: RenditionStore }) =>
  (): Promise<number> =>
    renditions.enqueueAll(renderedTypes)
