import { Client as Channel, type ClientOptions, credentials, type MethodDefinition, type ServiceError } from '@grpc/grpc-js'
import type { ServiceDef } from '@typecase/contracts/services'
import { type Actor, isAppError } from '@typecase/kernel'
import { childTraceparent, currentContext } from '../context/index.ts'
import type { CallSigner } from '../service-keys/index.ts'
import { beginSpan } from '../tracing/index.ts'
import { fromServiceError, hasDetails } from './error-wire.ts'
import { toMetadata } from './metadata.ts'
import { type Outage, triedAgain, watchOutage } from './outage.ts'

export interface CallOptions {
  /** Who asks; default: the actor of the running call. */
  readonly actor?: Actor
  /** Milliseconds to wait at most; never more than what the running call has left. Default 5 s reads, 10 s writes, 10 min streams. */
  readonly deadlineMs?: number
  /** Ends the call; default: the running call's. */
  readonly signal?: AbortSignal
}

type Method = { requestIn: unknown; requestOut: unknown; replyIn: unknown; replyOut: unknown }

type ClientMethod<M extends Method, Kind> = Kind extends 'client-stream'
  ? (requests: AsyncIterable<M['requestIn']>, options?: CallOptions) => Promise<M['replyOut']>
  : Kind extends 'server-stream'
    ? (request: M['requestIn'], options?: CallOptions) => AsyncIterable<M['replyOut']>
    : (request: M['requestIn'], options?: CallOptions) => Promise<M['replyOut']>

type MethodsOfDef<D> =
  D extends ServiceDef<infer Methods, infer Streams>
    ? {
        [K in keyof Methods]: Methods[K] extends Method ? ClientMethod<Methods[K], K extends keyof Streams ? Streams[K] : undefined> : never
      }
    : never

type Merged<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void ? I : never

/** Every method of those services, as promises; the names of one process's services never meet. */
export type Client<D extends readonly ServiceDef<unknown, unknown>[]> = Merged<MethodsOfDef<D[number]>> & {
  /** Rejects when the service does not answer within that time. */
  waitForReady(ms: number): Promise<void>
  close(): void
}

const readLimitMs = 5_000
const writeLimitMs = 10_000
const streamLimitMs = 600_000
/** Change nothing: these are tried again when the service was not reached. */
const reads = /^(Get|List|Read|Find|Verify|Check)/

const channelOptions: ClientOptions = {
  'grpc.max_receive_message_length': 256 * 1024 * 1024,
  'grpc.max_send_message_length': 16 * 1024 * 1024,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.enable_channelz': 0,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
}

/** A client of the services at that address (`host:port`). Connects when first used, and again by itself. `sign` proves who calls. */
export function grpcClient<const D extends readonly ServiceDef<unknown, unknown>[]>(
  defs: D,
  address: string,
  sign?: CallSigner,
): Client<D> {
  const methods = defs.flatMap((def) => Object.entries(def.definition()))
  const channel = new Channel(address, credentials.createInsecure(), channelOptions)
  const outage = watchOutage(channel)
  const calls = Object.fromEntries(
    methods.map(([name, method]) => [name.charAt(0).toLowerCase() + name.slice(1), call(channel, outage, name, method, sign)]),
  )
  return {
    ...calls,
    waitForReady: (ms: number) =>
      new Promise<void>((resolve, reject) => channel.waitForReady(Date.now() + ms, (error) => (error ? reject(error) : resolve()))),
    close: () => channel.close(),
  } as Client<D>
}

