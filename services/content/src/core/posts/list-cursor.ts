import { hasPlainYear } from '../instant.ts'

/** Where a list of posts, newest first, goes on: so that the thousandth part costs what the first does. */
export interface ListPlace {
  readonly createdAt: Date
  readonly id: string
}

/** Opaque to callers, of characters that stand in a URL as they are. */
export const cursorAfter = ({ createdAt, id }: ListPlace): string => `${createdAt.getTime()}_${id}`

const form = /^(-?\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Undefined for what `cursorAfter` never made. */
export function placeOf(cursor: string): ListPlace | undefined {
  const [, ms, id] = form.exec(cursor) ?? []
  const createdAt = new Date(Number(ms))
  return id === undefined || !hasPlainYear(createdAt) ? undefined : { createdAt, id }
}
