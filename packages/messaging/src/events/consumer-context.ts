import type { TypedEvent } from '@typecase/contracts/events'
import { isAppError, serviceActor } from '@typecase/kernel'
import { childTraceparent, newContext } from '@typecase/runtime/context'
import { STORAGE_TIMEOUT } from '@typecase/runtime/postgres'

/** The context of a handler: the service itself acts, in the trace of the change that the event reports. */
export const contextOf = (
  durable: string,
  event: TypedEvent,
  traceparent = childTraceparent(event.traceparent ?? ''),
) => newContext({ traceparent, actor: serviceActor(durable) })

/** A service or the database is down; the event itself is not the cause. */
export const isUnavailable = (error: unknown): boolean =>
  isAppError(error) && error.kind === 'unavailable' && error.code !== STORAGE_TIMEOUT
