/** Streams multipart uploads with backpressure, so that files are never in memory as a whole. */
import { type Readable, Transform } from 'node:stream'
import { isAppError } from '@typecase/kernel'
import busboy from 'busboy'
import type { Request } from 'express'
import { fileTooLarge, malformedBody, noFile, wrongContentType } from '../../core/errors.ts'
import { shortened } from './bounded-error.ts'

const limits = { parts: 10, fields: 9, files: 10, fieldSize: 64 * 1024, fieldNameSize: 200, headerPairs: 50 }
/** Maximum bytes of a form in addition to its file. */
const formOverhead = 1024 * 1024
/** Milliseconds without a byte after which the upload is aborted. */
const idleMs = 60_000

export interface UploadedPart {
  readonly filename: string
  readonly mimeType: string
  /** Throws FILE_TOO_LARGE as soon as the limit is exceeded, or MALFORMED_BODY if the form is incomplete. */
  readonly chunks: AsyncIterable<Buffer>
  /** The text fields, including those after the file. Call it after the last chunk. */
  fields(): Promise<Readonly<Record<string, string>>>
}

/**
 * Resolves with the file part of this name as soon as the part begins. Discards other files of the form.
 * @throws UNSUPPORTED_CONTENT_TYPE, NO_FILE, MALFORMED_BODY or FILE_TOO_LARGE
 */
export async function uploadedPart(request: Request, field: string, maxBytes: number): Promise<UploadedPart> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? ''))
    throw wrongContentType('multipart/form-data')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + formOverhead) throw fileTooLarge()
  return new Upload(request, openForm(request), field, maxBytes).read()
}

/** Reads a form until its last byte or its first error. */
class Upload {
  readonly #request: Request
  readonly #form: busboy.Busboy
  readonly #field: string
  readonly #maxBytes: number
  readonly #begun = Promise.withResolvers<UploadedPart>()
  readonly #ended = Promise.withResolvers<Readonly<Record<string, string>>>()
  readonly #fields: Record<string, string> = Object.create(null)
  readonly #idle: NodeJS.Timeout
  readonly #counter: Transform
  #failure: unknown
  #isTaken = false

  constructor(request: Request, form: busboy.Busboy, field: string, maxBytes: number) {
    this.#request = request
    this.#form = form
    this.#field = field
    this.#maxBytes = maxBytes
    this.#idle = setTimeout(() => request.socket.destroy(), idleMs)
    this.#counter = countedBytes(maxBytes + formOverhead, this.#idle)
    // Prevents an unhandled rejection. The caller gets the error from the chunks, and need not read the
    // fields.
    this.#ended.promise.catch(() => undefined)
  }

  read(): Promise<UploadedPart> {
    const form = this.#form
    // `value` is undefined if busboy does not support the charset of the part.
    form.on('field', (name, value: string | undefined, { nameTruncated, valueTruncated }) =>
      this.#takeField(name, value, nameTruncated || valueTruncated),
    )
    form.on('file', (name, stream, info) => this.#takeFile(name, stream, info))
    form.on('partsLimit', () => this.#fail(malformedBody('The form has too many parts')))
    form.on('fieldsLimit', () => this.#fail(malformedBody('The form has too many fields')))
    form.on('error', this.#fail)
    form.on('close', () => {
      clearTimeout(this.#idle)
      if (!this.#isTaken) this.#begun.reject(noFile())
      this.#ended.resolve(this.#fields)
    })
    this.#counter.on('error', this.#fail)
    this.#request.once('error', this.#fail)
    // Once the response is sent, the rest of the form is discarded.
    this.#request.res?.once('close', () => this.#fail(malformedBody('The form is incomplete')))
    this.#request.pipe(this.#counter).pipe(form)
    return this.#begun.promise
  }

  readonly #fail = (error: unknown): void => {
    if (this.#failure !== undefined) return
    this.#failure = isAppError(error) ? error : malformedBody('The form is broken')
    clearTimeout(this.#idle)
    this.#begun.reject(this.#failure)
    this.#ended.reject(this.#failure)
    this.#request.unpipe(this.#counter)
    this.#counter.destroy()
    this.#form.destroy()
  }

  #takeField(name: string, value: string | undefined, isTruncated: boolean): void {
    if (value === undefined)
      this.#fail(malformedBody(`The field ${shortened(name, 50)} has an unknown charset`))
    else if (isTruncated) this.#fail(malformedBody(`The field ${shortened(name, 50)} is too long`))
    else this.#fields[name] = value
  }

  #takeFile(name: string, stream: Readable, { filename, mimeType }: busboy.FileInfo): void {
    // busboy emits the error of a broken form on the form and on the stream.
    stream.on('error', this.#fail)
    if (name !== this.#field || this.#isTaken) return void stream.resume()
    this.#isTaken = true
    this.#begun.resolve({
      filename: filename ?? '',
      mimeType,
      chunks: this.#chunksOf(stream),
      fields: () => this.#ended.promise,
    })
  }

  async *#chunksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0
    try {
      for await (const chunk of stream) {
        size += chunk.length
        if (size > this.#maxBytes) throw fileTooLarge()
        yield chunk
      }
    } catch (error) {
      this.#fail(error)
    }
    if (this.#failure !== undefined) throw this.#failure
  }
}

function openForm(request: Request): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
  } catch {
    throw malformedBody('The form has no boundary')
  }
}

/** Forwards chunks, resets the idle timer, and fails beyond the limit. */
function countedBytes(limit: number, idle: NodeJS.Timeout): Transform {
  let total = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      idle.refresh()
      total += chunk.length
      if (total > limit) done(fileTooLarge())
      else done(null, chunk)
    },
  })
}
