/** Multipart uploads as a stream: no file is ever held in memory, and nobody reads faster than the service behind takes. */
import { Transform } from 'node:stream'
import { isAppError } from '@typecase/kernel'
import busboy from 'busboy'
import type { Request } from 'express'
import { fileTooLarge, malformedBody, noFile, wrongContentType } from '../../core/errors.ts'
import { shortened } from './bounded-error.ts'

const limits = { parts: 10, fields: 9, files: 10, fieldSize: 64 * 1024, fieldNameSize: 200, headerPairs: 50 }
/** What a form may weigh beside its file. */
const formOverhead = 1024 * 1024
/** Milliseconds without a byte after which a client counts as gone. */
const idleMs = 60_000

export interface UploadedPart {
  readonly filename: string
  readonly mimeType: string
  /** Throws FILE_TOO_LARGE as soon as the limit is passed, MALFORMED_BODY when the form breaks off. */
  readonly chunks: AsyncIterable<Buffer>
  /** The text fields, those after the file too. To be asked after the last chunk. */
  fields(): Promise<Readonly<Record<string, string>>>
}

/**
 * The file part of that name, as soon as it begins; other files of the form are thrown away.
 * @throws UNSUPPORTED_CONTENT_TYPE, NO_FILE, MALFORMED_BODY, FILE_TOO_LARGE
 */
export async function uploadedPart(request: Request, field: string, maxBytes: number): Promise<UploadedPart> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? ''))
    throw wrongContentType('multipart/form-data')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + formOverhead) throw fileTooLarge()
  const form = openForm(request)
  const begun = Promise.withResolvers<UploadedPart>()
  const ended = Promise.withResolvers<Readonly<Record<string, string>>>()
  // Whoever asks for the fields sees the failure; nobody has to.
  ended.promise.catch(() => undefined)
  const fields: Record<string, string> = Object.create(null)
  const idle = setTimeout(() => request.socket.destroy(), idleMs)
  const counter = countedBytes(maxBytes + formOverhead, idle)
  let failure: unknown
  let isTaken = false

  const fail = (error: unknown) => {
    if (failure !== undefined) return
    failure = isAppError(error) ? error : malformedBody('The form is broken')
    clearTimeout(idle)
    begun.reject(failure)
    ended.reject(failure)
    request.unpipe(counter)
    counter.destroy()
    form.destroy()
  }
  const chunksOf = async function* (stream: AsyncIterable<Buffer>) {
    let size = 0
    try {
      for await (const chunk of stream) {
        size += chunk.length
        if (size > maxBytes) throw fileTooLarge()
        yield chunk
      }
    } catch (error) {
      fail(error)
    }
    if (failure !== undefined) throw failure
  }

  // The parser hands over no value where the part's charset is none it knows.
  form.on('field', (name, value: string | undefined, { nameTruncated, valueTruncated }) => {
    if (value === undefined) fail(malformedBody(`The field ${shortened(name, 50)} has an unknown charset`))
    else if (nameTruncated || valueTruncated)
      fail(malformedBody(`The field ${shortened(name, 50)} is too long`))
    else fields[name] = value
  })
  form.on('file', (name, stream, { filename, mimeType }) => {
    // A broken form is told to the form as well as to the stream.
    stream.on('error', fail)
    if (name !== field || isTaken) return void stream.resume()
    isTaken = true
    begun.resolve({
      filename: filename ?? '',
      mimeType,
      chunks: chunksOf(stream as AsyncIterable<Buffer>),
      fields: () => ended.promise,
    })
  })
  form.on('partsLimit', () => fail(malformedBody('The form has too many parts')))
  form.on('fieldsLimit', () => fail(malformedBody('The form has too many fields')))
  form.on('error', fail)
  form.on('close', () => {
    clearTimeout(idle)
    if (!isTaken) begun.reject(noFile())
    ended.resolve(fields)
  })
  counter.on('error', fail)
  request.once('error', fail)
  // Answered or gone: what was not read by then is not wanted.
  request.res?.once('close', () => fail(malformedBody('The form broke off')))
  request.pipe(counter).pipe(form)
  return begun.promise
}

function openForm(request: Request): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8' })
  } catch {
    throw malformedBody('The form has no boundary')
  }
}

/** Lets bytes through up to the limit, and shows the timer that there are some. */
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
