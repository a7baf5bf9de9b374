/** One client method: deadline, context, signature and errors, over a socket or in the same process. */
import type { Client as Channel, Metadata, MethodDefinition, ServiceError } from '@grpc/grpc-js'
import { type Actor, isAppError } from '@typecase/kernel'
import { childTraceparent, currentContext } from '../context/index.ts'
import type { CallSigner } from '../service-keys/index.ts'
import { beginSpan } from '../tracing/index.ts'
import { fromServiceError, hasDetails } from './error-wire.ts'
import type { LocalCall, LocalServer } from './local.ts'
import { packedActor, toMetadata } from './metadata.ts'
import { type Outage, withRetries } from './outage.ts'
import { sendAll } from './send-all.ts'

export interface CallOptions {
  /** Default: the actor of the current call. */
  readonly actor?: Actor
  /**
   * Time limit, at most that of the current call. Default: 5 s for reads, 10 s for writes, 10 min for
   * streams.
   */
  readonly deadlineMs?: number
  /** Cancels the call; default: the signal of the current call. */
  readonly signal?: AbortSignal
}

export interface Target {
  readonly channel: Channel
  readonly outage: Outage
  readonly sign: CallSigner | undefined
  /** Undefined while no server of this process listens at the address. */
  localServer(): LocalServer | undefined
}

const readLimitMs = 5_000
const writeLimitMs = 10_000
const streamLimitMs = 600_000
/** Read methods are retried when the service was not reached. */
const reads = /^(Get|List|Read|Find|Verify|Check)/

type Definition = MethodDefinition<object, object>

/** `name` is the method name of the proto file. */
export function clientMethod(target: Target, name: string, definition: Definition) {
  const isStream = definition.requestStream || definition.responseStream
  const limitMs = isStream ? streamLimitMs : reads.test(name) ? readLimitMs : writeLimitMs
  const begin = (options: CallOptions) => startCall(target, definition.path, limitMs, options)
  if (definition.requestStream) {
    return (requests: AsyncIterable<object>, options: CallOptions = {}) =>
      sendStream(target, definition, requests, begin(options))
  }
  if (definition.responseStream) {
    return (request: object, options: CallOptions = {}): AsyncIterable<object> => ({
      [Symbol.asyncIterator]: () => receiveStream(target, definition, request, begin(options)),
    })
  }
  const isRead = reads.test(name)
  return (request: object, options: CallOptions = {}) =>
    callUnary(target, definition, isRead, request, begin(options))
}

interface StartedCall {
  readonly requestId: string
  readonly traceparent: string
  readonly actor: Actor
  /** Milliseconds since 1970. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
  metadata(): Metadata
  /** Ends the span without an error. */
  succeeded(): void
  /** Ends the span and returns the error for the caller. */
  failed(error: unknown): unknown
}

function startCall({ sign }: Target, path: string, limitMs: number, options: CallOptions): StartedCall {
  const context = currentContext()
  const ownDeadline = Date.now() + (options.deadlineMs ?? limitMs)
  const span = beginSpan(path.slice(1), 'client', context.traceparent, { 'rpc.system': 'grpc' })
  const { requestId } = context
  const traceparent = span?.traceparent ?? childTraceparent(context.traceparent)
  const actor = options.actor ?? context.actor
  return {
    requestId,
    traceparent,
    actor,
    deadline: context.deadline ? Math.min(ownDeadline, context.deadline.getTime()) : ownDeadline,
    signal: options.signal ?? context.signal,
    metadata: () => toMetadata(requestId, traceparent, actor, path, sign),
    succeeded: () => span?.end(),
    failed(error) {
      const reported = isServiceError(error) ? fromServiceError(error) : error
      span?.end({ errorCode: isAppError(reported) ? reported.code : 'INTERNAL' })
      return reported
    },
  }
}

