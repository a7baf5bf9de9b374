import type { ServiceDef } from '@typecase/contracts/services'
import type { Actor } from '@typecase/kernel'

/** Second argument of a handler. */
export interface ServerCall {
  readonly actor: Actor
  readonly requestId: string
  /** When the caller stops waiting. */
  readonly deadline: Date | undefined
  /** Aborted when the caller has disconnected. */
  readonly signal: AbortSignal
}

type Method = { requestIn: unknown; requestOut: unknown; replyIn: unknown; replyOut: unknown }
type Handler<M extends Method, Kind> = Kind extends 'client-stream'
  ? (requests: AsyncIterable<M['requestOut']>, call: ServerCall) => Promise<M['replyIn']>
  : Kind extends 'server-stream'
    ? (request: M['requestOut'], call: ServerCall) => AsyncIterable<M['replyIn']>
    : (request: M['requestOut'], call: ServerCall) => Promise<M['replyIn']>

/** One handler per method, by camel-case name; all are required. */
export type Handlers<Methods, Streams> = {
  readonly [K in keyof Methods]: Methods[K] extends Method
    ? Handler<Methods[K], K extends keyof Streams ? Streams[K] : undefined>
    : never
}

/** Handlers of a service: `HandlersOf<typeof PostServiceDef>`. */
export type HandlersOf<D> =
  D extends ServiceDef<infer Methods, infer Streams> ? Handlers<Methods, Streams> : never

export interface Implementation {
  readonly def: ServiceDef<unknown, unknown>
  readonly handlers: Readonly<Record<string, unknown>>
}

export const implement = <Methods, Streams>(
  def: ServiceDef<Methods, Streams>,
  handlers: Handlers<Methods, Streams>,
): Implementation => ({
  def,
  handlers: handlers as Readonly<Record<string, unknown>>,
})
