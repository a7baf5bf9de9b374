import { compare, type Post } from '../../site/site.ts'
import { bodyHtml } from '../models/body.ts'
import type { Context } from '../models/context.ts'
import type { Digest } from '../planned.ts'
import { cdata, xmlHead, xmlText } from './xml.ts'

/** Raised when the same post gives another item. */
const edition = 3

const feedPosts = ({ site }: Context): readonly Post[] => site.posts.slice(0, site.settings.rssEntryLimit)

export type FeedItems = WeakMap<Post, { readonly digest: string; bytes?: Uint8Array }>

export interface Feed {
  readonly digest: string
  readonly bytes: () => Uint8Array
}

const utf8 = new TextEncoder()

/** Newest posts with full content; independent of the time of the build. */
export function feedOf(context: Context, digest: Digest, items: FeedItems = new WeakMap()): Feed {
  const shown = feedPosts(context)
  const itemOf = (post: Post) => {
    const known = items.get(post) ?? { digest: digest(itemKey(context, post)) }
    items.set(post, known)
    return known
  }
  const bytesOf = (post: Post): Uint8Array => {
    const known = itemOf(post)
    known.bytes ??= utf8.encode(item(context, post))
    return known.bytes
  }
  const channel = channelText(context, shown)
  return {
    digest: digest([channel, ...shown.map((post) => itemOf(post).digest)].join('\n')),
    bytes: () => joined([utf8.encode(channel), ...shown.map(bytesOf), utf8.encode('</channel>\n</rss>\n')]),
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function channelText(context: Context, shown: readonly Post[]): string {
  const { settings } = context.site
  const newest = shown
    .map(({ updatedAt }) => updatedAt)
    .sort(compare)
    .at(-1)
  const self = `${context.addresses.absoluteBase}/rss.xml`
  return [
    xmlHead,
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n',
    `<title>${xmlText(settings.siteTitle)}</title>\n`,
    `<link>${xmlText(context.absoluteUrl({ kind: 'home', page: 1 }))}</link>\n`,
    `<description>${xmlText(settings.siteDescription)}</description>\n`,
    `<atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>\n`,
    newest ? `<lastBuildDate>${rfc822(newest)}</lastBuildDate>\n` : '',
  ].join('')
}

function itemKey(context: Context, post: Post): string {
  const { id, title, publishedAt, category, tags, excerpt, body } = post
  const url = context.absoluteUrl(context.routeOf(post))
  const authors = context.authors.linksOf(post.authors).map(({ name }) => name)
  return JSON.stringify([
    ...[edition, id, title, url, authors, publishedAt, category, tags, excerpt ?? body.excerpt],
    ...[body.digest, body.urls.map(context.resolveAbsolute)],
  ])
}

function item(context: Context, post: Post): string {
  const url = context.absoluteUrl(context.routeOf(post))
  const categories = [...(post.category === null ? [] : [post.category]), ...post.tags]
  return [
    '<item>\n',
    `<title>${xmlText(post.title)}</title>\n`,
    `<link>${xmlText(url)}</link>\n`,
    `<guid isPermaLink="false">urn:uuid:${xmlText(post.id)}</guid>\n`,
    `<pubDate>${rfc822(post.publishedAt)}</pubDate>\n`,
    ...context.authors.linksOf(post.authors).map(({ name }) => `<dc:creator>${xmlText(name)}</dc:creator>\n`),
    ...categories.map((name) => `<category>${xmlText(name)}</category>\n`),
    `<description>${xmlText(post.excerpt ?? post.body.excerpt)}</description>\n`,
    `<content:encoded>${cdata(bodyHtml(post.body, context.resolveAbsolute))}</content:encoded>\n`,
    '</item>\n',
  ].join('')
}

const rfc822 = (iso: string): string => new Date(iso).toUTCString()
