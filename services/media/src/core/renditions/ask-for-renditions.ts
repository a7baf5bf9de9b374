import type { RenditionStore } from './ports.ts'
import { renderedTypes } from './rendition.ts'

/** A file was stored: puts it in line, if renditions are made of its type. Works within the transaction of the store. */
export const askForRenditions = (
  renditions: Pick<RenditionStore, 'ask'>,
  { id, mimeType }: { id: string; mimeType: string },
) => (renderedTypes.includes(mimeType) ? renditions.ask(id) : Promise.resolve())

/** Puts the files in line that are older than renditions are, or whose event never came. Answers how many. */
export const askForMissing =
  ({ renditions }: { readonly renditions: RenditionStore }) =>
  (): Promise<number> =>
    renditions.askForAll(renderedTypes)
