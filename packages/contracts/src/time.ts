import type { Timestamp, TimestampInput } from './messages.ts'

/** An instant as a message; whole milliseconds, as the database keeps them. */
export function toTimestamp(at: Date): TimestampInput {
  const ms = at.getTime()
  const seconds = Math.floor(ms / 1000)
  return { seconds, nanos: (ms - seconds * 1000) * 1_000_000 }
}

/** The inverse of `toTimestamp`. @throws Error for an absent one: ask before where it may be absent. */
export function fromTimestamp(message: Timestamp | null | undefined): Date {
  if (!message) throw new Error('a timestamp is missing in a message')
  return new Date(message.seconds * 1000 + Math.round(message.nanos / 1_000_000))
}
