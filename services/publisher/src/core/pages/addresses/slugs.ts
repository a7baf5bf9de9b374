/** Slugs of taxonomy terms (contract.md#taxonomy-slugs), with the rules of post slugs. */
import { slugOf } from '@typecase/kernel'

/** If `slugOf` returns an empty text, lists the code points of the name, so that such names share no page. */
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
