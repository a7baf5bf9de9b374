import { isUuid } from '@typecase/kernel'
import { hasPlainYear } from '../instant.ts'

/** Where a list of posts, newest first, continues: the thousandth page costs the same as the first. */
export interface ListPlace {
  readonly createdAt: Date
  readonly id: string
}

/** Opaque to callers; its characters need no escape in a URL. */
export const cursorAfter = ({ createdAt, id }: ListPlace): string => `${createdAt.getTime()}_${id}`

const form = /^(-?\d{1,15})_([0-9a-f-]+)$/

/** Undefined for text that `cursorAfter` does not return. */
export function placeOf(cursor: string): ListPlace | undefined {
  const [, ms, id] = form.exec(cursor) ?? []
  const createdAt = new Date(Number(ms))
  return id !== undefined && isUuid(id) && hasPlainYear(createdAt) ? { createdAt, id } : undefined
}
