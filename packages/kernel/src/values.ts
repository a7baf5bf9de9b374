/** The current instant. Passed in, so that rules about time can be tested. */
export type Clock = () => Date

/** A new UUIDv7 string: unique, and ordered by creation. */
export type NewId = () => string

export const systemClock: Clock = () => new Date()

/** One page of a longer list; `total` counts all that match. */
export interface PageOf<T> {
  readonly items: readonly T[]
  readonly total: number
}
