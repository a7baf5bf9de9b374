/** Slugs of authors (contract.md#authors). */
import { isUsername, termSlug } from '@typecase/kernel'

/**
 * The slug of a username is the name in lower case, which is unique. Each leading dot becomes `u2e-`, because
 * web hosts hide folders with a leading dot. Other names, which imported posts may have, get the slug of a
 * term.
 */
export function authorSlug(name: string): string {
  if (!isUsername(name)) return termSlug(name)
  const lower = name.toLowerCase()
  const dots = /^\.*/.exec(lower)?.[0].length ?? 0
  return 'u2e-'.repeat(dots) + lower.slice(dots)
}
