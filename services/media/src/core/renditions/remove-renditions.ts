import type { Ports } from '../ports.ts'
import { renditionsOf } from './rendition.ts'

/** A file was deleted, and its rows with it: removes the bytes of its renditions. */
export const removeRenditions =
  ({ blobs }: Pick<Ports, 'blobs'>) =>
  async (fileId: string): Promise<void> => {
    for await (const { key } of blobs.list(renditionsOf(fileId))) await blobs.remove(key)
  }
