/** Imports a JSON export of Ghost with the images of its content folder. */
import { slugBook } from '../../addresses.ts'
import { TransferError } from '../../errors.ts'
import { htmlToMarkdown } from '../../markup/html-to-markdown.ts'
import type { Author, Entry, Item, Json, MenuItem, Metadata } from '../../model.ts'
import { parseJson } from '../../parse-json.ts'
import { isRecord } from '../config-file.ts'
import { compact, dateOf, mostAuthors, textOf } from '../fields.ts'
import type { ImportSource } from '../importer.ts'
import { mediaEntries } from '../media-files.ts'
import { searchFields } from '../search-fields.ts'
import { type CardNotes, type Fields, text } from './cards.ts'
import { lexicalToMarkdown } from './lexical.ts'
import { mobiledocToMarkdown } from './mobiledoc.ts'
import { type Row, readGhost } from './read-export.ts'

/** Rows of the tables that posts refer to, and of other small tables. */
interface Related {
  readonly table: (name: string) => readonly Fields[]
  readonly byId: (table: string, id: unknown) => Fields | undefined
  /** Rows of a table that belong to a post, in their order. */
  readonly ofPost: (table: string, post: unknown) => readonly Fields[]
}

const collected = new Set(['tags', 'posts_tags', 'users', 'posts_authors', 'posts_meta', 'settings'])
/** Tables that Typecase does not support. Their rows are stored in the folder `beside` of the archive. */
const beside: Readonly<Record<string, 'comments' | 'members'>> = {
  members: 'members',
  subscribers: 'members',
  comments: 'comments',
}
/** Tables that describe Ghost itself; they are omitted without a note. `posts` are read separately. */
const internal =
  /^(migrations|sessions|permissions|roles|.*_roles|.*_permissions|actions|tokens|brute|jobs|api_keys|integrations|webhooks|custom_theme_settings|snippets|mobiledoc_revisions|post_revisions|posts|newsletters|products|offers|benefits|products_benefits|stripe_.*|members_.*|posts_products|email.*|invites|labels|outbox|collections.*)$/

export async function* importGhost(source: ImportSource): AsyncGenerator<Entry> {
  const { tree, limits, reporter, options } = source
  const file = tree.files.find(
    ({ path }) => /\.json$/i.test(path) && !/(^|\/)content\/themes\//.test(path),
  )?.path
  if (!file) throw new TransferError('UNKNOWN_FORMAT', 'there is no .json file of a Ghost export')
  const related = await relatedOf(readGhost(await tree.open(file), limits))
  const settings = new Map(related.table('settings').map((row) => [text(row.key), text(row.value)]))
  yield {
    kind: 'settings',
    settings: { siteTitle: settings.get('title') ?? '', siteDescription: settings.get('description') ?? '' },
  }
  yield { kind: 'users', users: usersOf(related) }
  for (const stored of [tree, ...(options.media ? [options.media] : [])])
    yield* mediaEntries(filesOf(stored), source, stored)
  const slugs = slugBook()
  for await (const { table, fields } of readGhost(await tree.open(file), limits)) {
    const name = beside[table]
    if (table === 'posts') yield { kind: 'item', item: itemOf(fields, related, slugs, source) }
    else if (name) yield { kind: 'beside', name, record: fields as { readonly [key: string]: Json } }
    else if (!collected.has(table) && !internal.test(table))
      reporter.lose('table', table, 'is a table that Typecase cannot store')
  }
  yield { kind: 'menu', items: menuOf(settings.get('navigation') || '[]') }
}

async function relatedOf(rows: AsyncIterable<Row>): Promise<Related> {
  const found = new Map<string, Fields[]>()
  const add = (key: string, fields: Fields): void => {
    const list = found.get(key)
    if (list) list.push(fields)
    else found.set(key, [fields])
  }
  let count = 0
  for await (const { table, fields } of rows) {
    count += 1
    if (!collected.has(table)) continue
    add(table, fields)
    add(`${table} id ${text(fields.id)}`, fields)
    add(`${table} post ${text(fields.post_id)}`, fields)
  }
  if (count === 0) throw new TransferError('UNKNOWN_FORMAT', 'the file has no tables of a Ghost export')
  const order = (row: Fields) => Number(row.sort_order ?? 0)
  return {
    table: (name) => found.get(name) ?? [],
    byId: (table, id) => found.get(`${table} id ${text(id)}`)?.[0],
    ofPost: (table, post) =>
      [...(found.get(`${table} post ${text(post)}`) ?? [])].sort((a, b) => order(a) - order(b)),
  }
}

/** Files below a folder `images`, `media` or `files` at any depth, except resized images. */
const filesOf = (tree: ImportSource['tree']) =>
  tree.files.flatMap(({ path }) => {
    const [, inside] = /(?:^|\/)((?:images|media|files)\/.+)$/.exec(path) ?? []
    return inside && !/\/size\/w\d+\//.test(inside) ? [{ path, url: `/content/${inside}` }] : []
  })

