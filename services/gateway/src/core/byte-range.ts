/** Parses the Range header (RFC 9110 §14). Supports only a single byte range. */
export type ByteRange = { readonly first: number; readonly last?: number } | { readonly suffix: number }

/**
 * The requested range. Undefined means the whole file: the header is absent or invalid, or has several
 * ranges.
 */
export function byteRange(header: string | undefined): ByteRange | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replace(/\s+/g, '') ?? '')
  if (!found) return undefined
  const [, first = '', last = ''] = found
  if (first === '') return last === '' ? undefined : { suffix: Number(last) }
  if (last === '') return { first: Number(first) }
  return Number(last) < Number(first) ? undefined : { first: Number(first), last: Number(last) }
}

/** The inclusive range within a file of this size; undefined if the range is unsatisfiable. */
export function withinSize(range: ByteRange, size: number): { first: number; last: number } | undefined {
  if ('suffix' in range)
    return range.suffix === 0 || size === 0
      ? undefined
      : { first: Math.max(0, size - range.suffix), last: size - 1 }
  if (range.first >= size) return undefined
  return { first: range.first, last: Math.min(range.last ?? size - 1, size - 1) }
}
