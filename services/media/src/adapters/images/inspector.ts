import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isAppError } from '@typecase/kernel'
import { currentContext } from '@typecase/runtime/context'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { startProgram } from '@typecase/runtime/programs'
import { type RefusalReason, unsupportedFileType } from '../../core/errors.ts'
import type { ImageInspector } from '../../core/ports.ts'
import { imageProcessFlags } from './process-rights.ts'
import { type Answer, mostBytes, type Request } from './protocol.ts'
import { waitingLine } from './waiting-line.ts'

export interface InspectorOptions {
  readonly log: Logger
  /** Milliseconds that an image may take once all of it was handed over. */
  readonly limitMs?: number
}

/** Images after which the process is replaced, whatever a decoder may have piled up in it. */
const jobsPerProcess = 500

/** Images that may wait for their turn, and the bytes that are to be read of them together. */
const waitingLimits = { jobs: 32, bytes: 256 * 1024 * 1024 }

/**
 * Reads images in a child process without rights, one at a time; a process that takes too long or dies is killed and
 * replaced, and its image is refused. The process starts with the first image. Who comes while too many wait is told BUSY.
 */
export function processInspector({
  log,
  limitMs = 5_000,
}: InspectorOptions): ImageInspector & { readonly part: Part } {
  let child: ChildProcess | undefined
  let jobs = 0
  const line = waitingLine(waitingLimits)

  function stopChild(): void {
    child?.removeAllListeners()
    child?.on('error', () => undefined)
    child?.kill('SIGKILL')
    child = undefined
  }

  function readyChild(): ChildProcess {
    if (child?.connected && jobs++ < jobsPerProcess) return child
    stopChild()
    jobs = 1
    child = startReader()
    return child
  }

  async function run(begin: Begin, bytes: AsyncIterable<Uint8Array>, size: number): Promise<Answer> {
    const { signal } = currentContext()
    const read = async () => {
      try {
        const answer = await exchange({ child: readyChild(), begin, bytes, limitMs, signal })
        if (answer.ok) return answer
        log.info({ why: answer.why }, 'an image was refused')
        throw unsupportedFileType(answer.refusal ?? damaged)
      } catch (error) {
        if (isAppError(error) && error.code === 'UNSUPPORTED_FILE_TYPE') throw error
        stopChild()
        if (!(error instanceof ReaderFailure)) throw error
        log.warn({ why: error.message }, 'an image was refused')
        throw unsupportedFileType({
          reason: 'unread',
          message: 'The image could not be read in time or with the memory allowed.',
        })
      }
    }
    return line.inTurn(Math.min(size, mostBytes[begin.job]), read, signal)
  }

  return {
    part: closing('image reader', async () => stopChild()),
    async measure(extension, bytes, fileSize) {
      const {
        width,
        height,
        patches = [],
      } = await run({ kind: 'begin', job: 'measure', extension }, bytes, fileSize)
      if (!width || !height) throw unsupportedFileType(damaged)
      return { width, height, ...(patches.length > 0 ? { location: patches } : {}) }
    },
    async cleanDrawing(bytes, fileSize) {
      const { bytes: clean, width, height } = await run({ kind: 'begin', job: 'clean' }, bytes, fileSize)
      if (!clean) throw unsupportedFileType(damaged)
      return { bytes: clean, ...(width && height ? { width, height } : {}) }
    },
  }
}

const damaged: RefusalReason = {
  reason: 'image',
  message: 'The image is damaged, or is not what its name says.',
}

/** The image's doing, as far as anybody can tell. */
class ReaderFailure extends Error {}

const readerFile = fileURLToPath(new URL('./reader-process.ts', import.meta.url))

function startReader(): ChildProcess {
  const child = startProgram(readerFile, [], {
    execArgv: imageProcessFlags,
    // Nothing of the environment is its business.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A process that waits for work keeps nobody alive.
  child.unref()
  child.channel?.unref()
  return child
}

type Begin = Extract<Request, { kind: 'begin' }>

interface Exchange {
  readonly child: ChildProcess
  readonly begin: Begin
  readonly bytes: AsyncIterable<Uint8Array>
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Hands over as many bytes as the process looks at, and awaits its answer.
 * @throws ReaderFailure when the process ends or takes too long, whatever `bytes` throws, and the signal's reason
 */
async function exchange({ child, begin, bytes, limitMs, signal }: Exchange): Promise<Answer> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<Answer>()
  const onExit = () => reject(new ReaderFailure('the process ended'))
  const onAbort = () => reject(signal?.reason)
  answered.catch(() => undefined)
  child.once('message', resolve)
  child.once('exit', onExit)
  child.once('error', onExit)
  signal?.addEventListener('abort', onAbort)
  child.channel?.ref()
  const source = bytes[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  try {
    await send(child, begin)
    for (let sent = 0; sent <= mostBytes[begin.job]; ) {
      // Storage that stands still holds nobody's place longer than its caller waits.
      const next = await Promise.race([source.next(), answered.then(alreadyAnswered)])
      if (next.done) break
      await Promise.race([send(child, { kind: 'chunk', bytes: next.value }), answered])
      sent += next.value.length
    }
    await send(child, { kind: 'end' })
    timer = setTimeout(() => reject(new ReaderFailure(`no answer within ${limitMs} ms`)), limitMs)
    return await answered
  } finally {
    clearTimeout(timer)
    child.off('message', resolve)
    child.off('exit', onExit)
    child.off('error', onExit)
    signal?.removeEventListener('abort', onAbort)
    child.channel?.unref()
    // Not awaited: a source that stands still would not answer this either.
    source.return?.()?.catch(() => undefined)
  }
}

function alreadyAnswered(): never {
  throw new ReaderFailure('an answer came before the end of the question')
}

/** Answers when the message is on its way, so that no more than one piece waits. */
const send = (child: ChildProcess, request: Request): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(request, (error) => (error ? reject(new ReaderFailure(error.message)) : resolve()))
  })
