import { isUuid } from '@typecase/kernel'
import { hasPlainYear } from '../instant.ts'

/**
 * Position in a list of posts, newest first. With a position, reading the thousandth page is as cheap as
 * reading the first.
 */
export interface ListPlace {
  readonly createdAt: Date
  readonly id: string
}

/** Encodes a position as text that is opaque to clients and needs no escaping in URLs. */
export const cursorAfter = ({ createdAt, id }: ListPlace): string => `${createdAt.getTime()}_${id}`

const form = /^(-?\d{1,15})_([0-9a-f-]+)$/

/** Undefined for text that `cursorAfter` cannot return. */
export function placeOf(cursor: string): ListPlace | undefined {
  const [, ms, id] = form.exec(cursor) ?? []
  const createdAt = new Date(Number(ms))
  return id !== undefined && isUuid(id) && hasPlainYear(createdAt) ? { createdAt, id } : undefined
}
