/**
 * Images that social networks show for links to posts and pages without an image of their own
 * (contract.md#social-cards).
 */
import { textDirection } from '@typecase/kernel'
import type { Page, Post } from '../site/site.ts'
import { cardPath, isDrawable } from './card-path.ts'
import type { Context } from './models/context.ts'
import { cutText } from './models/excerpt.ts'
import type { Card, Digest, PlannedCopy } from './planned.ts'

/** Increment when the code renders the same card to different bytes. */
const formatVersion = 1

/** Maximum code points of a title. */
const mostTitle = 150
const mostByline = 80

/** New cards per step of the planner. */
const cardsAStep = 64

/** Cached cards by entry, valid for unchanged settings; null for an entry without a card. */
export type CardMemory = WeakMap<Post | Page, PlannedCopy | null>

/** Plans the cards of a site and reuses those of unchanged entries. */
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

/** `named` lists the background, text and accent color of the theme, in this order (docs/themes.md). */
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
