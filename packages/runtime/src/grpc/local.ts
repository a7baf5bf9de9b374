/** Calls between services of one process: same messages, errors and checks as in gRPC, but no HTTP/2. */
import { Metadata, type MethodDefinition, type ServiceError, type StatusObject, status } from '@grpc/grpc-js'
import type { Actor } from '@typecase/kernel'
import type { CallContext } from '../context/index.ts'
import type { CallGuard } from '../service-keys/index.ts'
import { receiveLimitBytes, replyLimitBytes } from './limits.ts'

export interface LocalCall {
  readonly requestId: string
  readonly traceparent: string
  readonly actor: Actor
  /** Input of the guard: the signature, and the actor as signed. */
  readonly claim: { readonly signature: string | undefined; readonly actor: string }
  /** Milliseconds since 1970. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** Runs a handler in `context`. Rejects with a status from {@link toStatus}. */
export type ServeUnary = (request: object, context: CallContext) => Promise<object>

type Definition = MethodDefinition<object, object>

/** Runs a handler in `context` and streams its replies. Throws a status from {@link toStatus}. */
export type ServeStream = (request: object, context: CallContext) => AsyncIterable<object>

export type LocalMethod =
  | { readonly definition: Definition; readonly serve: ServeUnary }
  | { readonly definition: Definition; readonly serveStream: ServeStream }

export interface LocalServer {
  /** True for a method that takes a single request. */
  has(path: string): boolean
  /** Exchanges serialized messages, so that both sides share no objects. @throws ServiceError */
  call(path: string, request: Buffer, call: LocalCall): Promise<Buffer>
  /** Replies of a server stream, each computed on demand. @throws ServiceError */
  stream(path: string, request: Buffer, call: LocalCall): AsyncIterable<Buffer>
}

/** Servers of one process by `host:port`, called without a socket. */
export type LocalServers = Map<string, LocalServer>

export interface LocalServing extends LocalServer {
  /** Resolves when no call runs. After `limitMs` running calls fail with UNAVAILABLE. */
  drain(limitMs: number): Promise<void>
}

/** Serves methods, by path, to clients of the same process. */
export function localServing(
  methods: ReadonlyMap<string, LocalMethod>,
  guard: CallGuard | undefined,
): LocalServing {
  const running = new RunningCalls()

  /** @throws ServiceError for a refused call */
  function admitted(path: string, request: Buffer, { claim }: LocalCall): LocalMethod {
    const method = methods.get(path)
    if (!method) throw unimplemented(path)
    if (request.length > receiveLimitBytes) throw tooLarge(request.length, receiveLimitBytes)
    const refusal = guard?.(path, claim.signature, claim.actor)
    if (refusal) throw serviceError({ code: status[refusal.code], details: refusal.why })
    return method
  }

  return {
    has: (path) => methods.has(path),
    async call(path, request, call) {
      const method = admitted(path, request, call)
      if (!('serve' in method)) throw unimplemented(path)
      const started = runningCall(method, request, call)
      running.add(started)
      try {
        const reply = await started.reply
        if (reply.length > replyLimitBytes) throw tooLarge(reply.length, replyLimitBytes)
        return reply
      } finally {
        running.delete(started)
      }
    },
    async *stream(path, request, call) {
      const method = admitted(path, request, call)
      if (!('serveStream' in method)) throw unimplemented(path)
      const started = runningStream(method, request, call)
      running.add(started)
      try {
        yield* started.replies
      } finally {
        running.delete(started)
      }
    },
    drain: (limitMs) => running.drain(limitMs),
  }
}

/** The calls that a server runs, so that a stop can wait for them. */
class RunningCalls {
  readonly calls = new Set<Ending>()
  /** Called when the last call has ended, while the server stops. */
  idle: (() => void) | undefined

  add(call: Ending): void {
    this.calls.add(call)
  }

  delete(call: Ending): void {
    this.calls.delete(call)
    if (this.calls.size === 0) this.idle?.()
  }

