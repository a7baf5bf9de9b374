/** Measures images and cleans drawings in a sandboxed process, because an image may exploit a decoder. */
import { type Answer, serve } from '@typecase/sandbox/serve'
import { cleanDrawing, RefusedDrawing } from './clean-drawing.ts'
import { measureRaster } from './measure-raster.ts'
import { type ImageAnswer, type ImageQuestion, mostBytes } from './protocol.ts'

serve(async (question: ImageQuestion, bytes): Promise<Answer<ImageAnswer>> => {
  if (question.job === 'measure') return { answer: await measureRaster(question.extension, bytes) }
  try {
    const { text, ...size } = cleanDrawing(decoded(bytes))
    return { answer: size, bytes: [Buffer.from(text)] }
  } catch (error) {
    if (!(error instanceof RefusedDrawing)) throw error
    return { answer: { refusal: { reason: error.reason, message: error.message } } }
  }
})

/** @throws RefusedDrawing */
function decoded(bytes: Buffer): string {
  if (bytes.length > mostBytes.clean)
    throw new RefusedDrawing(`The SVG file is larger than ${mostBytes.clean / 1024 / 1024} MiB.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedDrawing('The SVG file is not UTF-8.')
  }
}
