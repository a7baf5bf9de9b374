import {
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import type { ServiceDef } from '@typecase/contracts/services'
import { AppError } from '@typecase/kernel'
import type { Logger } from 'pino'
import { ConfigError } from '../config/index.ts'
import { type CallContext, runInContext } from '../context/index.ts'
import type { Part } from '../lifecycle/index.ts'
import type { CallGuard } from '../service-keys/index.ts'
import { histogram } from '../telemetry/index.ts'
import { beginSpan, type OpenSpan } from '../tracing/index.ts'
import { contextOf } from './call-context.ts'
import { internalStatus, toStatus } from './error-wire.ts'
import { exhaustedLog } from './exhausted-log.ts'
import { guarding } from './guarding.ts'
import { healthService } from './health-service.ts'
import type { Implementation, ServerCall } from './implementation.ts'
import { receiveLimitBytes } from './limits.ts'
import {
  type LocalMethod,
  type LocalServers,
  localServing,
  type ServeStream,
  type ServeUnary,
} from './local.ts'

export interface GrpcServerOptions {
  readonly name: string
  readonly log: Logger
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  readonly services: readonly Implementation[]
  /** Checks callers; without it every caller is served. Health is always served. */
  readonly guard?: CallGuard | undefined
  /** Registers the server for clients of this process; without it they use the socket. */
  readonly local?: LocalServers | undefined
}

export type GrpcServer = Part & {
  /** `host:port`, available after the start. */
  address(): string
}

/**
 * Milliseconds that running calls get during a stop: longer than an upload takes, shorter than the 25 s after
 * which the process exits.
 */
const drainLimitMs = 18_000

/**
 * Serves the implementations and the health service. Callers get AppErrors; other errors are logged and
 * replaced by a fixed text.
 * @throws ConfigError at start when the port is in use
 */
export function serveGrpc({ name, log, host, port, services, guard, local }: GrpcServerOptions): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': receiveLimitBytes,
    'grpc.max_send_message_length': -1,
    'grpc.enable_channelz': 0,
    interceptors: guard ? [guarding(guard)] : [],
  })
  const health = healthService(services.map(({ def }) => def.fullName))
  const localMethods = new Map<string, LocalMethod>()
  for (const { def, handlers } of services)
    server.addService(def.definition(), wrapAll(def, handlers, log, localMethods))
  const { def, handlers } = health.implementation
  server.addService(def.definition(), wrapAll(def, handlers, log, new Map()))
  const serving = localServing(localMethods, guard)
  let bound = port
  const address = () => `${host}:${bound}`
  return {
    name: `${name} grpc`,
    address,
    async start() {
      bound = await new Promise<number>((resolve, reject) => {
        server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, actual) => {
          if (!error) resolve(actual)
          else
            reject(
              new ConfigError([
                `port ${port} on ${host} is in use or not allowed: set GRPC_PORT of ${name} to a free one`,
              ]),
            )
        })
      })
      health.serving(true)
      local?.set(address(), serving)
    },
    async stop() {
      health.serving(false)
      local?.delete(address())
      await Promise.all([serving.drain(drainLimitMs), shutDown(server)])
    },
  }
}

/** Waits for running calls, and cancels them after the limit. */
const shutDown = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown()
      resolve()
    }, drainLimitMs)
    server.tryShutdown(() => {
      clearTimeout(force)
      resolve()
    })
  })
const duration = histogram('typecase_grpc_server_seconds', 'Time to serve a gRPC call, in seconds', [
  'service',
  'method',
  'outcome',
])

function wrapAll(
  def: ServiceDef<unknown, unknown>,
  handlers: Readonly<Record<string, unknown>>,
  log: Logger,
  localMethods: Map<string, LocalMethod>,
): UntypedServiceImplementation {
  const wrapped: UntypedServiceImplementation = {}
  const logExhausted = exhaustedLog(log)
  for (const [rpc, method] of Object.entries(def.definition())) {
    const name = rpc.charAt(0).toLowerCase() + rpc.slice(1)
    const handler = handlers[name]
    if (typeof handler !== 'function') throw new Error(`${def.fullName}.${name} has no handler`)
    const ended = (started: number, outcome: string, span: OpenSpan | undefined) => {
      duration.observe({ service: def.fullName, method: rpc, outcome }, (performance.now() - started) / 1000)
      span?.end(outcome === 'OK' ? {} : { errorCode: outcome })
    }
    const failure = (error: unknown, context: CallContext) => {
      if (error instanceof AppError && error.kind !== 'internal') {
        if (error.kind === 'unavailable')
          runInContext(context, () => logExhausted(error, `${def.fullName}/${rpc}`))
        return toStatus(error)
      }
      if (!context.signal?.aborted)
        runInContext(context, () => log.error({ error, rpc: `${def.fullName}/${rpc}` }, 'a call failed'))
      return internalStatus
    }
    if (method.responseStream) wrapped[rpc] = serverStream(handler as StreamHandler, ended, failure)
    else wrapped[rpc] = unary(handler as UnaryHandler, ended, failure)
    if (method.requestStream) continue
    const { path } = method
    if (method.responseStream)
      localMethods.set(path, {
        definition: method,
        serveStream: localStream(handler as StreamHandler, path, ended, failure),
      })
    else
      localMethods.set(path, {
        definition: method,
        serve: localUnary(handler as UnaryHandler, path, ended, failure),
      })
  }
  return wrapped
}

