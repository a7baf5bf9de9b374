/** One sandboxed process: starts it, calls it, ends it. */
import type { ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { deserialize, serialize } from 'node:v8'
import { SandboxError } from './error.ts'
import { type Frame, FrameReader, type Head, pipeNumber } from './frames.ts'
import type { SandboxOptions } from './rights.ts'
import { type Body, sendCall } from './send.ts'
import { sourcesFrame, sourcesOf } from './sources.ts'
import { spawnProgram } from './spawn.ts'
import { watch } from './watchdog.ts'

export interface CallOptions {
  /**
   * Maximum processor time in milliseconds for the answer, or for each part of a streamed answer. The
   * wall-clock limit is ten times as long.
   */
  readonly cpuMs: number
  /** Sent with the question. The program receives it as one buffer. */
  readonly body?: Body | undefined
  /** When it aborts, the process is killed and the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

export interface Reply<A> {
  readonly answer: A
  readonly bytes: Uint8Array
}

export interface SandboxProcess {
  readonly pid: number | undefined
  alive(): boolean
  /**
   * A question is plain data, not binary; the process answers questions in order. If the program throws,
   * only that call is rejected. Any other failure ends the process and rejects all waiting calls.
   * @throws SandboxError, the error of the body, or the reason of the signal
   */
  call<A>(question: unknown, options: CallOptions): Promise<Reply<A>>
  /** Yields the parts of an answer. The process waits until each part is read. */
  stream<A>(question: unknown, options: CallOptions): AsyncGenerator<Reply<A>>
  kill(): void
}

/** Wall-clock limit in milliseconds from the start of the process until the program calls `serve`. */
const startLimit = 60_000
const defaultMaxAnswer = 256 * 1024 * 1024
/** The message of a failed start contains at most this many characters of standard error. */
const maxComplaint = 2_000

interface Call {
  readonly cpuMs: number
  readonly onPart: ((reply: Reply<unknown>) => void) | undefined
  resolve(reply: Reply<unknown>): void
  reject(error: unknown): void
}

/** Starts a process, which ends with its parent. It keeps the parent alive only while a call waits. */
export function startSandbox(options: SandboxOptions): SandboxProcess {
  return new ChildSandbox(options)
}

class ChildSandbox implements SandboxProcess {
  readonly #options: SandboxOptions
  readonly #child: ChildProcess | undefined
  readonly #pipe: (Duplex & { ref?(): void; unref?(): void }) | undefined
  readonly #calls: Call[] = []
  #complaint = ''
  #isReady = false
  #lost: SandboxError | undefined
  #endWatch: () => void
  /** Resolves when all calls so far are sent; calls are sent one after the other. */
  #sending: Promise<unknown>

  constructor(options: SandboxOptions) {
    this.#options = options
    this.#child = this.#spawn()
    this.#pipe = this.#child?.stdio?.[pipeNumber] as Duplex | undefined
    const timer = setTimeout(
      () => this.#lose('start', 'the process did not start in time'),
      startLimit,
    ).unref()
    this.#endWatch = () => clearTimeout(timer)
    this.#listen()
    this.#child?.unref()
    this.#pipe?.unref?.()
    this.#sending = sourcesOf(options.program).then((sources) => this.#pipe?.write(sourcesFrame(sources)))
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  alive(): boolean {
    return this.#lost === undefined
  }

  call<A>(question: unknown, options: CallOptions): Promise<Reply<A>> {
    return this.#ask(question, options) as Promise<Reply<A>>
  }

  async *stream<A>(question: unknown, options: CallOptions): AsyncGenerator<Reply<A>> {
    const parts: Reply<unknown>[] = []
    let wake = Promise.withResolvers<void>()
    let isDone = false
    const done = this.#ask(question, options, (part) => {
      parts.push(part)
      this.#pipe?.pause()
      wake.resolve()
    }).finally(() => {
      isDone = true
      wake.resolve()
    })
    done.catch(() => undefined)
    try {
      for (;;) {
        await wake.promise
        wake = Promise.withResolvers()
        for (let part = parts.shift(); part; part = parts.shift()) yield part as Reply<A>
        if (isDone) break
        this.#pipe?.resume()
      }
      await done
    } finally {
      // If the reader stops early, nothing reads the other parts, so the process is ended.
      if (isDone) this.#pipe?.resume()
      else this.kill()
    }
  }

  kill(): void {
    this.#lose('ended', 'the process was ended')
  }

  #spawn(): ChildProcess | undefined {
    try {
      return spawnProgram(this.#options)
    } catch (error) {
      this.#lose('start', `the process could not be started: ${String(error)}`)
      return undefined
    }
  }

  #listen(): void {
    const reader = new FrameReader({
      check: (head) => this.#check(head),
      allocate: this.#options.allocate ?? ((length) => Buffer.allocUnsafeSlow(length)),
      onFrame: (frame) => this.#receive(frame),
    })
    const child = this.#child
    child?.once('error', (error) => this.#lose('start', `the process could not be started: ${error.message}`))
    child?.once('close', (code, signal) => this.#ended(String(signal ?? code)))
    child?.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = `${this.#complaint}${chunk}`.slice(-maxComplaint)
    })
    ;(child?.stderr as { unref?(): void } | null | undefined)?.unref?.()
    // Kills the process when its pipe closes. The `close` event above then reports the end.
    for (const event of ['end', 'error']) this.#pipe?.on(event, () => child?.kill('SIGKILL'))
    this.#pipe?.on('data', (chunk: Uint8Array) => {
      if (this.#lost) return
      try {
        reader.push(chunk)
      } catch (error) {
        this.#lose('ended', `the process broke the protocol: ${String(error)}`)
      }
    })
  }

  #ended(how: string): void {
    if (this.#isReady) this.#lose('ended', `the process ended (${how})`)
    else this.#lose('start', `the process did not start (${how}): ${this.#complaint}`)
  }

  #lose(reason: SandboxError['reason'], message: string): void {
    if (this.#lost) return
    const lost = new SandboxError(reason, message)
    this.#lost = lost
    this.#endWatch?.()
    this.#child?.kill('SIGKILL')
    this.#pipe?.destroy()
    for (const call of this.#calls.splice(0)) call.reject(lost)
  }

  async #ask(
    question: unknown,
    options: CallOptions,
    onPart?: (reply: Reply<unknown>) => void,
  ): Promise<Reply<unknown>> {
    const { cpuMs, signal } = options
    if (this.#lost) throw this.#lost
    signal?.throwIfAborted()
    const message = this.#serialized(question)
    const { promise, resolve, reject } = Promise.withResolvers<Reply<unknown>>()
    const call: Call = { cpuMs, onPart, resolve, reject }
    this.#calls.push(call)
    if (this.#calls.length === 1) this.#watchFirst()
    this.#pipe?.ref?.()
    const giveUp = (error: unknown) => {
      reject(error)
      this.kill()
    }
    const onAbort = () => giveUp(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#sending = this.#sending
      .then(() => this.#pipe && sendCall(this.#pipe, message, options.body))
      .catch(giveUp)
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** @throws SandboxError if the value cannot be serialized, for example for lack of memory */
  #serialized(question: unknown): Buffer {
    try {
      return serialize(question)
    } catch (error) {
      this.#lose('ended', `the question could not be sent: ${String(error)}`)
      throw this.#lost
    }
  }

  #check({ kind, message, bytes }: Head): void {
    const { maxAnswer = defaultMaxAnswer } = this.#options
    const isExpected = this.#isReady ? kind !== 'ready' && this.#calls.length > 0 : kind === 'ready'
    if (!isExpected || kind === 'chunk' || kind === 'call') throw new Error(`unexpected ${kind}`)
    if (message + bytes > maxAnswer) this.#lose('output', `the answer is larger than ${maxAnswer} bytes`)
    if (this.#lost) throw this.#lost
  }

  #receive({ kind, message, bytes }: Frame): void {
    if (kind === 'ready') {
      this.#isReady = true
      this.#watchFirst()
      return
    }
    const answer: unknown = deserialize(message)
    const [call] = this.#calls
    this.#endWatch()
    if (kind === 'part') {
      if (!call?.onPart) throw new Error('unexpected part')
      call.onPart({ answer, bytes })
    } else {
      this.#calls.shift()
      if (kind === 'done') call?.resolve({ answer, bytes })
      else call?.reject(new SandboxError('failed', String(answer)))
    }
    this.#watchFirst()
  }

  /** Watches the limits of the first waiting call only: the process has not started the other calls. */
  #watchFirst(): void {
    if (!this.#isReady) return
    this.#endWatch()
    const [call] = this.#calls
    if (!call) {
      this.#pipe?.unref?.()
      return
    }
    const limits = { cpuMs: call.cpuMs, resident: this.#options.memory.resident }
    this.#endWatch = watch(this.pid, limits, (reason) => {
      if (reason === 'time') this.#lose('time', `no answer within ${call.cpuMs} ms`)
      else this.#lose('memory', `the process takes more than ${limits.resident} MiB of memory`)
    })
  }
}
