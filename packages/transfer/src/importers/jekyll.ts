/**
 * Imports a folder of Jekyll: `_posts` and `_drafts` become posts, other files with front matter become
 * pages.
 */
import { readMatter } from '../front-matter.ts'
import type { Entry, Fields } from '../model.ts'
import { type Config, readConfig, recordAt } from './config-file.ts'
import { type Document, documentEntries, readText } from './documents.ts'
import { dateOf, fileFields, textOf, textsOf } from './fields.ts'
import type { ImportSource } from './importer.ts'
import { type FoundFile, isMedia, mediaEntries } from './media-files.ts'
import { expandPermalink } from './permalinks.ts'

const contentFile = /\.(md|markdown|html?)$/
const builtIn: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
}
/** Folders without content. */
const noContent = /^(_site|_layouts|_includes|_sass|_data|_plugins|vendor)\//

export async function* importJekyll(source: ImportSource): AsyncGenerator<Entry> {
  const config = await readConfig(['_config.yml', '_config.yaml', '_config.toml'], source)
  const collections = Object.keys(recordAt(config, 'collections'))
  const documents: Document[] = []
  const files: FoundFile[] = []
  for (const { path } of source.tree.files) {
    if (noContent.test(path)) continue
    if (isMedia(path)) files.push({ path, url: `/${path}` })
    else if (contentFile.test(path)) {
      const document = await documentOf(path, config, collections, source)
      if (document) documents.push(document)
    }
  }
  yield { kind: 'settings', settings: settingsOf(config) }
  yield* mediaEntries(files, source)
  yield* documentEntries(documents, source)
}

async function documentOf(
  path: string,
  config: Config,
  collections: readonly string[],
  source: ImportSource,
): Promise<Document | undefined> {
  const { fields: given, format } = readMatter(await readText(path, source), path)
  // In Jekyll, spaces separate the tags in a text.
  const raw = typeof given.tags === 'string' ? { ...given, tags: given.tags.split(/\s+/) } : given
  const post = /^(?:(.*)\/)?_(posts|drafts)\/(?:.*\/)?(?:(\d{4}-\d{1,2}-\d{1,2})-)?([^/]+)\.[^.]+$/.exec(path)
  // Jekyll copies pages without front matter, such as a readme, unchanged.
  if (!post && format === 'none') return undefined
  const [, folder = '', kind, day, stem] = post ?? []
  const name = stem ?? path.replace(contentFile, '').split('/').at(-1) ?? path
  const now = source.options.now ?? new Date()
  const type = post ? 'post' : 'page'
  const fields = fileFields(kind === 'drafts' ? { ...raw, draft: true } : raw, {
    file: path,
    type,
    now,
    reporter: source.reporter,
    fallbackTitle: name.replaceAll('-', ' '),
    fallbackDate: dateOf(day),
  })
  const categories = [...folder.split('/').filter(Boolean), ...textsOf(raw.categories ?? raw.category)]
  const address = post
    ? postAddress(raw, config, { name, date: fields.createdAt, categories })
    : pageAddress(path, raw, config, collections)
  const withFolder =
    type === 'post' && !fields.category && categories[0] ? { ...fields, category: categories[0] } : fields
  return { file: path, type, address, fields: withFolder, aliases: textsOf(raw.redirect_from) }
}

function postAddress(
  raw: Config,
  config: Config,
  { name, date, categories }: { name: string; date: string | undefined; categories: readonly string[] },
): string {
  const wanted = textOf(raw.permalink) ?? textOf(config.permalink) ?? 'date'
  const slug = textOf(raw.slug) ?? name
  // In Jekyll `:title` is the file name, not the title.
  return expandPermalink(builtIn[wanted] ?? wanted, {
    date,
    title: slug,
    slug,
    name,
    folders: [],
    categories,
  })
}

function pageAddress(path: string, raw: Config, config: Config, collections: readonly string[]): string {
  const permalink = textOf(raw.permalink)
  const stem = path.replace(contentFile, '')
  const collection = collections.find((name) => path.startsWith(`_${name}/`))
  if (permalink) return permalink.startsWith('/') ? permalink : `/${permalink}`
  const clean = collection ? stem.slice(1) : stem
  if (/(^|\/)index$/.test(clean)) return `/${clean.slice(0, -'index'.length)}`
  const isPretty = textOf(config.permalink) === 'pretty' || textOf(config.permalink)?.endsWith('/')
  return isPretty ? `/${clean}/` : `/${clean}.html`
}

function settingsOf(config: Config): Fields {
  const siteTitle = textOf(config.title)
  const siteDescription = textOf(config.description)
  const siteUrl = textOf(config.url)
  return {
    ...(siteTitle ? { siteTitle } : {}),
    ...(siteDescription ? { siteDescription } : {}),
    ...(siteUrl && /^https?:/.test(siteUrl) ? { siteUrl } : {}),
  }
}
