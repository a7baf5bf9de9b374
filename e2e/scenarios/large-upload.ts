/** Generates large uploads while sending them, so that the sender needs little memory. */
import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

const boundary = 'typecase-large-upload'
const tail = Buffer.from(`\r\n--${boundary}--\r\n`)

export interface LargeUpload {
  readonly filename: string
  readonly bytes: number
  /** Number of bytes after which the client closes the connection, as if it had crashed. */
  readonly vanishAfter?: number
  /** Called before each block with the number of bytes sent so far. */
  readonly onSent?: (bytes: number) => void | Promise<void>
}

export interface UploadAnswer {
  readonly status: number
  readonly body: {
    readonly data?: { readonly id: string; readonly url: string; readonly size: number }
    readonly [field: string]: unknown
  }
}

/** Sends the file as a form. @throws Error when the connection breaks, also because of `vanishAfter` */
export async function uploadLarge(apiUrl: string, token: string, upload: LargeUpload): Promise<UploadAnswer> {
  const { filename, bytes } = upload
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/zip\r\n\r\n`,
  )
  const sending = request(`${apiUrl}/api/media/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + bytes + tail.length,
    },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    sending.once('response', resolve).once('error', reject),
  )
  // The server may reject the upload before all of it was sent.
  const sent = pipeline(formOf(head, upload), sending)
  const answer = await Promise.race([answered, sent.then(() => answered)])
  return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) }
}

async function* formOf(
  head: Buffer,
  { bytes, vanishAfter = Number.POSITIVE_INFINITY, onSent }: LargeUpload,
): AsyncIterable<Buffer> {
  yield head
  let at = 0
  for (const block of blocksOf(bytes)) {
    await onSent?.(at)
    if (at >= vanishAfter) throw new Error('the client vanishes')
    yield block
    at += block.length
  }
  yield tail
}

/** Deterministic content: a ZIP signature, then numbered blocks. */
function* blocksOf(bytes: number): Generator<Buffer> {
  const mark = Buffer.from([0x50, 0x4b, 0x03, 0x04])
  for (let at = 0; at < bytes; ) {
    const block = Buffer.alloc(Math.min(64 * 1024, bytes - at), `block ${at} `)
    if (at === 0) mark.copy(block)
    yield block
    at += block.length
  }
}

/** SHA-256 of generated content of that size, in hex. */
export function digestOf(bytes: number): string {
  const hash = createHash('sha256')
  for (const block of blocksOf(bytes)) hash.update(block)
  return hash.digest('hex')
}
