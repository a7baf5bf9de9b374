import type { Ports } from '../ports.ts'
import { renditionsOf } from './rendition.ts'

/** Removes the rendition blobs of a deleted file. The database has deleted the rows already. */
export const removeRenditions =
  ({ blobs }: Pick<Ports, 'blobs'>) =>
  async (fileId: string): Promise<void> => {
    for await (const { key } of blobs.list(renditionsOf(fileId))) await blobs.remove(key)
  }
