/** Converts posts and pages of an export. */

import { wordpressToMarkdown } from '../../markup/wordpress-blocks.ts'
import type { Item, Metadata } from '../../model.ts'
import type { Reporter } from '../../report.ts'
import { compact } from '../fields.ts'
import type { WxrItem } from './read-wxr.ts'
import { field, type IndexedItem, type SiteIndex } from './site-index.ts'

export interface ItemContext {
  readonly index: SiteIndex
  readonly reporter: Reporter
  readonly now: Date
}

export function itemOf(item: WxrItem, indexed: IndexedItem, context: ItemContext): Item {
  const { index, reporter } = context
  const type = indexed.type === 'post' ? 'post' : 'page'
  const subject = `${type} ${indexed.id} "${indexed.title}"`
  const created =
    instant(field(item, 'wp:post_date_gmt')) ??
    instant(field(item, 'wp:post_date')) ??
    instant(field(item, 'pubDate'))
  const { status, publishAt } = statusOf(item, subject, created, context)
  const slug = indexed.slug ?? indexed.id
  const thumbnail = index.attachments.get(item.meta.get('_thumbnail_id') ?? '')
  const custom = customFields(item)
  if (field(item, 'wp:is_sticky') === '1')
    reporter.warn('sticky', subject, 'was pinned to the top; only its field `sticky` is imported')
  const title = indexed.title || `Untitled ${type} ${indexed.id}`
  if (!indexed.title) reporter.warn('no-title', subject, `has no title; the title becomes "${title}"`)
  const metadata: Metadata = compact({
    title,
    slug,
    status,
    sourceKey: `wordpress:${indexed.id}`,
    sourceUrl: indexed.address,
    ...(type === 'page' ? { pageType: 'custom' as const, parentPage: parentOf(indexed, index) } : {}),
    author: field(item, 'dc:creator') || undefined,
    ...termsOf(item, type, subject, reporter),
    excerpt: type === 'post' ? field(item, 'excerpt:encoded') || undefined : undefined,
    featuredImage: thumbnail ? compact({ url: thumbnail.url, alt: thumbnail.alt || undefined }) : undefined,
    createdAt: created,
    updatedAt: instant(field(item, 'wp:post_modified_gmt')),
    publishedAt: status === 'published' ? created : undefined,
    publishAt,
    sticky: field(item, 'wp:is_sticky') === '1' ? true : undefined,
    customFields: Object.keys(custom).length > 0 ? custom : undefined,
    aliases: indexed.address === '/' ? undefined : [indexed.address],
  })
  return { type, metadata, body: bodyOf(item, indexed, subject, context) }
}

function statusOf(
  item: WxrItem,
  subject: string,
  created: string | undefined,
  { reporter, now }: ItemContext,
) {
  const status = field(item, 'wp:status')
  const draft = { status: 'draft' as const, publishAt: undefined }
  if (field(item, 'wp:post_password')) {
    reporter.warn('password', subject, 'is protected by a password; it becomes a draft')
    return draft
  }
  if (status === 'publish') return { status: 'published' as const, publishAt: undefined }
  if (status === 'future' && created && new Date(created) > now) {
    reporter.warn('scheduled', subject, `becomes a draft that is published at ${created}`)
    return { status: 'draft' as const, publishAt: created }
  }
  if (status === 'private' || status === 'pending' || status === 'future')
    reporter.warn(status, subject, `has the status "${status}"; it becomes a draft`)
  return draft
}

/** Slug of the parent, if the export contains the parent as a page. */
function parentOf(indexed: IndexedItem, { items }: SiteIndex): string | undefined {
  const parent = items.get(indexed.parent)
  return parent?.type === 'page' ? parent.slug : undefined
}

