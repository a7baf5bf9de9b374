import type { Timestamp, TimestampInput } from './messages.ts'

export function toTimestamp(at: Date): TimestampInput {
  const ms = at.getTime()
  const seconds = Math.floor(ms / 1000)
  return { seconds, nanos: (ms - seconds * 1000) * 1_000_000 }
}

/** Inverse of `toTimestamp`; rounds to whole milliseconds. @throws Error for an absent timestamp */
export function fromTimestamp(message: Timestamp | null | undefined): Date {
  if (!message) throw new Error('a message lacks a timestamp')
  return new Date(message.seconds * 1000 + Math.round(message.nanos / 1_000_000))
}
