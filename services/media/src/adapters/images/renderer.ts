import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startProgram } from '@typecase/runtime/programs'
import { imageNotRendered, rendererLost } from '../../core/errors.ts'
import type { ImageRenderer, RenderedImage, RenderJob } from '../../core/renditions/ports.ts'
import { imageProcessFlags } from './process-rights.ts'
import type { FromRenderer, ToRenderer } from './render-protocol.ts'

export interface RendererOptions {
  /** Milliseconds to take the image, then until the first rendition, and from each to the next. */
  readonly limitMs?: number
  /** Of the whole process, decoders included. */
  readonly memoryMiB?: number
}

/** Bytes of an image that is rendered; it is in memory as a whole. */
const mostBytes = 64 * 1024 * 1024

/**
 * Renders each image in a child process of its own, without rights and within limits of memory and time; whatever becomes
 * of it, the process is killed at the end.
 */
export function processRenderer({ limitMs = 120_000, memoryMiB = 448 }: RendererOptions = {}): ImageRenderer {
  return {
    async *render(job, bytes, signal) {
      signal.throwIfAborted()
      const child = startRenderer()
      const lost = whenLost(child, signal)
      try {
        const answers = answersOf(child)
        await within(limitMs, Promise.race([hand(child, { kind: 'begin', memoryMiB, ...job }, bytes), lost]))
        for (;;) {
          const image = await within(limitMs, Promise.race([answers.next(), lost]))
          if (!image) return
          yield image
          await Promise.race([send(child, { kind: 'next' }), lost])
        }
      } finally {
        child.removeAllListeners()
        child.on('error', () => undefined)
        child.kill('SIGKILL')
      }
    },
  }
}

const rendererFile = fileURLToPath(new URL('./render-process.ts', import.meta.url))

function startRenderer(): ChildProcess {
  return startProgram(rendererFile, [], {
    execArgv: imageProcessFlags,
    // Nothing of the environment is its business. Many arenas keep what was freed, each for itself.
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** Never fulfilled. @throws RENDERER_LOST, and the signal's reason */
function whenLost(child: ChildProcess, signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  child.once('exit', (code, killedBy) => {
    signal.removeEventListener('abort', onAbort)
    reject(rendererLost(`ended (${killedBy ?? code})`))
  })
  child.once('error', (error) => reject(rendererLost(`failed: ${error.message}`)))
  return promise
}

/** One answer waits at most: the process goes on when it is told to. */
function answersOf(child: ChildProcess) {
  const waiting: FromRenderer[] = []
  let arrived: () => void = () => undefined
  child.on('message', (answer: FromRenderer) => {
    waiting.push(answer)
    arrived()
  })
  return {
    /** The next image; undefined after the last. @throws IMAGE_NOT_RENDERED */
    async next(): Promise<RenderedImage | undefined> {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
      const answer = waiting.shift()
      if (answer?.kind === 'refused') throw imageNotRendered(answer.why)
      if (answer?.kind !== 'image') return undefined
      const { kind: _, ...image } = answer
      return image
    },
  }
}

/** @throws IMAGE_NOT_RENDERED for more bytes than are held in memory */
async function hand(
  child: ChildProcess,
  begin: ToRenderer & RenderJob,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  await send(child, begin)
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > mostBytes) throw imageNotRendered(`it has more than ${mostBytes} bytes`)
    await send(child, { kind: 'chunk', bytes: chunk })
  }
  await send(child, { kind: 'end' })
}

/** Answers when the message is on its way, so that no more than one piece waits. */
const send = (child: ChildProcess, message: ToRenderer): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(message, (error) =>
      error ? reject(rendererLost(`took nothing: ${error.message}`)) : resolve(),
    )
  })

async function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(rendererLost(`did nothing within ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
