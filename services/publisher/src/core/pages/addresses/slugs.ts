/** Slugs of taxonomy terms (contract.md#taxonomy-slugs), with the rules of post slugs. */
import { slugOf } from '@typecase/kernel'

/** Spells names without ASCII letters by code points, so that they do not share a page. */
export function termSlug(name: string): string {
  const spelled = slugOf(name)
  if (spelled) return spelled
  // Bounded: normalization takes quadratic time for a run of marks.
  const points = Array.from(
    name.trim().slice(0, 1000).normalize('NFC'),
    (letter) => `u${letter.codePointAt(0)?.toString(16)}`,
  )
  return points.slice(0, 20).join('-')
}
