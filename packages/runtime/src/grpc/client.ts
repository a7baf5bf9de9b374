import { Client as Channel, type ClientOptions, credentials } from '@grpc/grpc-js'
import type { ServiceDef } from '@typecase/contracts/services'
import type { CallSigner } from '../service-keys/index.ts'
import { type CallOptions, clientMethod, type Target } from './calls.ts'
import { receiveLimitBytes, replyLimitBytes } from './limits.ts'
import type { LocalServers } from './local.ts'
import { watchOutage } from './outage.ts'

type Method = { requestIn: unknown; requestOut: unknown; replyIn: unknown; replyOut: unknown }

type ClientMethod<M extends Method, Kind> = Kind extends 'client-stream'
  ? (requests: AsyncIterable<M['requestIn']>, options?: CallOptions) => Promise<M['replyOut']>
  : Kind extends 'server-stream'
    ? (request: M['requestIn'], options?: CallOptions) => AsyncIterable<M['replyOut']>
    : (request: M['requestIn'], options?: CallOptions) => Promise<M['replyOut']>

type MethodsOfDef<D> =
  D extends ServiceDef<infer Methods, infer Streams>
    ? {
        [K in keyof Methods]: Methods[K] extends Method
          ? ClientMethod<Methods[K], K extends keyof Streams ? Streams[K] : undefined>
          : never
      }
    : never

type Merged<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void ? I : never

/** All methods of the services. No two services of a client may have methods with the same name. */
export type Client<D extends readonly ServiceDef<unknown, unknown>[]> = Merged<MethodsOfDef<D[number]>> & {
  /** Rejects when the service does not respond in time. */
  waitForReady(ms: number): Promise<void>
  close(): void
}

const channelOptions: ClientOptions = {
  'grpc.max_receive_message_length': replyLimitBytes,
  'grpc.max_send_message_length': receiveLimitBytes,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.enable_channelz': 0,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
}

/**
 * Client of the services at `host:port`. Connects at first use, and reconnects. `sign` signs calls. Calls a
 * server in `local` without a socket, except for methods with a request stream.
 */
export function grpcClient<const D extends readonly ServiceDef<unknown, unknown>[]>(
  defs: D,
  address: string,
  sign?: CallSigner,
  local?: LocalServers,
): Client<D> {
  const methods = defs.flatMap((def) => Object.entries(def.definition()))
  const channel = new Channel(address, credentials.createInsecure(), channelOptions)
  const target: Target = {
    channel,
    outage: watchOutage(channel),
    sign,
    localServer: () => local?.get(address),
  }
  const calls = Object.fromEntries(
    methods.map(([name, method]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      clientMethod(target, name, method),
    ]),
  )
  return {
    ...calls,
    waitForReady: async (ms: number) => {
      if (target.localServer()) return
      await new Promise<void>((resolve, reject) => {
        channel.waitForReady(Date.now() + ms, (error) => (error ? reject(error) : resolve()))
      })
    },
    close: () => channel.close(),
  } as Client<D>
}
