import { fileURLToPath } from 'node:url'
import { currentContext } from '@typecase/runtime/context'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { type Reply, SandboxError, sandboxPool } from '@typecase/sandbox'
import { busy, type RefusalReason, unsupportedFileType } from '../../core/errors.ts'
import type { ImageInspector } from '../../core/ports.ts'
import { imageRights } from './image-rights.ts'
import { type ImageAnswer, type ImageQuestion, mostBytes } from './protocol.ts'

export interface InspectorOptions {
  readonly log: Logger
  /** Milliseconds of processor time for one image. */
  readonly limitMs?: number
}

/** After this many images the process is replaced, because decoders may leak memory. */
const imagesPerProcess = 500
/** Maximum number and total bytes of images in the queue. */
const room = { count: 32, bytes: 256 * 1024 * 1024, refuse: busy }
const idleMs = 600_000

/**
 * Reads images in a sandboxed process, one at a time. Refuses images that exceed the limits or crash the
 * process.
 * @throws BUSY while too many images wait
 */
export function processInspector({
  log,
  limitMs = 5_000,
}: InspectorOptions): ImageInspector & { readonly part: Part } {
  const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
  const pool = sandboxPool({ program, ...imageRights, usesPerProcess: imagesPerProcess, room, idleMs })

  async function read(
    question: ImageQuestion,
    bytes: AsyncIterable<Uint8Array>,
    fileSize: number,
  ): Promise<Reply<ImageAnswer>> {
    const { signal } = currentContext()
    const most = mostBytes[question.job]
    const call = { cpuMs: limitMs, body: firstOf(bytes, most), signal }
    try {
      const reply = await pool.use((process) => process.call<ImageAnswer>(question, call), {
        bytes: Math.min(fileSize, most),
        signal,
      })
      if (reply.answer.refusal) throw unsupportedFileType(reply.answer.refusal)
      return reply
    } catch (error) {
      if (!(error instanceof SandboxError) || error.reason === 'start') throw error
      log.warn({ why: error.message, reason: error.reason }, 'an image was refused')
      throw unsupportedFileType(error.reason === 'failed' ? damaged : unread)
    }
  }

  return {
    part: closing('image reader', () => pool.stop()),
    async measure(extension, bytes, fileSize) {
      const { answer } = await read({ job: 'measure', extension }, bytes, fileSize)
      const { width, height, patches = [] } = answer
      if (!width || !height) throw unsupportedFileType(damaged)
      return { width, height, ...(patches.length > 0 ? { location: patches } : {}) }
    },
    async cleanDrawing(bytes, fileSize) {
      const { answer, bytes: clean } = await read({ job: 'clean' }, bytes, fileSize)
      const { width, height } = answer
      if (clean.length === 0) throw unsupportedFileType(damaged)
      return { bytes: clean, ...(width && height ? { width, height } : {}) }
    },
  }
}

const damaged: RefusalReason = {
  reason: 'image',
  message: 'The image is damaged, or its type does not match its name. Choose a different one.',
}

const unread: RefusalReason = {
  reason: 'unread',
  message: 'Reading the image took too much time or memory. Choose a smaller one.',
}

/** Stops after the first chunk that brings the total above `most` bytes. */
async function* firstOf(bytes: AsyncIterable<Uint8Array>, most: number): AsyncIterable<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    yield chunk
    size += chunk.length
    if (size > most) return
  }
}
