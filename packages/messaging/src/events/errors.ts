import { AppError } from '@typecase/kernel'

/** The bus is unreachable or did not answer. The event may or may not be stored. */
export const busUnavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'BUS_UNAVAILABLE', 'The event bus is not available', { cause })

/** The bus will never accept this event, for example because it is too large. */
export const eventRefused = (why: string, cause?: unknown): AppError =>
  new AppError('refused', 'EVENT_REFUSED', `The event bus refused the event: ${why}`, { cause })

/** Message of any thrown value for a text column: without NUL, at most 2,000 UTF-16 units. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 2_000)
