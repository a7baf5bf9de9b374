import { fileURLToPath } from 'node:url'
import { SandboxError, startSandbox } from '@typecase/sandbox'
import { imageNotRendered, rendererLost } from '../../core/errors.ts'
import type { ImageRenderer, RenderedImage } from '../../core/renditions/ports.ts'
import { imageRights } from './image-rights.ts'

export interface RendererOptions {
  /** Maximum milliseconds of processor time per rendition. */
  readonly limitMs?: number
  /** Maximum resident memory of the process in MiB, including decoders. */
  readonly memoryMiB?: number
}

/** Maximum bytes of an image, which is read into memory. */
const mostBytes = 64 * 1024 * 1024
const program = fileURLToPath(new URL('./render-process.ts', import.meta.url))
/** At most two malloc arenas, because each arena retains freed memory. */
const env = { MALLOC_ARENA_MAX: '2' }

/** Renders each image in a new sandboxed process, which is killed afterwards. */
export function processRenderer({ limitMs = 120_000, memoryMiB = 448 }: RendererOptions = {}): ImageRenderer {
  const memory = { ...imageRights.memory, resident: memoryMiB }
  return {
    async *render(job, bytes, signal) {
      signal.throwIfAborted()
      const sandbox = startSandbox({ program, ...imageRights, memory, env })
      try {
        const call = { cpuMs: limitMs, body: limited(bytes), signal }
        for await (const image of sandbox.stream<Omit<RenderedImage, 'bytes'>>(job, call))
          yield { ...image.answer, bytes: image.bytes }
      } catch (error) {
        throw error instanceof SandboxError ? renderError(error) : error
      } finally {
        sandbox.kill()
      }
    },
  }
}

function renderError({ reason, message }: SandboxError): Error {
  const isOfImage = reason === 'failed' || reason === 'memory' || reason === 'output'
  return isOfImage ? imageNotRendered(message) : rendererLost(`was lost: ${message}`)
}

/** Forwards chunks up to the size limit. @throws IMAGE_NOT_RENDERED beyond it */
async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > mostBytes) throw imageNotRendered(`it has more than ${mostBytes} bytes`)
    yield chunk
  }
}
