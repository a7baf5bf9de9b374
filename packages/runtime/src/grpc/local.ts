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

export interface LocalMethod {
  readonly definition: Definition
  readonly serve: ServeUnary
}

export interface LocalServer {
  /** True for a unary method that is served now. */
  has(path: string): boolean
  /** Takes and returns serialized messages, so that the two sides share no object. @throws ServiceError */
  call(path: string, request: Buffer, call: LocalCall): Promise<Buffer>
}

/** The servers of one process by `host:port`. Clients that are given it call them directly. */
export type LocalServers = Map<string, LocalServer>

export interface LocalServing extends LocalServer {
  /** Resolves when no call runs. After `limitMs` the running ones fail with UNAVAILABLE. */
  drain(limitMs: number): Promise<void>
}

/** Serves those methods, by their path, to clients of the same process. */
export function localServing(methods: ReadonlyMap<string, LocalMethod>, guard: CallGuard | undefined): LocalServing {
  const running = new Set<RunningCall>()
  let idle: (() => void) | undefined
  return {
    has: (path) => methods.has(path),
    async call(path, request, call) {
      const method = methods.get(path)
      if (!method) throw serviceError({ code: status.UNIMPLEMENTED, details: `there is no method ${path}` })
      if (request.length > receiveLimitBytes) throw tooLarge(request.length, receiveLimitBytes)
      const refusal = guard?.(path, call.claim.signature, call.claim.actor)
      if (refusal) throw serviceError({ code: status[refusal.code], details: refusal.why })
      const started = runningCall(method, request, call)
      running.add(started)
      try {
        const reply = await started.reply
        if (reply.length > replyLimitBytes) throw tooLarge(reply.length, replyLimitBytes)
        return reply
      } finally {
        running.delete(started)
        if (running.size === 0) idle?.()
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

interface RunningCall {
  readonly reply: Promise<Buffer>
  /** The caller gets that status and the handler's signal is aborted, unless it has answered. */
  end(outcome: Partial<StatusObject>): void
}

function runningCall({ definition, serve }: LocalMethod, request: Buffer, call: LocalCall): RunningCall {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const abort = lazyAbort()
  const end = (outcome: Partial<StatusObject>) => {
    abort.now()
    reject(serviceError(outcome))
  }
  const cancel = () => end({ code: status.CANCELLED, details: 'the caller has cancelled the call' })
  const expire = () => end({ code: status.DEADLINE_EXCEEDED, details: 'the deadline has passed' })
  const timer = setTimeout(expire, Math.max(0, call.deadline - Date.now()))
  call.signal?.addEventListener('abort', cancel, { once: true })
  const release = () => {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', cancel)
  }
  if (call.signal?.aborted) cancel()
  else {
    const { requestId, traceparent, actor } = call
    const context = {
      requestId,
      traceparent,
      actor,
      deadline: new Date(call.deadline),
      get signal() {
        return abort.signal()
      },
    }
    handled(definition, serve, request, context).then(resolve, (outcome) => reject(serviceError(outcome)))
  }
  return { reply: promise.finally(release), end }
}

/** Async, so that a message that cannot be read rejects as a handler that fails does. */
async function handled({ requestDeserialize, responseSerialize }: Definition, serve: ServeUnary, request: Buffer, context: CallContext) {
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
  serviceError({ code: status.RESOURCE_EXHAUSTED, details: `a message of ${bytes} bytes exceeds the limit of ${limit}` })

/** The error that a gRPC client would have got of that status. */
function serviceError({ code = status.UNKNOWN, details = '', metadata = new Metadata() }: Partial<StatusObject>): ServiceError {
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata })
}
