/** First pass over an export: indexes items, terms and authors. */
import { slugBook } from '../../addresses.ts'
import type { WxrItem, WxrRecord } from './read-wxr.ts'

export interface IndexedItem {
  readonly id: string
  readonly type: string
  readonly title: string
  /** Path on the old site, with its query, such as `/?p=1`. */
  readonly address: string
  readonly parent: string
  /** Slug in Typecase; undefined unless the item is a post or page. */
  readonly slug: string | undefined
}

export interface Attachment {
  readonly url: string
  readonly alt: string
  readonly parent: string
}

export interface SiteIndex {
  readonly items: ReadonlyMap<string, IndexedItem>
  readonly attachments: ReadonlyMap<string, Attachment>
  /** Elements of each author, such as login, email address and display name. */
  readonly authors: readonly Readonly<Record<string, string>>[]
  /** Terms by `domain:slug`, with the number of items that use them. */
  readonly terms: ReadonlyMap<string, Term>
  readonly title: string
  readonly description: string
  readonly origin: string | undefined
}

export interface Term {
  readonly domain: string
  readonly name: string
  readonly description: string
  uses: number
}

export const field = (item: WxrItem, name: string): string => item.fields.get(name)?.trim() ?? ''

export const idOf = (item: WxrItem): string =>
  field(item, 'wp:post_id') || field(item, 'guid') || field(item, 'link')

export async function indexOf(records: AsyncIterable<WxrRecord>): Promise<SiteIndex> {
  const items = new Map<string, IndexedItem>()
  const attachments = new Map<string, Attachment>()
  const authors: Readonly<Record<string, string>>[] = []
  const terms = new Map<string, Term>()
  const channel: Record<string, string> = {}
  const slugs = slugBook()
  const addItem = (item: WxrItem): void => {
    const indexed = indexedItem(item, slugs)
    items.set(indexed.id, indexed)
    const url = field(item, 'wp:attachment_url')
    const alt = item.meta.get('_wp_attachment_image_alt') ?? ''
    if (url) attachments.set(indexed.id, { url, alt, parent: indexed.parent })
    countTerms(terms, item)
  }
  for await (const record of records) {
    if (record.kind === 'channel') channel[record.name] ??= record.text
    else if (record.kind === 'author') authors.push(record.fields)
    else if (record.kind === 'term') addTerm(terms, record.fields)
    else addItem(record.item)
  }
  const urls = [channel['wp:base_blog_url'], channel.link, channel['wp:base_site_url']]
  const origin = urls.find((url) => url !== undefined && URL.canParse(url))
  const { title = '', description = '' } = channel
  return { items, attachments, authors, terms, title, description, origin }
}

function countTerms(terms: ReadonlyMap<string, Term>, item: WxrItem): void {
  for (const { domain, slug, name } of item.terms) {
    const term = terms.get(`${domain}:${slug || name}`)
    if (term) term.uses += 1
  }
}

function indexedItem(item: WxrItem, slugs: ReturnType<typeof slugBook>): IndexedItem {
  const type = field(item, 'wp:post_type')
  const title = field(item, 'title')
  const id = idOf(item)
  const isContent = type === 'post' || type === 'page'
  const wanted = decoded(field(item, 'wp:post_name')) || title
  const slug = isContent
    ? slugs.take(type === 'post' ? 'post' : 'custom', wanted, `${type}-${id}`)
    : undefined
  return {
    id,
    type,
    title,
    address: addressOf(field(item, 'link')),
    parent: field(item, 'wp:post_parent'),
    slug,
  }
}

function addressOf(link: string): string {
  if (!URL.canParse(link)) return '/'
  const { pathname, search } = new URL(link)
  return decoded(pathname) + search
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Terms have different element names: `wp:category_nicename`, `wp:tag_slug`, `wp:term_slug`. */
function addTerm(terms: Map<string, Term>, fields: Readonly<Record<string, string>>): void {
  const value = (...names: string[]) => names.map((name) => fields[`wp:${name}`]).find((text) => text) ?? ''
  const domains: Readonly<Record<string, string>> = { 'wp:category': 'category', 'wp:tag': 'post_tag' }
  const domain = domains[fields.element ?? ''] ?? value('term_taxonomy')
  const slug = value('category_nicename', 'tag_slug', 'term_slug')
  const name = value('cat_name', 'tag_name', 'term_name') || slug
  const description = value('category_description', 'tag_description', 'term_description')
  if (!terms.has(`${domain}:${slug}`)) terms.set(`${domain}:${slug}`, { domain, name, description, uses: 0 })
}