type UnaryHandler = (input: unknown, call: ServerCall) => Promise<object>

type StreamHandler = (input: unknown, call: ServerCall) => AsyncIterable<object>

type Ended = (started: number, outcome: string, span: OpenSpan | undefined) => void

type Failure = (error: unknown, context: CallContext) => ReturnType<typeof toStatus>

function unary(handler: UnaryHandler, ended: Ended, failure: Failure) {
  return (
    call: ServerUnaryCall<object, object> | ServerReadableStream<object, object>,
    callback: sendUnaryData<object>,
  ) => {
    const started = performance.now()
    const { context, served, span } = contextOf(call)
    runInContext(context, async () =>
      handler('request' in call ? call.request : call, context as ServerCall),
    ).then(
      (reply) => {
        // Skips `served` for a request stream: the handler cannot distinguish an abort from the end of the
        // stream, so the handler may reply to an aborted call.
        if ('request' in call) served()
        ended(started, 'OK', span)
        callback(null, reply)
      },
      (error) => {
        const status = failure(error, context)
        if ('request' in call) served()
        ended(started, String(status.code), span)
        callback(status)
        // Reads and discards requests that the client still sends.
        if ('resume' in call) call.resume()
      },
    )
  }
}

/** Serves callers in this process, which pass their context directly. */
function localUnary(handler: UnaryHandler, path: string, ended: Ended, failure: Failure): ServeUnary {
  return async (request, given) => {
    const started = performance.now()
    const span = beginSpan(path.slice(1), 'server', given.traceparent, { 'rpc.system': 'grpc' })
    const context = span ? withTraceparent(given, span.traceparent) : given
    try {
      const reply = await runInContext(context, () => handler(request, context as ServerCall))
      ended(started, 'OK', span)
      return reply
    } catch (error) {
      const outcome = failure(error, context)
      ended(started, String(outcome.code), span)
      throw outcome
    }
  }
}

function localStream(handler: StreamHandler, path: string, ended: Ended, failure: Failure): ServeStream {
  return async function* (request, given) {
    const started = performance.now()
    const span = beginSpan(path.slice(1), 'server', given.traceparent, { 'rpc.system': 'grpc' })
    const context = span ? withTraceparent(given, span.traceparent) : given
    const iterator = runInContext(context, () => handler(request, context as ServerCall))[
      Symbol.asyncIterator
    ]()
    try {
      for (;;) {
        const next = await runInContext(context, () => iterator.next())
        if (next.done) break
        yield next.value
      }
      ended(started, 'OK', span)
    } catch (error) {
      const outcome = failure(error, context)
      ended(started, String(outcome.code), span)
      throw outcome
    } finally {
      await iterator.return?.()
    }
  }
}

/** Inherits from the context, because copying its properties would create the lazy signal. */
const withTraceparent = (context: CallContext, traceparent: string): CallContext =>
  Object.create(context, { traceparent: { value: traceparent, enumerable: true } })
function serverStream(handler: StreamHandler, ended: Ended, failure: Failure) {
  return async (call: ServerWritableStream<object, object>) => {
    const started = performance.now()
    const { context, served, span } = contextOf(call)
    try {
      const replies = runInContext(context, () => handler(call.request, context as ServerCall))
      const iterator = replies[Symbol.asyncIterator]()
      for (;;) {
        const next = await runInContext(context, () => iterator.next())
        if (next.done) break
        if (call.cancelled) {
          await iterator.return?.()
          break
        }
        if (!call.write(next.value)) await drained(call)
      }
      served()
      ended(started, 'OK', span)
      call.end()
    } catch (error) {
      const status = failure(error, context)
      ended(started, String(status.code), span)
      call.emit('error', status)
    }
  }
}

const drained = (call: ServerWritableStream<object, object>) =>
  new Promise<void>((resolve) => {
    const go = () => {
      for (const event of ['drain', 'cancelled', 'close']) call.off(event, go)
      resolve()
    }
    for (const event of ['drain', 'cancelled', 'close']) call.on(event, go)
    if (call.cancelled) go()
  })
