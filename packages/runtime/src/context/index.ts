/** Context of the current call. Every log line, gRPC call and event carries parts of it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Actor, anonymous } from '@typecase/kernel'

export interface CallContext {
  readonly requestId: string
  /** W3C trace context: `00-<trace>-<span>-<flags>`. */
  readonly traceparent: string
  readonly actor: Actor
  /** When the caller stops waiting. Nested calls get the remaining time. */
  readonly deadline?: Date | undefined
  /** Aborted when the caller has disconnected. */
  readonly signal?: AbortSignal | undefined
}

const storage = new AsyncLocalStorage<CallContext>()

export const runInContext = <T>(context: CallContext, work: () => T): T => storage.run(context, work)

/** The context of the current call; outside of a call, a new anonymous context. */
export const currentContext = (): CallContext => storage.getStore() ?? newContext()

export const hasContext = (): boolean => storage.getStore() !== undefined

/** A context for work outside of a call, or for the first of several nested calls. */
export const newContext = (given: Partial<CallContext> = {}): CallContext => ({
  requestId: given.requestId ?? randomUUID(),
  traceparent: given.traceparent ?? newTraceparent(),
  actor: given.actor ?? anonymous,
  deadline: given.deadline,
  signal: given.signal,
})

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export const isTraceparent = (value: string): boolean =>
  traceparentForm.test(value) && !/^00-0{32}|-0{16}-/.test(value)

const newTraceparent = (): string => `00-${randomUUID().replaceAll('-', '')}-${newSpan()}-01`

/** A span id: 64 random bits of a UUID. Node buffers UUIDs, so they are cheaper than other random bytes. */
function newSpan(): string {
  const uuid = randomUUID()
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(24, 28)
}

/** The same trace with a new span, for an outgoing call. */
export function childTraceparent(parent: string): string {
  const parts = traceparentForm.exec(parent)
  return parts ? `00-${parts[1]}-${newSpan()}-${parts[3]}` : newTraceparent()
}
