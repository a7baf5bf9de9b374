/** JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/ */
import type { Post } from '../../site/site.ts'
import { bodyHtml } from '../models/body.ts'
import type { Context } from '../models/context.ts'
import { authorsOf, type FeedFormat, type FeedList, feedUrl, summaryOf, termsOf } from './feed-list.ts'

export const jsonFormat: FeedFormat = { open: feed, entry, separator: ',\n', close: '\n]\n}\n' }

/** The document before its entries, which are written one by one. */
function feed(context: Context, list: FeedList): string {
  const { siteDescription, siteLanguage } = context.site.settings
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title: list.title,
    home_page_url: list.url,
    feed_url: feedUrl(context, list, 'json'),
    ...(siteDescription ? { description: siteDescription } : {}),
    language: siteLanguage,
  }
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "items": [\n`
}

function entry(context: Context, post: Post): string {
  const { featuredImage } = post
  const terms = termsOf(post)
  const authors = authorsOf(context, post)
  return JSON.stringify({
    id: `urn:uuid:${post.id}`,
    url: context.absoluteUrl(context.routeOf(post)),
    title: post.title,
    content_html: bodyHtml(post.body, context.resolveAbsolute),
    summary: summaryOf(post),
    ...(featuredImage ? { image: context.resolveAbsolute(featuredImage.url) } : {}),
    date_published: post.publishedAt,
    date_modified: post.updatedAt,
    ...(authors.length > 0 ? { authors } : {}),
    ...(terms.length > 0 ? { tags: terms } : {}),
  })
}