function call(channel: Channel, outage: Outage, name: string, method: MethodDefinition<object, object>, sign: CallSigner | undefined) {
  const { path, requestSerialize: serialize, responseDeserialize: deserialize } = method
  const limit = method.requestStream || method.responseStream ? streamLimitMs : reads.test(name) ? readLimitMs : writeLimitMs
  const begin = (options: CallOptions) => {
    const context = currentContext()
    const mine = Date.now() + (options.deadlineMs ?? limit)
    const deadline = context.deadline ? Math.min(mine, context.deadline.getTime()) : mine
    const span = beginSpan(path.slice(1), 'client', context.traceparent, { 'rpc.system': 'grpc' })
    const traceparent = span?.traceparent ?? childTraceparent(context.traceparent)
    const metadata = toMetadata(context.requestId, traceparent, options.actor ?? context.actor, path, sign)
    /** What the caller is told; the span ends with it. */
    const failed = (error: unknown) => {
      const told = isServiceError(error) ? fromServiceError(error) : error
      span?.end({ fault: isAppError(told) ? told.code : 'INTERNAL' })
      return told
    }
    return { metadata, deadline, signal: options.signal ?? context.signal, answered: () => span?.end(), failed }
  }
  if (method.requestStream) {
    return async (requests: AsyncIterable<object>, options: CallOptions = {}) => {
      const { metadata, deadline, signal, answered, failed } = begin(options)
      await outage.over(deadline)
      return new Promise<object>((resolve, reject) => {
        const stream = channel.makeClientStreamRequest(path, serialize, deserialize, metadata, { deadline }, (error, reply) => {
          if (error) return fail(error)
          answered()
          resolve(reply as object)
        })
        let failure: unknown
        const fail = (error: ServiceError) => reject(failed(failure ?? error))
        const unlink = cancelOn(signal, () => stream.cancel())
        send(requests, stream).then(unlink, (error) => {
          failure ??= error
          unlink()
          stream.cancel()
          reject(error)
        })
      })
    }
  }
  if (method.responseStream) {
    return (request: object, options: CallOptions = {}): AsyncIterable<object> => ({
      async *[Symbol.asyncIterator]() {
        const { metadata, deadline, signal, answered, failed } = begin(options)
        await outage.over(deadline)
        const stream = channel.makeServerStreamRequest(path, serialize, deserialize, request, metadata, { deadline })
        const unlink = cancelOn(signal, () => stream.cancel())
        try {
          yield* stream as AsyncIterable<object>
        } catch (error) {
          throw failed(error)
        } finally {
          unlink()
          stream.cancel()
          answered()
        }
      },
    })
  }
  const isRead = reads.test(name)
  return async (request: object, options: CallOptions = {}) => {
    const { metadata, deadline, signal, answered, failed } = begin(options)
    const once = async () => {
      await outage.over(deadline)
      return new Promise<object>((resolve, reject) => {
        const running = channel.makeUnaryRequest(path, serialize, deserialize, request, metadata, { deadline }, (error, reply) => {
          unlink()
          if (error) reject(error)
          else resolve(reply as object)
        })
        const unlink = cancelOn(signal, () => running.cancel())
      })
    }
    try {
      const reply = isRead ? await triedAgain(once, deadline, hasDetails) : await once()
      answered()
      return reply
    } catch (error) {
      throw failed(error)
    }
  }
}

interface Sink {
  write(message: object): boolean
  end(): void
  once(event: 'drain' | 'close' | 'error', listener: () => void): void
  off(event: 'drain' | 'close' | 'error', listener: () => void): void
  destroyed: boolean
}

/** Writes all, never faster than the other side reads. */
async function send(requests: AsyncIterable<object>, stream: Sink): Promise<void> {
  for await (const request of requests) {
    if (stream.destroyed) return
    if (stream.write(request)) continue
    await new Promise<void>((resolve) => {
      const go = () => {
        for (const event of ['drain', 'close', 'error'] as const) stream.off(event, go)
        resolve()
      }
      for (const event of ['drain', 'close', 'error'] as const) stream.once(event, go)
    })
  }
  stream.end()
}

function cancelOn(signal: AbortSignal | undefined, cancel: () => void): () => void {
  if (!signal) return () => undefined
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  return () => signal.removeEventListener('abort', cancel)
}

const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && 'code' in error && 'details' in error
