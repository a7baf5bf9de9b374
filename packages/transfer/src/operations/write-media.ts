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
 * A file is known by its id, else by its name and its size. SVG images are stored in a sanitized form of
 * another size, so for them the name decides, unless they have an id. `archived` are the ids of all files of
 * the archive: a stored file with such an id is no other one of the same name.
 */
export async function openMediaWriter(
  client: ApiClient,
  archived: ReadonlySet<string>,
): Promise<MediaWriter> {
  const { byId, byName } = await existingFiles(client, archived)
  return {
    async write(media, open) {
      const known = media.id === undefined ? undefined : byId.get(media.id)
      if (known !== undefined) return { url: known, isNew: false }
      const bytes = await collect(await open())
      const name = media.originalFilename ?? media.file
      // Two files may have the same name and size, so each match counts once.
      const isNameEnough = media.id === undefined || !isSvg(name)
      const match = isNameEnough ? byName.get(keyOf(name, bytes.length))?.shift() : undefined
      if (match !== undefined) return { url: match, isNew: false }
      const { url } = await uploadFile(client, bytes, name, media)
      return { url, isNew: true }
    },
  }
}

const isSvg = (name: string): boolean => /\.svg$/i.test(name)
const keyOf = (name: string, bytes: number): string => (isSvg(name) ? name : `${name} ${bytes}`)

async function existingFiles(client: ApiClient, archived: ReadonlySet<string>) {
  const byId = new Map<string, string>()
  const byName = new Map<string, string[]>()
  const limit = 1000
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const query = { type: 'all', limit, offset } as const
    const answer = await unwrap(client.GET('/api/media', { params: { query } }))
    total = answer.total
    for (const { id, originalFilename, size, url } of answer.data) {
      byId.set(id, url)
      if (archived.has(id)) continue
      const key = keyOf(originalFilename, size)
      byName.set(key, [...(byName.get(key) ?? []), url])
    }
  }
  return { byId, byName }
}
