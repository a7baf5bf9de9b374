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
  /** Of the file in the archive; only a UUID is kept. */
  readonly id?: string | undefined
  readonly createdAt?: string | undefined
  /** SHA-256 of the bytes, where it is known; else they are hashed. */
  readonly digest?: string | undefined
}

/** @throws ApiError, `UNSUPPORTED_FILE_TYPE` for example */
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

/** Archives of Typecase have ids, so that the address of the file stays. */
const identityOf = ({ id, createdAt }: Described) =>
  id !== undefined && isUuid(id) ? { id, ...(createdAt === undefined ? {} : { createdAt }) } : {}

/** A run that was killed uploads nothing twice. */
const keyOfUpload = (
  bytes: Uint8Array,
  name: string,
  { alt = '', caption = '', id = '', digest }: Described,
): string => requestKey('upload', digest ?? bytes, name, alt, caption, id)

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
