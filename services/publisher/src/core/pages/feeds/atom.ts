/** Atom: RFC 4287. */
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
import { xmlHead, xmlText } from './xml.ts'

export const atomFormat: FeedFormat = { open: feed, entry, separator: '', close: '</feed>\n' }

/** Date of a feed without entries, because the format requires one. */
const beginning = '1970-01-01T00:00:00.000Z'

function feed(context: Context, list: FeedList): string {
  const { siteTitle, siteDescription, siteLanguage } = context.site.settings
  const own = feedUrl(context, list, 'atom')
  return [
    xmlHead,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(siteLanguage)}">\n`,
    `<id>${xmlText(own)}</id>\n`,
    `<title>${xmlText(list.title)}</title>\n`,
    siteDescription ? `<subtitle>${xmlText(siteDescription)}</subtitle>\n` : '',
    `<updated>${newestChange(list.posts) ?? beginning}</updated>\n`,
    // Applies to entries without an author.
    `<author><name>${xmlText(siteTitle)}</name></author>\n`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(own)}"/>\n`,
    `<link rel="alternate" type="text/html" href="${xmlText(list.url)}"/>\n`,
  ].join('')
}

function entry(context: Context, post: Post): string {
  const url = context.absoluteUrl(context.routeOf(post))
  return [
    '<entry>\n',
    `<id>urn:uuid:${xmlText(post.id)}</id>\n`,
    `<title>${xmlText(post.title)}</title>\n`,
    `<link rel="alternate" type="text/html" href="${xmlText(url)}"/>\n`,
    `<published>${post.publishedAt}</published>\n`,
    `<updated>${post.updatedAt}</updated>\n`,
    ...authorsOf(context, post).map(
      ({ name, url: uri }) => `<author><name>${xmlText(name)}</name><uri>${xmlText(uri)}</uri></author>\n`,
    ),
    ...termsOf(post).map((name) => `<category term="${xmlText(name)}"/>\n`),
    `<summary>${xmlText(summaryOf(post))}</summary>\n`,
    `<content type="html">${xmlText(bodyHtml(post.body, context.resolveAbsolute))}</content>\n`,
    '</entry>\n',
  ].join('')
}
