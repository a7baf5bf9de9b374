import type { TypedEvent } from '@typecase/contracts/events'
import { isAppError, serviceActor } from '@typecase/kernel'
import { childTraceparent, newContext } from '@typecase/runtime/context'
import { STORAGE_TIMEOUT } from '@typecase/runtime/postgres'

/** Context of a handler: the actor is the consuming service; the trace continues that of the event. */
export const contextOf = (
  durable: string,
  event: TypedEvent,
  traceparent = childTraceparent(event.traceparent ?? ''),
) => newContext({ traceparent, actor: serviceActor(durable) })

/** True if a service or the database is down. False for a statement timeout: the event may have caused it. */
export const isUnavailable = (error: unknown): boolean =>
  isAppError(error) && error.kind === 'unavailable' && error.code !== STORAGE_TIMEOUT
