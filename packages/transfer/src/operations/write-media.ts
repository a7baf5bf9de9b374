/** Uploads the media files of an archive that the library does not have yet. */
import { type ApiClient, unwrap } from '@typecase/client'
import { type ByteStream, collect } from '../bytes.ts'
import type { Media } from '../model.ts'
import { uploadFile } from './upload.ts'

export interface MediaWriter {
  write(
    media: Media,
    open: () => Promise<ByteStream>,
  ): Promise<{ readonly url: string; readonly isNew: boolean }>
}

/**
 * A file is known by its id, else by its name and its size. SVG images are stored in a sanitized form of another size,
 * so for them the name decides.
 */
export async function openMediaWriter(client: ApiClient): Promise<MediaWriter> {
  const { byId, byName } = await existingFiles(client)
  return {
    async write(media, open) {
      const known = media.id === undefined ? undefined : byId.get(media.id)
      if (known !== undefined) return { url: known, isNew: false }
      const bytes = await collect(await open())
      const name = media.originalFilename ?? media.file
      // Two files may have the same name and size, so each match counts once.
      const match = byName.get(keyOf(name, bytes.length))?.shift()
      if (match !== undefined) return { url: match, isNew: false }
      const { url } = await uploadFile(client, bytes, name, media)
      return { url, isNew: true }
    },
  }
}

const keyOf = (name: string, bytes: number): string => (/\.svg$/i.test(name) ? name : `${name} ${bytes}`)

async function existingFiles(client: ApiClient) {
  const byId = new Map<string, string>()
  const byName = new Map<string, string[]>()
  const limit = 1000
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const query = { type: 'all', limit, offset } as const
    const answer = await unwrap(client.GET('/api/media', { params: { query } }))
    total = answer.total
    for (const { id, originalFilename, size, url } of answer.data) {
      const key = keyOf(originalFilename, size)
      byId.set(id, url)
      byName.set(key, [...(byName.get(key) ?? []), url])
    }
  }
  return { byId, byName }
}
