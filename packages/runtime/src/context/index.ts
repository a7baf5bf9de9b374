/** What belongs to the call being served: it travels with every log line, gRPC call and event. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Actor, anonymous } from '@typecase/kernel'

export interface CallContext {
  readonly requestId: string
  /** W3C trace context: `00-<trace>-<span>-<flags>`. */
  readonly traceparent: string
  readonly actor: Actor
  /** When the caller stops waiting. Work behind it gets what remains. */
  readonly deadline?: Date | undefined
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal | undefined
}

const storage = new AsyncLocalStorage<CallContext>()

/** Runs `work`, and all it awaits, in that context. */
export const runInContext = <T>(context: CallContext, work: () => T): T => storage.run(context, work)

/** The context of the running call; outside of one a fresh one of the anonymous. */
export const currentContext = (): CallContext => storage.getStore() ?? newContext()

/** True within a call. */
export const hasContext = (): boolean => storage.getStore() !== undefined

/** A context for work that no call started, or for the first hop. */
export const newContext = (known: Partial<CallContext> = {}): CallContext => ({
  requestId: known.requestId ?? randomUUID(),
  traceparent: known.traceparent ?? newTraceparent(),
  actor: known.actor ?? anonymous,
  deadline: known.deadline,
  signal: known.signal,
})

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export const isTraceparent = (value: string): boolean =>
  traceparentForm.test(value) && !/^00-0{32}|-0{16}-/.test(value)

const newTraceparent = (): string => `00-${randomUUID().replaceAll('-', '')}-${newSpan()}-01`

/** 64 random bits: those of a UUID outside its version and variant. Its entropy is drawn in stock, which is far cheaper than eight bytes at a time. */
function newSpan(): string {
  const uuid = randomUUID()
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(24, 28)
}

/** The same trace with a span of its own, for an outgoing call. */
export function childTraceparent(parent: string): string {
  const parts = traceparentForm.exec(parent)
  return parts ? `00-${parts[1]}-${newSpan()}-${parts[3]}` : newTraceparent()
}
