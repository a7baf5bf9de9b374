/** Uploads media files that the library lacks. */
import type { ApiClient } from '@typecase/client'
import { isUuid } from '@typecase/kernel'
import { type ByteStream, collect } from '../bytes.ts'
import { mediaIdOf } from '../digest/derived-id.ts'
import type { Media } from '../model.ts'
import { mediaRows } from './media-rows.ts'
import { uploadFile } from './upload.ts'

export interface MediaWriter {
  /** `digest` is the SHA-256 in lower-case hexadecimal, as in the API. */
  write(
    media: Media,
    digest: string,
    open: () => Promise<ByteStream>,
  ): Promise<{ readonly url: string; readonly isNew: boolean }>
}

/**
 * Finds library files by id, else by name and digest. A file without an id gets an id derived from both, so
 * that a second run finds it even if the server changed its bytes (SVG is sanitized, GPS positions blanked).
 * `archived` has the ids of all files in the archive: a library file with such an id is found by its id only.
 */
export async function openMediaWriter(
  client: ApiClient,
  archived: ReadonlySet<string>,
): Promise<MediaWriter> {
  const { byId, byContent } = await existingFiles(client, archived)
  /** Uploads of this run by id. */
  const uploads = new Map<string, Promise<string>>()
  return {
    async write(media, digest, open) {
      const name = media.originalFilename ?? media.file
      const id = media.id !== undefined && isUuid(media.id) ? media.id : mediaIdOf(name, digest)
      const stored = byId.get(id) ?? byContent.get(contentKey(name, digest)) ?? uploads.get(id)
      if (stored !== undefined) return { url: await stored, isNew: false }
      const upload = async (): Promise<string> => {
        const bytes = await collect(await open())
        return (await uploadFile(client, bytes, name, { ...media, id, digest })).url
      }
      const url = upload()
      uploads.set(id, url)
      return { url: await url, isNew: true }
    },
  }
}

const contentKey = (name: string, digest: string): string => `${digest} ${name}`

/** URLs of the library's files by id, and by name and digest. Of equal files, the oldest is used. */
async function existingFiles(client: ApiClient, archived: ReadonlySet<string>) {
  const byId = new Map<string, string>()
  const byContent = new Map<string, string>()
  for (const { id, originalFilename, digest, url } of await mediaRows(client)) {
    byId.set(id, url)
    const key = contentKey(originalFilename, digest)
    if (!archived.has(id) && !byContent.has(key)) byContent.set(key, url)
  }
  return { byId, byContent }
}
