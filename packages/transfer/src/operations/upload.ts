/** Uploads one file. */
import { type ApiClient, unwrap, withKey } from '@typecase/client'
import { isUuid } from '@typecase/kernel'
import { requestKey } from '../digest/request-key.ts'

export interface Uploaded {
  readonly id: string
  readonly url: string
}

export interface Described {
  readonly alt?: string | undefined
  readonly caption?: string | undefined
  /** Id of the file in the archive; ignored unless it is a UUID. */
  readonly id?: string | undefined
  readonly createdAt?: string | undefined
  /** SHA-256 of the bytes. If absent, it is computed. */
  readonly digest?: string | undefined
}

/** @throws ApiError, for example with the code UNSUPPORTED_FILE_TYPE */
export async function uploadFile(
  client: ApiClient,
  bytes: Uint8Array,
  name: string,
  described: Described = {},
): Promise<Uploaded> {
  const { alt, caption } = described
  const form = new FormData()
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: typeOf(name) }), name)
  if (alt) form.set('alt', alt)
  if (caption) form.set('caption', caption)
  const { data } = await unwrap(
    client.POST('/api/media/upload', {
      params: { query: identityOf(described), header: withKey(keyOfUpload(bytes, name, described)) },
      body: { file: name },
      bodySerializer: () => form,
    }),
  )
  return data
}

/** Sends the id of a file from a Typecase archive, so that the file keeps its URL. */
const identityOf = ({ id, createdAt }: Described) =>
  id !== undefined && isUuid(id) ? { id, ...(createdAt === undefined ? {} : { createdAt }) } : {}

/** Idempotency key, so that a repeated run uploads nothing twice. */
const keyOfUpload = (
  bytes: Uint8Array,
  name: string,
  { alt = '', caption = '', id = '', digest }: Described,
): string => requestKey('upload', digest ?? bytes, name, alt, caption, id)

/** Types by extension. The server requires type, name and first bytes to match (contract.md#media-types). */
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
