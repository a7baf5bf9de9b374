import { transliterate } from './transliterate.ts'

/** The longest slug, suffix included (D4.2). */
export const slugLimit = 200

/** ASCII `a-z`, digits, single inner `-`, at most 200 (D4.2). */
export const isSlug = (text: string): boolean => text.length <= slugLimit && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)

/** The slug a title suggests; `fallback` when no letter or digit of it is left. */
export function slugFrom(title: string, fallback: string): string {
  const words = transliterate(title.slice(0, 1000))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  return (
    words
      .slice(0, slugLimit + 1)
      .replace(/^-/, '')
      .slice(0, slugLimit)
      .replace(/-$/, '') || fallback
  )
}

/** `base` itself for 1, else `base-n`, shortened so that the suffix fits. */
export function numbered(base: string, n: number): string {
  if (n === 1) return base
  const suffix = `-${n}`
  return `${base.slice(0, slugLimit - suffix.length).replace(/-$/, '')}${suffix}`
}
