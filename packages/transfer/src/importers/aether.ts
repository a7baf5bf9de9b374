/**
 * Imports a folder of the CMS Aether: `content/data` with items, menu and settings, `content/uploads` with
 * media.
 */
import { slugBook } from '../addresses.ts'
import { textOf as utf8 } from '../bytes.ts'
import { readMatter } from '../front-matter.ts'
import type { Author, Entry, Fields, Item, MenuItem } from '../model.ts'
import { parentsFirst } from '../parents-first.ts'
import { parseJson } from '../parse-json.ts'
import { isRecord } from './config-file.ts'
import { readText } from './documents.ts'
import { compact, dateOf, textOf, textsOf } from './fields.ts'
import type { ImportSource } from './importer.ts'
import { type FoundFile, mediaEntries } from './media-files.ts'
import { searchFields, searchNames } from './search-fields.ts'

const spaces = { posts: 'post', pages: 'normal', custom: 'custom' } as const
const settingNames = ['siteTitle', 'siteDescription', 'postsPerPage', 'footerCode', 'siteUrl']

export async function* importAether(source: ImportSource): AsyncGenerator<Entry> {
  const { tree } = source
  const data = folderOf(tree.files, /^(?:(.*)\/)?(posts|pages|custom)\/[^/]+\.md$/)
  const at = (name: string) => (data === '' ? name : `${data}/${name}`)
  const settings = await json(at('settings.json'), source)
  yield { kind: 'settings', settings: settingsOf(isRecord(settings) ? settings : {}) }
  yield* mediaEntries(await uploads(source), source)
  const items: { type: Item['type']; metadata: Item['metadata']; file: string }[] = []
  const slugs = slugBook()
  for (const [folder, space] of Object.entries(spaces))
    for (const { path } of tree.files)
      if (path.startsWith(`${at(folder)}/`) && path.endsWith('.md')) {
        const { fields } = readMatter(await readText(path, source), path)
        const name = path.split('/').at(-1)?.slice(0, -3) ?? ''
        const slug = slugs.take(space, textOf(fields.slug) ?? name, textOf(fields.title))
        const metadata = metadataOf(fields, path, slug, space)
        items.push({ type: space === 'post' ? 'post' : 'page', metadata, file: path })
      }
  for (const { type, metadata, file } of parentsFirst(items)) {
    const { body } = readMatter(await readText(file, source), file)
    // Aether writes one empty line between front matter and body.
    yield { kind: 'item', item: { type, metadata, body: body.replace(/^\r?\n/, '') } }
  }
  yield { kind: 'menu', items: menuOf(await json(at('menu.json'), source)) }
  yield { kind: 'users', users: usersOf(await json(at('users.json'), source)) }
}

const folderOf = (files: readonly { path: string }[], form: RegExp): string =>
  files.map(({ path }) => form.exec(path)).find((match) => match !== null)?.[1] ?? ''

function metadataOf(
  fields: Readonly<Record<string, unknown>>,
  file: string,
  slug: string,
  space: 'post' | 'normal' | 'custom',
): Item['metadata'] {
  const { id, title, status, createdAt, updatedAt, publishDate, tags, featuredImage, parentPage, ...rest } =
    fields
  const { slug: _slug, pageType: _type, content: _content, ...extra } = rest
  const image = isRecord(featuredImage) ? textOf(featuredImage.url) : textOf(featuredImage)
  const created = dateOf(createdAt)
  const known = {
    title: textOf(title) ?? slug,
    slug,
    status: status === 'published' ? 'published' : 'draft',
    sourceKey: textOf(id) ?? file,
    pageType: space === 'post' ? undefined : space,
    parentPage: space === 'custom' ? textOf(parentPage) : undefined,
    createdAt: created,
    updatedAt: dateOf(updatedAt),
    publishedAt: status === 'published' ? (dateOf(publishDate) ?? created) : undefined,
    tags: tags === undefined ? undefined : textsOf(tags),
    featuredImage: image
      ? compact({ url: image, alt: isRecord(featuredImage) ? textOf(featuredImage.alt) : undefined })
      : undefined,
  }
  const filled = Object.entries(extra).filter(
    ([name, value]) => value !== '' && value !== null && !searchNames.some((one) => one === name),
  )
  return compact({ ...Object.fromEntries(filled), ...searchFields(extra), ...known }) as Item['metadata']
}

async function uploads(source: ImportSource): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const { path } of source.tree.files) {
    const [, kind, name] = /(?:^|\/)uploads\/(images|documents)\/([^/]+)$/.exec(path) ?? []
    if (!kind || !name || name.endsWith('.metadata.json')) continue
    const described = await json(`${path}.metadata.json`, source)
    const { alt, caption } = isRecord(described) ? described : {}
    found.push(compact({ path, url: `/${kind}/${name}`, alt: textOf(alt), caption: textOf(caption) }))
  }
  return found
}

async function json(path: string, { tree }: ImportSource): Promise<unknown> {
  return tree.has(path) ? parseJson(utf8(await tree.read(path)), path) : undefined
}

const settingsOf = (settings: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = settings[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )

function menuOf(value: unknown): MenuItem[] {
  const items = isRecord(value) && Array.isArray(value.menu) ? value.menu.filter(isRecord) : []
  return items.flatMap((item): MenuItem[] => {
    const [id, title, url] = [textOf(item.id), textOf(item.title), textOf(item.url)]
    if (!id || !title || !url) return []
    return [
      compact({
        id,
        title,
        url,
        parent: textOf(item.parent),
        class: textOf(item.class),
        target: textOf(item.target),
      }),
    ]
  })
}

/** The users in the file, without their password hashes. */
function usersOf(value: unknown): Author[] {
  const users = Array.isArray(value)
    ? value
    : isRecord(value) && Array.isArray(value.users)
      ? value.users
      : []
  return users.filter(isRecord).flatMap((user): Author[] => {
    const username = textOf(user.username)
    const role = user.role === 'admin' ? ('admin' as const) : ('editor' as const)
    return username ? [compact({ username, email: textOf(user.email), role })] : []
  })
}