function termsOf(item: WxrItem, type: 'post' | 'page', subject: string, reporter: Reporter) {
  const named = (domain: string) => [
    ...new Set(item.terms.filter((term) => term.domain === domain).map(({ name }) => name)),
  ]
  const categories = named('category')
  const tags = named('post_tag')
  const format = named('post_format')[0]
  const others = [...new Set(item.terms.map(({ domain }) => domain))].filter(
    (domain) => !['category', 'post_tag', 'post_format', 'nav_menu'].includes(domain),
  )
  const taxonomies = Object.fromEntries(others.map((domain) => [domain, named(domain)]))
  const extra = compact({ format, taxonomies: others.length > 0 ? taxonomies : undefined })
  if (type === 'page')
    return compact({
      ...extra,
      categories: categories.length > 0 ? categories : undefined,
      tags: tags.length > 0 ? tags : undefined,
    })
  const [category, ...further] = categories
  if (further.length > 0)
    reporter.warn(
      'categories-to-tags',
      subject,
      `has ${categories.length} categories; the first is kept, the others become tags`,
    )
  const all = [...new Set([...tags, ...further])]
  return compact({ ...extra, category, tags: all.length > 0 ? all : undefined })
}

/** Omits fields whose name starts with `_`, which are internal. */
const customFields = (item: WxrItem): Record<string, string> =>
  Object.fromEntries(
    [...item.meta].filter(
      ([name]) => name !== '' && !name.startsWith('_') && !['constructor', 'prototype'].includes(name),
    ),
  )

function bodyOf(
  item: WxrItem,
  indexed: IndexedItem,
  subject: string,
  { index, reporter }: ItemContext,
): string {
  const kept = new Set<string>()
  const lost = new Set<string>()
  let isRestyled = false
  const content = ownLinks(item.fields.get('content:encoded') ?? '', index)
  const markdown = wordpressToMarkdown(
    content,
    {
      kept: (name) => void kept.add(name),
      lost: (name) => void lost.add(name),
      restyled: () => {
        isRestyled = true
      },
    },
    {
      attachment: (id) => index.attachments.get(id),
      ownImages: [...index.attachments].filter(([, { parent }]) => parent === indexed.id).map(([id]) => id),
    },
  )
  for (const name of kept) reporter.warn('html-kept', subject, `${name} is kept as HTML`)
  for (const name of lost)
    reporter.lose('no-counterpart', subject, `${name} has no equivalent; the body keeps its source or a link`)
  if (isRestyled) reporter.lose('styling', subject, 'loses colors, sizes or columns of its blocks')
  return markdown
}

/** Replaces links to the old site by paths, and links to a scaled-down image by links to its full size. */
function ownLinks(content: string, { origin, attachments }: SiteIndex): string {
  const host = origin ? new URL(origin).host.replace(/^www\./, '') : undefined
  const known = new Set([...attachments.values()].map(({ url }) => url))
  const resized = content.replace(
    /https?:\/\/[^\s"'<>)\]]+?-\d{2,4}x\d{2,4}(\.\w{3,4})\b/g,
    (url, extension: string) => {
      const full = url.replace(/-\d{2,4}x\d{2,4}\.\w{3,4}$/, extension)
      return known.has(full) ? full : url
    },
  )
  if (!host) return resized
  const linkToSite = new RegExp(
    `((?:href|src)\\s*=\\s*["'])https?://(?:www\\.)?${host.replaceAll('.', '\\.')}(?=[/"'])`,
    'gi',
  )
  return resized.replace(linkToSite, (all, start: string, offset: number) => {
    const url = resized.slice(offset + start.length).split(/["']/, 1)[0] ?? ''
    if (known.has(url)) return all
    return resized[offset + all.length] === '/' ? start : `${start}/`
  })
}

/** Undefined for `0000-00-00 00:00:00`, which WordPress writes for drafts. */
function instant(text: string): string | undefined {
  if (text === '' || text.startsWith('0000')) return undefined
  const date = new Date(/^\d{4}-\d{2}-\d{2} [\d:]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
