/** Slugs of taxonomy terms (contract.md#taxonomy-slugs), with the rules of post slugs. */
import { slugOf } from '@typecase/kernel'

/** Spells a name without ASCII letters by code points, so that such names do not share a page. */
export function termSlug(name: string): string {
  const spelled = slugOf(name)
  if (spelled) return spelled
  // Limited, because normalization takes quadratic time for a run of combining marks.
  const points = Array.from(
    name.trim().slice(0, 1000).normalize('NFC'),
    (letter) => `u${letter.codePointAt(0)?.toString(16)}`,
  )
  return points.slice(0, 20).join('-')
}