async function callUnary(
  target: Target,
  definition: Definition,
  isRead: boolean,
  request: object,
  call: StartedCall,
) {
  try {
    const server = target.localServer()
    const reply = server?.has(definition.path)
      ? await callLocal(server, target, definition, request, call)
      : await callRemote(target, definition, isRead, request, call)
    call.succeeded()
    return reply
  } catch (error) {
    throw call.failed(error)
  }
}

async function callLocal(
  server: LocalServer,
  target: Target,
  definition: Definition,
  request: object,
  call: StartedCall,
) {
  const { path, requestSerialize, responseDeserialize } = definition
  return responseDeserialize(
    await server.call(path, requestSerialize(request), localCall(target, path, call)),
  )
}

function localCall({ sign }: Target, path: string, call: StartedCall): LocalCall {
  const actor = packedActor(call.actor)
  return { ...call, claim: { signature: sign?.(path, actor), actor } }
}

function callRemote(
  { channel, outage }: Target,
  definition: Definition,
  isRead: boolean,
  request: object,
  call: StartedCall,
) {
  const { path, requestSerialize, responseDeserialize } = definition
  const { deadline, signal } = call
  const metadata = call.metadata()
  const once = async () => {
    await outage.over(deadline)
    return new Promise<object>((resolve, reject) => {
      const done = (error: ServiceError | null, reply?: object) => {
        unlink()
        if (error) reject(error)
        else resolve(reply as object)
      }
      const running = channel.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadata,
        { deadline },
        done,
      )
      const unlink = cancelOn(signal, () => running.cancel())
    })
  }
  return isRead ? withRetries(once, deadline, hasDetails) : once()
}

async function sendStream(
  { channel, outage }: Target,
  { path, requestSerialize, responseDeserialize }: Definition,
  requests: AsyncIterable<object>,
  call: StartedCall,
): Promise<object> {
  const { deadline, signal } = call
  const metadata = call.metadata()
  await outage.over(deadline)
  return new Promise<object>((resolve, reject) => {
    let failure: unknown
    const done = (error: ServiceError | null, reply?: object) => {
      if (error) return reject(call.failed(failure ?? error))
      call.succeeded()
      resolve(reply as object)
    }
    const stream = channel.makeClientStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      metadata,
      { deadline },
      done,
    )
    const unlink = cancelOn(signal, () => stream.cancel())
    sendAll(requests, stream).then(unlink, (error) => {
      failure ??= error
      unlink()
      stream.cancel()
      reject(error)
    })
  })
}

function receiveStream(
  target: Target,
  definition: Definition,
  request: object,
  call: StartedCall,
): AsyncGenerator<object> {
  const server = target.localServer()
  return server?.has(definition.path)
    ? receiveLocalStream(server, target, definition, request, call)
    : receiveRemoteStream(target, definition, request, call)
}

async function* receiveLocalStream(
  server: LocalServer,
  target: Target,
  { path, requestSerialize, responseDeserialize }: Definition,
  request: object,
  call: StartedCall,
): AsyncGenerator<object> {
  try {
    for await (const reply of server.stream(path, requestSerialize(request), localCall(target, path, call))) {
      yield responseDeserialize(reply)
    }
  } catch (error) {
    throw call.failed(error)
  } finally {
    call.succeeded()
  }
}

async function* receiveRemoteStream(
  { channel, outage }: Target,
  { path, requestSerialize, responseDeserialize }: Definition,
  request: object,
  call: StartedCall,
): AsyncGenerator<object> {
  const { deadline, signal } = call
  const metadata = call.metadata()
  await outage.over(deadline)
  const stream = channel.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    metadata,
    { deadline },
  )
  const unlink = cancelOn(signal, () => stream.cancel())
  try {
    yield* stream as AsyncIterable<object>
  } catch (error) {
    throw call.failed(error)
  } finally {
    unlink()
    stream.cancel()
    call.succeeded()
  }
}

function cancelOn(signal: AbortSignal | undefined, cancel: () => void): () => void {
  if (!signal) return () => undefined
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  return () => signal.removeEventListener('abort', cancel)
}

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && 'details' in error
