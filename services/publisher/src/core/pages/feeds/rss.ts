/** RSS 2.0 with the modules `content` and `dc`. */
import type { Post } from '../../site/site.ts'
import { bodyHtml } from '../models/body.ts'
import type { Context } from '../models/context.ts'
import {
  authorsOf,
  type FeedFormat,
  type FeedList,
  feedUrl,
  newestChange,
  summaryOf,
  termsOf,
} from './feed-list.ts'
import { cdata, xmlHead, xmlText } from './xml.ts'

const namespaces = [
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:atom="http://www.w3.org/2005/Atom"',
].join(' ')

export const rssFormat: FeedFormat = {
  open: channel,
  entry: item,
  separator: '',
  close: '</channel>\n</rss>\n',
}

function channel(context: Context, list: FeedList): string {
  const newest = newestChange(list.posts)
  return [
    xmlHead,
    `<rss version="2.0" ${namespaces}>\n<channel>\n`,
    `<title>${xmlText(list.title)}</title>\n`,
    `<link>${xmlText(list.url)}</link>\n`,
    `<description>${xmlText(context.site.settings.siteDescription)}</description>\n`,
    `<atom:link href="${xmlText(feedUrl(context, list, 'rss'))}" rel="self" type="application/rss+xml"/>\n`,
    newest ? `<lastBuildDate>${rfc822(newest)}</lastBuildDate>\n` : '',
  ].join('')
}

function item(context: Context, post: Post): string {
  const url = context.absoluteUrl(context.routeOf(post))
  return [
    '<item>\n',
    `<title>${xmlText(post.title)}</title>\n`,
    `<link>${xmlText(url)}</link>\n`,
    `<guid isPermaLink="false">urn:uuid:${xmlText(post.id)}</guid>\n`,
    `<pubDate>${rfc822(post.publishedAt)}</pubDate>\n`,
    ...authorsOf(context, post).map(({ name }) => `<dc:creator>${xmlText(name)}</dc:creator>\n`),
    ...termsOf(post).map((name) => `<category>${xmlText(name)}</category>\n`),
    `<description>${xmlText(summaryOf(post))}</description>\n`,
    `<content:encoded>${cdata(bodyHtml(post.body, context.resolveAbsolute))}</content:encoded>\n`,
    '</item>\n',
  ].join('')
}

const rfc822 = (iso: string): string => new Date(iso).toUTCString()
