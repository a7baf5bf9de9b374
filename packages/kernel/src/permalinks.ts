/** Patterns of addresses (contract.md#permalinks): `/{year}/{slug}/`. */
import { termSlug } from './slug.ts'

export const postTokens = ['slug', 'category', 'year', 'month', 'day', 'id'] as const
export const pageTokens = ['slug', 'id'] as const
export type PermalinkToken = (typeof postTokens)[number]

export const defaultPermalinks = { permalinkPost: '/post/{slug}/', permalinkPage: '/page/{slug}/' } as const

const longest = 200

/** The error of a pattern, to append to the name of the setting: `must …`. Undefined if valid. */
export function permalinkError(pattern: string, tokens: readonly string[]): string | undefined {
  if (pattern.length > longest) return `must have at most ${longest} characters`
  if (!/^\/(?:[^/]+\/)+$/.test(pattern)) return 'must begin and end with one slash, as in /{year}/{slug}/'
  const unknown = Array.from(pattern.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name).find(
    (name) => !tokens.includes(name),
  )
  if (unknown !== undefined)
    return `must not contain {${unknown}}; the tokens are ${tokens.map((token) => `{${token}}`).join(', ')}`
  const parts = pattern.replace(/\{[a-z]+\}/g, 'x').split('/')
  if (parts.slice(1, -1).some((part) => !/^[a-z0-9]([a-z0-9._~-]*[a-z0-9])?$/.test(part)))
    return 'must consist of tokens, lower-case letters and digits, and may have . _ ~ - between them'
  if (!/\{(slug|id)\}/.test(pattern)) return 'must contain {slug} or {id}, so that each address is unique'
  return undefined
}

export const filledPermalink = (pattern: string, values: (token: PermalinkToken) => string): string =>
  pattern.replace(/\{([a-z]+)\}/g, (_, token: PermalinkToken) => values(token))

export interface PermalinkPost {
  readonly id: string
  readonly slug: string
  readonly category: string | null
  /** ISO 8601. */
  readonly publishedAt: string
}

/** The path of a post. Its date is the day of the publication in the time zone. */
export const postPath = (pattern: string, post: PermalinkPost, timeZone: string): string =>
  filledPermalink(pattern, (token) => {
    if (token === 'slug' || token === 'id') return post[token]
    if (token === 'category') return post.category === null ? 'uncategorized' : termSlug(post.category)
    return dateParts(post.publishedAt, timeZone)[token]
  })

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date in the time zone, as digits. */
function dateParts(iso: string, timeZone: string): Record<'year' | 'month' | 'day', string> {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  const parts = format.formatToParts(new Date(iso))
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { year: of('year'), month: of('month'), day: of('day') }
}
