/** Uploads one file. */
import { type ApiClient, unwrap } from '@typecase/client'

export interface Uploaded {
  readonly id: string
  readonly url: string
}

export interface Described {
  readonly alt?: string | undefined
  readonly caption?: string | undefined
}

/** @throws ApiError, `UNSUPPORTED_FILE_TYPE` for example */
export async function uploadFile(
  client: ApiClient,
  bytes: Buffer,
  name: string,
  { alt, caption }: Described = {},
): Promise<Uploaded> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: typeOf(name) }), name)
  if (alt) form.set('alt', alt)
  if (caption) form.set('caption', caption)
  const { data } = await unwrap(
    client.POST('/api/media/upload', { body: { file: name }, bodySerializer: () => form }),
  )
  return data
}

/** The declared type, the name and the first bytes must agree (contract.md#media-types). */
const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  ico: 'image/x-icon',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  zip: 'application/zip',
  epub: 'application/epub+zip',
  rtf: 'application/rtf',
}

const typeOf = (name: string): string =>
  types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream'
