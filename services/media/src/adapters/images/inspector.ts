import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { unsupportedFileType } from '../../core/errors.ts'
import type { ImageInspector } from '../../core/ports.ts'
import type { Answer, Request } from './protocol.ts'

export interface InspectorOptions {
  readonly log: Logger
  /** Milliseconds that an image may take once all of it was handed over. */
  readonly limitMs?: number
}

/** Images after which the process is replaced, whatever a decoder may have piled up in it. */
const jobsPerProcess = 500

/**
 * Reads images in a child process without rights, one at a time; a process that takes too long or dies is killed and
 * replaced, and its image is refused. The process starts with the first image.
 */
export function processInspector({ log, limitMs = 5_000 }: InspectorOptions): ImageInspector & { readonly part: Part } {
  let child: ChildProcess | undefined
  let jobs = 0
  let last: Promise<unknown> = Promise.resolve()

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

  /** Waits for the jobs before it: one image is in memory at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  const run = (begin: Extract<Request, { kind: 'begin' }>, bytes: AsyncIterable<Uint8Array>): Promise<Answer> =>
    inTurn(async () => {
      try {
        const answer = await exchange(readyChild(), begin, bytes, limitMs)
        if (answer.ok) return answer
        log.info({ why: answer.why }, 'an image was refused')
      } catch (error) {
        stopChild()
        if (!(error instanceof ReaderFailure)) throw error
        log.warn({ why: error.message }, 'an image was refused')
      }
      throw unsupportedFileType()
    })

  return {
    part: closing('image reader', async () => stopChild()),
    async measure(extension, bytes) {
      const { width, height } = await run({ kind: 'begin', job: 'measure', extension }, bytes)
      if (!width || !height) throw unsupportedFileType()
      return { width, height }
    },
    async cleanDrawing(bytes) {
      const { bytes: clean, width, height } = await run({ kind: 'begin', job: 'clean' }, bytes)
      if (!clean) throw unsupportedFileType()
      return { bytes: clean, ...(width && height ? { width, height } : {}) }
    },
  }
}

/** The image's doing, as far as anybody can tell. */
class ReaderFailure extends Error {}

const readerFile = fileURLToPath(new URL('./reader-process.ts', import.meta.url))

function startReader(): ChildProcess {
  const child = fork(readerFile, [], {
    // Reading is all it may do: no writing, no further process, no worker. Nothing of the environment is its business.
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--max-old-space-size=256',
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A process that waits for work keeps nobody alive.
  child.unref()
  child.channel?.unref()
  return child
}

/** @throws ReaderFailure when the process ends or takes too long, and whatever `bytes` throws. */
async function exchange(child: ChildProcess, begin: Request, bytes: AsyncIterable<Uint8Array>, limitMs: number): Promise<Answer> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<Answer>()
  const onExit = () => reject(new ReaderFailure('the process ended'))
  answered.catch(() => undefined)
  child.once('message', resolve)
  child.once('exit', onExit)
  child.once('error', onExit)
  child.channel?.ref()
  let timer: NodeJS.Timeout | undefined
  try {
    await send(child, begin)
    for await (const chunk of bytes) await Promise.race([send(child, { kind: 'chunk', bytes: chunk }), answered])
    await send(child, { kind: 'end' })
    timer = setTimeout(() => reject(new ReaderFailure(`no answer within ${limitMs} ms`)), limitMs)
    return await answered
  } finally {
    clearTimeout(timer)
    child.off('message', resolve)
    child.off('exit', onExit)
    child.off('error', onExit)
    child.channel?.unref()
  }
}

/** Answers when the message is on its way, so that no more than one piece waits. */
const send = (child: ChildProcess, request: Request): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(request, (error) => (error ? reject(new ReaderFailure(error.message)) : resolve()))
  })
