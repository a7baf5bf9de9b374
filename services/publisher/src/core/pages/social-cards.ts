/** Images of links to posts and pages that have no image of their own (contract.md#social-cards). */
import { textDirection } from '@typecase/kernel'
import type { Page, Post } from '../site/site.ts'
import { cardPath, isDrawable } from './card-path.ts'
import type { Context } from './models/context.ts'
import type { Card, Digest, PlannedCopy } from './planned.ts'

/** Raised when the same card gives other bytes. */
const formatVersion = 1

/** UTF-16 units. */
const mostTitle = 150
const mostByline = 80

export type CardMemory = WeakMap<Post | Page, PlannedCopy>

/** The cards of a site; those of unchanged entries are reused. */
export function socialCards(
  context: Context,
  entries: Iterable<Post | Page | null>,
  digest: Digest,
  memory: CardMemory,
): readonly PlannedCopy[] {
  if (!context.site.settings.socialCards) return []
  const cards = new Map<string, PlannedCopy>()
  for (const entry of entries) {
    const path = entry && cardPath(context.site.settings, entry)
    if (!path || !entry) continue
    const copy = memory.get(entry) ?? planned(path, cardOf(context, entry), digest)
    memory.set(entry, copy)
    cards.set(path, copy)
  }
  return [...cards.values()]
}

const planned = (path: string, card: Card, digest: Digest): PlannedCopy => ({
  type: 'copy',
  path,
  digest: digest(JSON.stringify([formatVersion, card])),
  source: { from: 'card', card },
})

function cardOf({ site, authors }: Context, entry: Post | Page): Card {
  const { settings, theme } = site
  const names = 'authors' in entry ? authors.linksOf(entry.authors).map(({ name }) => name) : []
  const byline = [...names, settings.siteTitle].filter((part) => part && isDrawable(part)).join(' · ')
  return {
    title: shortened(entry.title, mostTitle),
    byline: shortened(byline, mostByline),
    direction: textDirection(entry.language ?? settings.siteLanguage),
    colors: colorsOf(theme.info.colors, settings.siteAccentColor),
  }
}

/** A theme names its background, text and accent color in this order (docs/themes.md). */
function colorsOf(named: unknown, accent: string): Card['colors'] {
  const colors = Array.isArray(named) ? named : []
  const color = (at: number, otherwise: string): string => {
    const value: unknown = colors[at]
    return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise
  }
  return {
    background: color(0, '#ffffff'),
    text: color(1, '#1d1d1f'),
    accent: accent || color(2, '#4a4a4f'),
  }
}

function shortened(text: string, most: number): string {
  const words = text.replace(/\s+/g, ' ').trim()
  return words.length <= most ? words : `${[...words.slice(0, most - 1)].slice(0, -1).join('').trimEnd()}…`
}
