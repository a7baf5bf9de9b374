/**
 * Serves media files. They are public and immutable, and browsers never run them (contract.md#svg-images,
 * contract.md#served-media).
 */
import { Readable } from 'node:stream'
import type { File } from '@typecase/contracts/messages'
import type { Request } from 'express'
import { byteRange } from '../../core/byte-range.ts'
import { isMatch, isNotModified } from '../../core/entity-tag.ts'
import type { MediaApi } from '../../core/ports.ts'
import { type RawReply, raw } from './reply.ts'

/** Browsers show PDFs in a built-in viewer, which a sandbox would block. */
const pdfPolicy = "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
const mediaPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/** @throws FILE_NOT_FOUND or RANGE_NOT_SATISFIABLE */
export async function publicFile(
  media: Pick<MediaApi, 'readFile'>,
  request: Request,
  folder: 'images' | 'documents',
  filename: string,
): Promise<RawReply> {
  const isHead = request.method === 'HEAD'
  const { 'if-none-match': ifNoneMatch, 'if-range': ifRange } = request.headers
  let range = isHead ? undefined : byteRange(request.headers.range)
  if (isHead || ifNoneMatch !== undefined || (range && ifRange !== undefined)) {
    const { file, replies } = await begin(media.readFile({ folder, filename, head: true }))
    await replies.return?.()
    const headers = fileHeaders(file, folder)
    if (isNotModified(ifNoneMatch, headers.etag as string)) return raw(304, headers)
    if (isHead) return raw(200, { ...headers, 'content-length': String(file.size) })
    if (ifRange !== undefined && !isMatch(String(ifRange), [headers.etag as string])) range = undefined
  }
  const wanted = range && 'suffix' in range ? { last: range.suffix } : range
  const { file, first, last, replies } = await begin(media.readFile({ folder, filename, ...wanted }))
  const headers = fileHeaders(file, folder)
  const bytes = Readable.from(chunksOf(replies), { objectMode: false })
  if (first === undefined || last === undefined)
    return raw(200, { ...headers, 'content-length': String(file.size) }, bytes)
  return raw(
    206,
    {
      ...headers,
      'content-length': String(last - first + 1),
      'content-range': `bytes ${first}-${last}/${file.size}`,
    },
    bytes,
  )
}

type Replies = AsyncIterator<{ file?: File | null; first?: number; last?: number; chunk?: Buffer }>

async function begin(iterable: ReturnType<MediaApi['readFile']>) {
  const replies: Replies = iterable[Symbol.asyncIterator]()
  const { value } = await replies.next()
  if (!value?.file) throw new Error('media returned a file without its header')
  return {
    file: value.file as File,
    first: value.first as number | undefined,
    last: value.last as number | undefined,
    replies,
  }
}

async function* chunksOf(replies: Replies): AsyncGenerator<Buffer> {
  try {
    for (let next = await replies.next(); !next.done; next = await replies.next()) {
      if (next.value.chunk) yield next.value.chunk
    }
  } finally {
    await replies.return?.()
  }
}

/** Headers of a response with a file, or with only its metadata. */
export function fileHeaders(
  file: Pick<File, 'digest' | 'mimeType' | 'originalFilename' | 'filename'>,
  folder: 'images' | 'documents',
): Record<string, string> {
  const isPdf = file.mimeType === 'application/pdf'
  const attach = folder === 'documents' && !isPdf
  return {
    'content-type': file.mimeType,
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${file.digest}"`,
    'accept-ranges': 'bytes',
    'content-security-policy': isPdf ? pdfPolicy : mediaPolicy,
    'x-content-type-options': 'nosniff',
    // The site embeds media files, and has another origin.
    'cross-origin-resource-policy': 'cross-origin',
    ...(attach || isPdf
      ? {
          'content-disposition': disposition(
            attach ? 'attachment' : 'inline',
            file.originalFilename || file.filename,
          ),
        }
      : {}),
  }
}

/** Content-Disposition (RFC 6266) with an ASCII name for old clients, and the real name in UTF-8. */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-255)
    .toWellFormed()
  const plain = clean.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
