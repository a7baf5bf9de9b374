/** Slugs: the names of posts, pages, terms, themes, menu items and files in URLs. */
import { transliterate } from './transliterate.ts'

/** Maximum length of a slug, suffix included (contract.md#post-slugs). */
export const slugLimit = 200

/** ASCII `a-z`, digits, single inner `-`. */
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

/** `base` for 1, otherwise `base-n`, shortened so that the suffix fits. */
export function numberedSlug(base: string, n: number): string {
  if (n === 1) return base
  const suffix = `-${n}`
  return `${base.slice(0, slugLimit - suffix.length).replace(/-$/, '')}${suffix}`
}
