/** Slugs: the names of posts, pages, terms, themes, menu items and files in URLs. */
import { transliterate } from './transliterate.ts'

/** Maximum length of a slug, suffix included (contract.md#post-slugs). */
export const slugLimit = 200

/** ASCII `a-z` and digits, with single hyphens between them. */
export const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Contract: contract.md#post-slugs. */
export const isSlug = (text: string): boolean => text.length <= slugLimit && slugForm.test(text)

/** The slug for a text, at most `limit` characters; empty if no letter or digit has an ASCII spelling. */
export function slugOf(text: string, limit = slugLimit): string {
  const words = transliterate(text.slice(0, 1000))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  return words
    .slice(0, limit + 1)
    .replace(/^-/, '')
    .slice(0, limit)
    .replace(/-$/, '')
}

/**
 * The slug of a taxonomy term (contract.md#taxonomy-slugs). If `slugOf` returns an empty text, the slug lists
 * the code points of the name, so that two such names do not share a page.
 */
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

/** Returns `base` for 1, otherwise `base-n`. Shortens `base` so that the suffix fits. */
export function numberedSlug(base: string, n: number): string {
  if (n === 1) return base
  const suffix = `-${n}`
  return `${base.slice(0, slugLimit - suffix.length).replace(/-$/, '')}${suffix}`
}
