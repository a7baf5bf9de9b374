/** Conditional requests (RFC 9110 §13) with strong ETags. */

interface EntityTag {
  readonly weak: boolean
  readonly opaque: string
}

/** The tags of an If-Match or If-None-Match header; `*` for any; undefined if invalid. */
function tagList(header: string): readonly EntityTag[] | '*' | undefined {
  if (header.trim() === '*') return '*'
  const tags: EntityTag[] = []
  let rest = header.trim()
  while (rest) {
    const found = /^(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")\s*(?:,\s*|$)/.exec(rest)
    if (!found) return undefined
    tags.push({ weak: found[1] !== undefined, opaque: found[2] as string })
    rest = rest.slice(found[0].length)
  }
  return tags.length > 0 ? tags : undefined
}

/** True if the client already has this response, by weak comparison. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const list = tagList(ifNoneMatch)
  return list === '*' || (list?.some(({ opaque }) => opaque === tag) ?? false)
}

/**
 * True if the header lists a current ETag, by strong comparison: weak tags never match (contract.md#etags).
 */
export function isMatch(ifMatch: string, current: readonly string[]): boolean {
  const list = tagList(ifMatch)
  return list === '*' || (list?.some(({ weak, opaque }) => !weak && current.includes(opaque)) ?? false)
}
