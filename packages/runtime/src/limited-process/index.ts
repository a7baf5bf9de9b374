/** Work on input that may be made to hurt, in a process without rights that may be killed at any time. */
import type { ChildProcess } from 'node:child_process'
import { AppError } from '@typecase/kernel'
import { startProgram } from '../programs/index.ts'
import type { Reply } from './answering.ts'
import { withoutRights } from './rights.ts'
import { limitTime } from './time-limit.ts'

export { answerQuestions } from './answering.ts'
export { withoutRights } from './rights.ts'
export { limitTime } from './time-limit.ts'

/** The question's doing, as far as anybody can tell: it took too long, ended the process twice, or could not be answered. */
export class NoAnswer extends Error {
  readonly reason: 'time' | 'died' | 'fault'
  constructor(reason: NoAnswer['reason'], message: string) {
    super(message)
    this.name = 'NoAnswer'
    this.reason = reason
  }
}

export interface LimitedProcessOptions {
  /** The program: a file that calls `answerQuestions`. */
  readonly file: string
  /** Mebibytes of heap. */
  readonly memory: number
  /** Mebibytes of each half of the young generation; V8 takes 16. It stays as large as it once was. */
  readonly youngMemory?: number
  /** Milliseconds without a question after which the process is ended. Default one minute. */
  readonly idleMs?: number
}

export interface LimitedProcess<Question, Answer> {
  /**
   * The answer to that question; one is asked at a time. A process that used up `limitMs` of processor time, behind its first 50 ms,
   * or ten times that on the clock, is killed. Questions and answers are plain data.
   * @throws NoAnswer; STOPPING (unavailable) once it was stopped
   */
  ask(question: Question, limitMs: number): Promise<Answer>
  /** Starts the process for a question that is about to come. Left unasked it is ended after a while; what goes wrong is for `ask` to tell. */
  begin(): void
  /** Ends the process and every question that waits. */
  stop(): Promise<void>
}

/** Milliseconds for which a process that was begun waits for its first question. */
const unaskedMs = 30_000

/** Starts the process with the first question, and anew when it is gone. It never keeps the parent alive without a question. */
export function limitedProcess<Question, Answer>(
  options: LimitedProcessOptions,
): LimitedProcess<Question, Answer> {
  const { idleMs = 60_000 } = options
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isStopped = false

  function end(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }

  async function asked(question: Question, limitMs: number): Promise<Reply<Answer>> {
    if (isStopped) throw stopping()
    clearTimeout(idle)
    if (!child?.connected) child = started(options)
    try {
      return (await exchange(child, question, limitMs)) as Reply<Answer>
    } catch (error) {
      end()
      throw isStopped ? stopping() : error
    } finally {
      clearTimeout(idle)
      if (child) idle = setTimeout(end, idleMs).unref()
    }
  }

  /** Others may end a process too; the same question twice is hardly chance. */
  async function answered(question: Question, limitMs: number): Promise<Answer> {
    const again = (error: unknown) => {
      if (error instanceof NoAnswer && error.reason === 'died') return asked(question, limitMs)
      throw error
    }
    const reply = await asked(question, limitMs).catch(again)
    if ('fault' in reply) throw new NoAnswer('fault', reply.fault)
    return reply.answer
  }

  return {
    ask(question, limitMs) {
      const turn = last.then(() => answered(question, limitMs))
      last = turn.catch(() => undefined)
      return turn
    },
    begin() {
      if (isStopped || child?.connected) return
      clearTimeout(idle)
      const begun = startedIfItCan(options)
      child = begun
      // One that could not be started is not asked.
      begun?.once('error', () => child === begun && end())
      idle = setTimeout(end, Math.max(idleMs, unaskedMs)).unref()
    },
    async stop() {
      isStopped = true
      end()
    },
  }
}

const stopping = () => new AppError('unavailable', 'STOPPING', 'The service is stopping')

/** No writing, no further process, no worker, no native code, no code that was a text. */
const onlyReading = [...withoutRights, '--allow-fs-read=*', '--disallow-code-generation-from-strings']

function started({ file, memory, youngMemory }: LimitedProcessOptions): ChildProcess {
  const young = youngMemory === undefined ? [] : [`--max-semi-space-size=${youngMemory}`]
  const child = startProgram(file, [], {
    execArgv: [...onlyReading, `--max-old-space-size=${memory}`, ...young, '--no-warnings'],
    // Nothing of the environment is its business.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
  return child
}

/** Undefined where it can't be started now: the question that comes tries again, and tells. */
function startedIfItCan(options: LimitedProcessOptions): ChildProcess | undefined {
  try {
    return started(options)
  } catch {
    return undefined
  }
}

/** @throws NoAnswer when the process ends or takes too long, and the error of a process that can't be started. */
async function exchange(child: ChildProcess, question: unknown, limitMs: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const onExit = () => reject(new NoAnswer('died', 'the process ended'))
  const onError = (error: NodeJS.ErrnoException) =>
    reject(error.syscall?.startsWith('spawn') ? error : onExit())
  child.once('message', resolve).once('exit', onExit).once('error', onError)
  child.ref()
  child.channel?.ref()
  const done = limitTime(child.pid, limitMs, () =>
    reject(new NoAnswer('time', `no answer within ${limitMs} ms`)),
  )
  try {
    child.send(question as object, (error) => error && onExit())
    return await promise
  } finally {
    done()
    child.off('message', resolve).off('exit', onExit).off('error', onError)
    child.unref()
    child.channel?.unref()
  }
}
