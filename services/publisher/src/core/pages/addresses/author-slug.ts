/** Slugs of authors (contract.md#authors). */
import { isUsername } from '@typecase/kernel'
import { termSlug } from './slugs.ts'

/**
 * A username in lower case is unique. Leading dots are spelled, because hosts hide such folders. Other names,
 * as imports have them, are spelled like terms.
 */
export function authorSlug(name: string): string {
  if (!isUsername(name)) return termSlug(name)
  const lower = name.toLowerCase()
  const dots = /^\.*/.exec(lower)?.[0].length ?? 0
  return 'u2e-'.repeat(dots) + lower.slice(dots)
}
