/** Returns the current time. Injected, so that tests control it. */
export type Clock = () => Date

/** Returns a new UUIDv7: unique and ordered by creation. */
export type NewId = () => string

export const systemClock: Clock = () => new Date()

/** One page of a longer list; `total` counts all matches. */
export interface PageOf<T> {
  readonly items: readonly T[]
  readonly total: number
}
