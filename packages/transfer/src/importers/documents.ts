/**
 * Converts files with front matter to items: assigns slugs, builds the tree of pages, and adds redirects from
 * old addresses.
 */
import { addressOf, slugBook } from '../addresses.ts'
import { isUtf8, textOf } from '../bytes.ts'
import { readMatter } from '../front-matter.ts'
import type { Entry, Item } from '../model.ts'
import { compact, type FileFields } from './fields.ts'
import type { ImportSource } from './importer.ts'

/** A content file of a site generator, without its body. */
export interface Document {
  readonly file: string
  readonly type: 'post' | 'page'
  /** Path of its old address, such as `/about/team/`. */
  readonly address: string
  readonly fields: FileFields
  /** More old addresses. */
  readonly aliases: readonly string[]
}

interface Placed extends Document {
  readonly slug: string
  readonly parent: string | undefined
  /** New address. */
  readonly path: string
}

/** Yields parents before their children. Reads one body at a time. */
export async function* documentEntries(
  documents: readonly Document[],
  source: ImportSource,
): AsyncGenerator<Entry> {
  for (const placed of place(documents)) {
    const text = await readText(placed.file, source)
    reportTags(placed.file, text, source)
    yield { kind: 'item', item: itemOf(placed, readMatter(text, placed.file).body) }
  }
}

/** Reads a file. Invalid UTF-8 becomes replacement characters, which are reported. */
export async function readText(file: string, { tree, limits, reporter }: ImportSource): Promise<string> {
  const bytes = await tree.read(file, limits.textBytes)
  const text = textOf(bytes)
  if (text.includes('\uFFFD') && !isUtf8(bytes))
    reporter.lose('not-utf8', file, 'is not encoded in UTF-8; characters that cannot be read are replaced')
  return text
}

function place(documents: readonly Document[]): Placed[] {
  const slugs = slugBook()
  const pages = new Map<string, string>()
  const parentOf = new Map<string, string | undefined>()
  const byDepth = documents
    .map((document) => ({ document, names: namesOf(document.address) }))
    .sort((a, b) => a.names.length - b.names.length || (a.document.address < b.document.address ? -1 : 1))
  return byDepth.map(({ document, names }) => {
    const { type, fields } = document
    const name = names.at(-1) ?? 'home'
    const slug = slugs.take(type === 'post' ? 'post' : 'custom', name, fields.title)
    const parent = type === 'post' ? undefined : nearest(names.slice(0, -1), pages)
    const place = { slug, pageType: 'custom', parentPage: parent } as const
    const path = addressOf(type, place, (page) => parentOf.get(page))
    if (type === 'page') parentOf.set(slug, parent)
    if (type === 'page' && names.length > 0) pages.set(names.join('/'), slug)
    return { ...document, slug, parent, path }
  })
}

/** Finds the nearest enclosing folder that has a page. Returns the slug of that page. */
function nearest(folders: readonly string[], pages: ReadonlyMap<string, string>): string | undefined {
  for (let length = folders.length; length > 0; length--) {
    const slug = pages.get(folders.slice(0, length).join('/'))
    if (slug !== undefined) return slug
  }
  return undefined
}

const namesOf = (address: string): string[] =>
  address
    .split('/')
    .filter(Boolean)
    .map((name) => name.replace(/\.html?$/, ''))

function itemOf(placed: Placed, body: string): Item {
  const { type, file, address, path, slug, parent } = placed
  const { title, status, featuredImage, socialImage, ...rest } = placed.fields
  // Omits `/`, because a redirect would hide the new home page.
  const aliases = [...new Set([address, ...placed.aliases])].filter((old) => old !== '/' && old !== path)
  const metadata = {
    title,
    slug,
    status,
    sourceKey: file,
    sourceUrl: address,
    ...(type === 'page' ? { pageType: 'custom', parentPage: parent } : {}),
    ...rest,
    featuredImage: featuredImage && { ...featuredImage, url: absolute(featuredImage.url, address) },
    socialImage: socialImage && { ...socialImage, url: absolute(socialImage.url, address) },
    aliases: aliases.length > 0 ? aliases : undefined,
  }
  return { type, metadata: compact(metadata) as Item['metadata'], body }
}

/** Resolves a relative URL against the page's old address. Returns the path from the root of the old site. */
function absolute(url: string, address: string): string {
  if (/^[a-z]+:|^\/\//i.test(url)) return url
  return decodeURI(new URL(url, `http://site.invalid${encodeURI(address)}`).pathname)
}

/** Matches tags of Hugo, Liquid and Nunjucks. They stay in the text and are reported by name. */
const templateTag = /\{\{[<%]\s*\/?\s*([\w./-]+)|\{%-?\s*(\w+)/g

function reportTags(file: string, text: string, { reporter }: ImportSource): void {
  const names = new Set<string>()
  for (const [, shortcode, tag] of text.matchAll(templateTag)) names.add(shortcode ?? tag ?? '')
  for (const name of names)
    reporter.warn('template-tag-kept', file, `the tag "${name}" has no equivalent and stays in the text`)
}
