import { isUuid } from '@typecase/kernel'
import { hasPlainYear } from '../instant.ts'

/** Position in a list of posts, newest first: a cursor makes the thousandth page as cheap as the first. */
export interface ListPlace {
  readonly createdAt: Date
  readonly id: string
}

/** Opaque to callers, without characters that URLs must escape. */
export const cursorAfter = ({ createdAt, id }: ListPlace): string => `${createdAt.getTime()}_${id}`

const form = /^(-?\d{1,15})_([0-9a-f-]+)$/

/** Undefined for other text than that of `cursorAfter`. */
export function placeOf(cursor: string): ListPlace | undefined {
  const [, ms, id] = form.exec(cursor) ?? []
  const createdAt = new Date(Number(ms))
  return id !== undefined && isUuid(id) && hasPlainYear(createdAt) ? { createdAt, id } : undefined
}
