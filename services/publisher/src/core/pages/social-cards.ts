/** Images of links to posts and pages that have no image of their own (contract.md#social-cards). */
import { textDirection } from '@typecase/kernel'
import type { Page, Post } from '../site/site.ts'
import { cardPath, isDrawable } from './card-path.ts'
import type { Context } from './models/context.ts'
import { cutText } from './models/excerpt.ts'
import type { Card, Digest, PlannedCopy } from './planned.ts'

/** Raised when the same card gives other bytes. */
const formatVersion = 1

/** Code points. */
const mostTitle = 150
const mostByline = 80

/** New cards between two pauses of the planner. */
const cardsAStep = 64

/** Of one world of the planner; null for an entry without a card. */
export type CardMemory = WeakMap<Post | Page, PlannedCopy | null>

/** The cards of a site; those of unchanged entries are reused. */
export function* socialCards(
  context: Context,
  entries: Iterable<Post | Page | null>,
  digest: Digest,
  memory: CardMemory,
): Generator<void, readonly PlannedCopy[]> {
  if (!context.site.settings.socialCards) return []
  const cards = new Map<string, PlannedCopy>()
  let added = 0
  for (const entry of entries) {
    if (!entry) continue
    let card = memory.get(entry)
    if (card === undefined) {
      card = plannedCard(context, entry, digest)
      memory.set(entry, card)
      added += 1
      if (added % cardsAStep === 0) yield
    }
    if (card) cards.set(card.path, card)
  }
  return [...cards.values()]
}

function plannedCard(context: Context, entry: Post | Page, digest: Digest): PlannedCopy | null {
  const path = cardPath(context.site.settings, entry)
  if (path === undefined) return null
  const card = cardOf(context, entry)
  const source = { from: 'card', card } as const
  return { type: 'copy', path, digest: digest(JSON.stringify([formatVersion, card])), source }
}

function cardOf({ site, authors }: Context, entry: Post | Page): Card {
  const { settings, theme } = site
  const names = 'authors' in entry ? authors.linksOf(entry.authors).map(({ name }) => name) : []
  const byline = [...names, settings.siteTitle].filter((part) => part && isDrawable(part)).join(' · ')
  return {
    title: cutText(entry.title, mostTitle),
    byline: cutText(byline, mostByline),
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
