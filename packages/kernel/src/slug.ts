/** The one form of names in URLs: of posts, pages, terms, themes, menu items and files. */
import { transliterate } from './transliterate.ts'

/** The longest slug, suffix included (contract.md#post-slugs). */
export const slugLimit = 200

/** ASCII `a-z`, digits, single inner `-`. */
export const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Of that form and at most 200 characters (contract.md#post-slugs). */
export const isSlug = (text: string): boolean => text.length <= slugLimit && slugForm.test(text)

/** The slug that a text suggests, within `limit` characters; empty when no letter or digit of it can be spelled in ASCII. */
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

/** `base` itself for 1, else `base-n`, shortened so that the suffix fits. */
export function numberedSlug(base: string, n: number): string {
  if (n === 1) return base
  const suffix = `-${n}`
  return `${base.slice(0, slugLimit - suffix.length).replace(/-$/, '')}${suffix}`
}
