/** Calls between services of one process: the same messages, errors and checks as over a socket, without HTTP/2. */
import { Metadata, type MethodDefinition, type ServiceError, type StatusObject, status } from '@grpc/grpc-js'
import type { Actor } from '@typecase/kernel'
import type { CallContext } from '../context/index.ts'
import type { CallGuard } from '../service-keys/index.ts'
import { receiveLimitBytes, replyLimitBytes } from './limits.ts'

/** A call as the client hands it over. */
export interface LocalCall {
  readonly requestId: string
  readonly traceparent: string
  readonly actor: Actor
  /** What the guard of the server checks: the signature, and the actor as it was signed. */
  readonly claim: { readonly signature: string | undefined; readonly actor: string }
  /** Milliseconds since 1970. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** Runs a handler in that context. Rejects with a status, as {@link toStatus} builds it. */
export type ServeUnary = (request: object, context: CallContext) => Promise<object>

type Definition = MethodDefinition<object, object>

/** The replies of a handler in that context. Throws a status likewise. */
export type ServeStream = (request: object, context: CallContext) => AsyncIterable<object>

export type LocalMethod =
  | { readonly definition: Definition; readonly serve: ServeUnary }
  | { readonly definition: Definition; readonly serveStream: ServeStream }

export interface LocalServer {
  /** True for a method that is served now, and takes a single request. */
  has(path: string): boolean
  /** Takes and returns serialized messages, so that the two sides share no object. @throws ServiceError */
  call(path: string, request: Buffer, call: LocalCall): Promise<Buffer>
  /** The replies of a server stream, each when the reader asks for it. @throws ServiceError */
  stream(path: string, request: Buffer, call: LocalCall): AsyncIterable<Buffer>
}

/** The servers of one process by `host:port`. Clients that are given it call them directly. */
export type LocalServers = Map<string, LocalServer>

export interface LocalServing extends LocalServer {
  /** Resolves when no call runs. After `limitMs` the running ones fail with UNAVAILABLE. */
  drain(limitMs: number): Promise<void>
}

/** Serves those methods, by their path, to clients of the same process. */
export function localServing(
  methods: ReadonlyMap<string, LocalMethod>,
  guard: CallGuard | undefined,
): LocalServing {
  const running = new Set<Ending>()
  let idle: (() => void) | undefined

  /** @throws ServiceError where the call must not be served */
  function admitted(path: string, request: Buffer, { claim }: LocalCall): LocalMethod {
    const method = methods.get(path)
    if (!method) throw unimplemented(path)
    if (request.length > receiveLimitBytes) throw tooLarge(request.length, receiveLimitBytes)
    const refusal = guard?.(path, claim.signature, claim.actor)
    if (refusal) throw serviceError({ code: status[refusal.code], details: refusal.why })
    return method
  }

  function ended(call: Ending): void {
    running.delete(call)
    if (running.size === 0) idle?.()
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
        ended(started)
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
        ended(started)
      }
    },
    async drain(limitMs) {
      if (running.size === 0) return
      await new Promise<void>((resolve) => {
        const force = setTimeout(() => {
          for (const call of running) call.end({ code: status.UNAVAILABLE, details: 'the server stops' })
          resolve()
        }, limitMs)
        idle = () => {
          clearTimeout(force)
          resolve()
        }
      })
    },
  }
}

interface Ending {
  /** The caller gets that status and the handler's signal is aborted, unless the call has ended. */
  end(outcome: Partial<StatusObject>): void
}

/** The context of the handler, and what ends the call before it does: its deadline, its caller or a stop. */
function callOf({ requestId, traceparent, actor, deadline, signal }: LocalCall) {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  // It may end without anything that waits for it.
  broken.catch(() => undefined)
  const abort = lazyAbort()
  const end = (outcome: Partial<StatusObject>) => {
    abort.now()
    reject(serviceError(outcome))
  }
  const cancel = () => end({ code: status.CANCELLED, details: 'the caller has cancelled the call' })
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
      // A handler that does not look at its signal ends with its next reply.
      void iterator.return?.().then(undefined, () => undefined)
    }
  }
  return { replies: replies(), end }
}

type UnaryMethod = Extract<LocalMethod, { serve: unknown }>
type StreamMethod = Extract<LocalMethod, { serveStream: unknown }>

/** Async, so that a message that cannot be read rejects as a handler that fails does. */
async function handled(
  { requestDeserialize, responseSerialize }: Definition,
  serve: ServeUnary,
  request: Buffer,
  context: CallContext,
) {
  return responseSerialize(await serve(requestDeserialize(request), context))
}

/** Most handlers never ask for their signal, so it is created on first use. */
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

/** The error that a gRPC client would have got of that status. */
function serviceError({
  code = status.UNKNOWN,
  details = '',
  metadata = new Metadata(),
}: Partial<StatusObject>): ServiceError {
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata })
}
