/**
 * Runs in a process of its own, without environment and without the right to write, to start anything or to change the
 * service: what an image does to a decoder stays here. Takes one job at a time.
 */
import { cleanDrawing, RefusedDrawing } from './clean-drawing.ts'
import { measureRaster } from './measure-raster.ts'
import { type Answer, mostBytes, type Request } from './protocol.ts'

let job: Extract<Request, { kind: 'begin' }> | undefined
let chunks: Uint8Array[] = []
let size = 0

process.on('message', (request: Request) => {
  if (request.kind === 'begin') {
    job = request
    chunks = []
    size = 0
  } else if (request.kind === 'chunk') {
    size += request.bytes.length
    if (job && size <= mostBytes[job.job]) chunks.push(request.bytes)
  } else if (job) {
    const bytes = Buffer.concat(chunks)
    chunks = []
    void answerTo(job, bytes).then((answer) => process.send?.(answer))
  }
})
process.on('disconnect', () => process.exit())

async function answerTo(request: Extract<Request, { kind: 'begin' }>, bytes: Buffer): Promise<Answer> {
  try {
    if (request.job === 'measure') return { ok: true, ...(await measureRaster(request.extension, bytes)) }
    if (size > mostBytes.clean)
      throw new RefusedDrawing(`The SVG file is larger than ${mostBytes.clean / 1024 / 1024} MiB.`)
    const { text, ...pixels } = cleanDrawing(decoded(bytes))
    return { ok: true, bytes: Buffer.from(text), ...pixels }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      ok: false,
      why,
      ...(error instanceof RefusedDrawing ? { refusal: { reason: error.reason, message: why } } : {}),
    }
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedDrawing('The SVG file is not UTF-8.')
  }
}