  async drain(limitMs: number): Promise<void> {
    if (this.calls.size === 0) return
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => {
        for (const call of this.calls)
          call.end({ code: status.UNAVAILABLE, details: 'the server is stopping' })
        resolve()
      }, limitMs)
      this.idle = () => {
        clearTimeout(force)
        resolve()
      }
    })
  }
}

interface Ending {
  /** Fails the call with the status `outcome` and aborts the handler's signal, unless the call has ended. */
  end(outcome: Partial<StatusObject>): void
}

/** Context of the handler. The deadline, the caller or a stop of the server can end the call early. */
function callOf({ requestId, traceparent, actor, deadline, signal }: LocalCall) {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  // `broken` may reject before any code awaits it. That must not count as an unhandled rejection.
  broken.catch(() => undefined)
  const abort = lazyAbort()
  const end = (outcome: Partial<StatusObject>) => {
    abort.now()
    reject(serviceError(outcome))
  }
  const cancel = () => end({ code: status.CANCELLED, details: 'the caller cancelled the call' })
  const expire = () => end({ code: status.DEADLINE_EXCEEDED, details: 'the deadline has passed' })
  const timer = setTimeout(expire, Math.max(0, deadline - Date.now()))
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  const context: CallContext = {
    requestId,
    traceparent,
    actor,
    deadline: new Date(deadline),
    get signal() {
      return abort.signal()
    },
  }
  const release = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
  return { context, broken, end, release, abort: abort.now }
}

function runningCall(
  { definition, serve }: UnaryMethod,
  request: Buffer,
  call: LocalCall,
): Ending & { readonly reply: Promise<Buffer> } {
  const { context, broken, end, release } = callOf(call)
  const served = call.signal?.aborted
    ? broken
    : handled(definition, serve, request, context).catch((outcome) => Promise.reject(serviceError(outcome)))
  return { reply: Promise.race([served, broken]).finally(release), end }
}

function runningStream(
  { definition, serveStream }: StreamMethod,
  request: Buffer,
  call: LocalCall,
): Ending & { readonly replies: AsyncIterable<Buffer> } {
  const { context, broken, end, release, abort } = callOf(call)
  async function* replies(): AsyncGenerator<Buffer> {
    let hasEnded = false
    const iterator = serveStream(definition.requestDeserialize(request), context)[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await Promise.race([iterator.next(), broken])
        hasEnded = next.done === true
        if (next.done) return
        yield definition.responseSerialize(next.value)
      }
    } catch (error) {
      throw isServiceError(error) ? error : serviceError(error as Partial<StatusObject>)
    } finally {
      release()
      if (!hasEnded) abort()
      // A handler that ignores its signal ends when it yields its next reply.
      void iterator.return?.().then(undefined, () => undefined)
    }
  }
  return { replies: replies(), end }
}

type UnaryMethod = Extract<LocalMethod, { serve: unknown }>
type StreamMethod = Extract<LocalMethod, { serveStream: unknown }>

/** Async, so that an unreadable message rejects the promise, like a handler that fails. */
async function handled(
  { requestDeserialize, responseSerialize }: Definition,
  serve: ServeUnary,
  request: Buffer,
  context: CallContext,
) {
  return responseSerialize(await serve(requestDeserialize(request), context))
}

/** An abort signal that is created on first use, because most handlers do not need it. */
function lazyAbort(): { now(): void; signal(): AbortSignal } {
  let controller: AbortController | undefined
  let isAborted = false
  return {
    now() {
      isAborted = true
      controller?.abort()
    },
    signal() {
      controller ??= new AbortController()
      if (isAborted) controller.abort()
      return controller.signal
    },
  }
}

const tooLarge = (bytes: number, limit: number) =>
  serviceError({
    code: status.RESOURCE_EXHAUSTED,
    details: `a message of ${bytes} bytes exceeds the limit of ${limit}`,
  })

const unimplemented = (path: string) =>
  serviceError({ code: status.UNIMPLEMENTED, details: `there is no method ${path}` })

const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && 'details' in error

/** The same error as a gRPC client creates for the status. */
function serviceError({
  code = status.UNKNOWN,
  details = '',
  metadata = new Metadata(),
}: Partial<StatusObject>): ServiceError {
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata })
}
