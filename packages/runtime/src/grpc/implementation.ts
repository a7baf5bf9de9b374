import type { ServiceDef } from '@typecase/contracts/services'
import type { Actor } from '@typecase/kernel'

/** What a handler knows of the call beside its request. */
export interface ServerCall {
  readonly actor: Actor
  readonly requestId: string
  /** When the caller stops waiting. */
  readonly deadline: Date | undefined
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
}

type Method = { requestIn: unknown; requestOut: unknown; replyIn: unknown; replyOut: unknown }
type Handler<M extends Method, Kind> = Kind extends 'client-stream'
  ? (requests: AsyncIterable<M['requestOut']>, call: ServerCall) => Promise<M['replyIn']>
  : Kind extends 'server-stream'
    ? (request: M['requestOut'], call: ServerCall) => AsyncIterable<M['replyIn']>
    : (request: M['requestOut'], call: ServerCall) => Promise<M['replyIn']>

/** One handler a method, by its camel-case name; none may be missing. */
export type Handlers<Methods, Streams> = {
  readonly [K in keyof Methods]: Methods[K] extends Method
    ? Handler<Methods[K], K extends keyof Streams ? Streams[K] : undefined>
    : never
}

/** The handlers of that service: `HandlersOf<typeof PostServiceDef>`. */
export type HandlersOf<D> =
  D extends ServiceDef<infer Methods, infer Streams> ? Handlers<Methods, Streams> : never

export interface Implementation {
  readonly def: ServiceDef<unknown, unknown>
  readonly handlers: Readonly<Record<string, unknown>>
}

/** A service and what serves it. */
export const implement = <Methods, Streams>(
  def: ServiceDef<Methods, Streams>,
  handlers: Handlers<Methods, Streams>,
): Implementation => ({
  def,
  handlers: handlers as Readonly<Record<string, unknown>>,
})
