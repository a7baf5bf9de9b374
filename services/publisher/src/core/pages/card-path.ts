/** Decides which posts and pages have a social card. Also runs in renderers. */
import type { Page, Post, Settings } from '../site/site.ts'

export const cardSize = { width: 1200, height: 630 } as const

const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Common',
  'Inherited',
]
/** Letters that are missing in the font of the cards. */
const otherLetters = new RegExp(`[^\\P{L}${scripts.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u')

export const isDrawable = (text: string): boolean => !otherLetters.test(text)

/** Undefined if the post or page has no social card. */
export function cardPath(settings: Pick<Settings, 'socialCards'>, entry: Post | Page): string | undefined {
  if (!settings.socialCards || entry.featuredImage || entry.seo?.image) return undefined
  return isDrawable(entry.title) ? `social/${entry.id}.png` : undefined
}