function itemOf(
  fields: Fields,
  related: Related,
  slugs: ReturnType<typeof slugBook>,
  source: ImportSource,
): Item {
  const type = fields.type === 'page' || fields.page === true || fields.page === 1 ? 'page' : 'post'
  const subject = `${type} ${text(fields.id)} "${text(fields.title)}"`
  const slug = slugs.take(type === 'post' ? 'post' : 'custom', text(fields.slug), text(fields.title))
  const { status, publishAt } = statusOf(fields, subject, source)
  const meta: Fields = related.ofPost('posts_meta', fields.id)[0] ?? {}
  const image = textOf(fields.feature_image)
  const socialImage = textOf(meta.og_image ?? fields.og_image)
  for (const name of ['codeinjection_head', 'codeinjection_foot'])
    if (text(fields[name])) source.reporter.lose('code-injection', subject, `has code in ${name}`)
  const metadata: Metadata = compact({
    title: text(fields.title) || slug,
    slug,
    status,
    sourceKey: `ghost:${text(fields.id)}`,
    sourceUrl: `/${text(fields.slug)}/`,
    ...(type === 'page' ? { pageType: 'custom' as const } : {}),
    ...authorsOf(fields, related, type),
    ...tagsOf(fields, related, type),
    excerpt: type === 'post' ? textOf(fields.custom_excerpt) : undefined,
    featuredImage: image
      ? compact({ url: withLocalUrls(image), alt: textOf(meta.feature_image_alt) })
      : undefined,
    createdAt: dateOf(fields.created_at),
    updatedAt: dateOf(fields.updated_at),
    publishedAt: status === 'published' ? dateOf(fields.published_at) : undefined,
    publishAt,
    featured: fields.featured === true || fields.featured === 1 ? true : undefined,
    ...searchFields({
      seoTitle: meta.meta_title ?? fields.meta_title,
      metaDescription: meta.meta_description ?? fields.meta_description,
      canonicalUrl: fields.canonical_url,
    }),
    socialImage: socialImage ? { url: withLocalUrls(socialImage) } : undefined,
    aliases: type === 'page' && slug === fields.slug ? undefined : [`/${text(fields.slug)}/`],
  })
  return { type, metadata, body: bodyOf(fields, subject, source) }
}

function statusOf(fields: Fields, subject: string, { reporter }: ImportSource) {
  const draft = { status: 'draft' as const, publishAt: undefined }
  const visibility = text(fields.visibility)
  if (visibility !== '' && visibility !== 'public') {
    reporter.warn('members-only', subject, `is visible to "${visibility}" only; it becomes a draft`)
    return draft
  }
  if (fields.status === 'published') return { status: 'published' as const, publishAt: undefined }
  if (fields.status === 'scheduled') {
    reporter.warn('scheduled', subject, 'becomes a draft that is published at the scheduled time')
    return { status: 'draft' as const, publishAt: dateOf(fields.published_at) }
  }
  if (fields.status !== 'draft')
    reporter.warn('status', subject, `has the status "${text(fields.status)}"; it becomes a draft`)
  return draft
}

/** The primary tag becomes the category. */
function tagsOf(fields: Fields, { ofPost, byId }: Related, type: 'post' | 'page') {
  const names = ofPost('posts_tags', fields.id).flatMap((row) => textOf(byId('tags', row.tag_id)?.name) ?? [])
  if (type === 'page') return compact({ tags: names.length > 0 ? names : undefined })
  const [category, ...tags] = names
  return compact({ category, tags: tags.length > 0 ? tags : undefined })
}

function authorsOf(fields: Fields, { ofPost, byId }: Related, type: 'post' | 'page') {
  const rows = ofPost('posts_authors', fields.id)
  const ids = rows.length > 0 ? rows.map((row) => row.author_id) : [fields.author_id]
  const names = [
    ...new Set(
      ids.flatMap((id) => {
        const user = byId('users', id)
        return textOf(user?.slug) ?? textOf(user?.name) ?? []
      }),
    ),
  ]
  const authors = names.length > 1 && type === 'post' ? names.slice(0, mostAuthors) : undefined
  return compact({ author: names[0], authors })
}

const usersOf = ({ table }: Related): Author[] =>
  table('users').map((user) =>
    compact({ username: text(user.slug), email: textOf(user.email), name: textOf(user.name) }),
  )

function menuOf(navigation: string): MenuItem[] {
  const entries = parseJson(navigation, 'the setting navigation')
  if (!Array.isArray(entries)) return []
  return entries.filter(isRecord).map(({ label, url }, at) => ({
    id: `navigation-${at + 1}`,
    title: text(label),
    url: withLocalUrls(text(url)) || '/',
    parent: null,
  }))
}

/** Removes Ghost's placeholder for the address of the site, and the size from image URLs. */
const withLocalUrls = (value: string): string =>
  value.replaceAll('__GHOST_URL__', '').replace(/\/size\/w\d+(h\d+)?\//, '/')

function fromHtml(fields: Fields, notes: CardNotes): string {
  const { markdown, kept } = htmlToMarkdown(withLocalUrls(text(fields.html)))
  for (const name of kept) notes.kept(`<${name}>`)
  return markdown
}

function bodyOf(fields: Fields, subject: string, { reporter }: ImportSource): string {
  const kept = new Set<string>()
  const lost = new Set<string>()
  const notes = { kept: (name: string) => void kept.add(name), lost: (name: string) => void lost.add(name) }
  const [lexical, mobiledoc] = [text(fields.lexical), text(fields.mobiledoc)]
  let body: string
  try {
    if (lexical) body = lexicalToMarkdown(withLocalUrls(lexical), notes)
    else if (mobiledoc) body = mobiledocToMarkdown(withLocalUrls(mobiledoc), notes)
    else body = fromHtml(fields, notes)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    reporter.warn(
      'document-unreadable',
      subject,
      `has a document that is not valid JSON; its HTML is used: ${error.message}`,
    )
    body = fromHtml(fields, notes)
  }
  for (const name of kept) reporter.warn('html-kept', subject, `${name} is kept as HTML`)
  for (const name of lost)
    reporter.lose('no-counterpart', subject, `${name} has no equivalent; the body keeps its words and URL`)
  return body
}
