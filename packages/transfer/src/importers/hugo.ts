/** Imports a folder of Hugo: content files of post sections become posts, all others become pages. */
import { languageError } from '@typecase/kernel'
import { readMatter } from '../front-matter.ts'
import type { Entry, Fields } from '../model.ts'
import { type Config, isRecord, readConfig, recordAt } from './config-file.ts'
import { type Document, documentEntries, readText } from './documents.ts'
import { dateOf, fileFields, textOf, textsOf } from './fields.ts'
import { defaultPostSections, type ImportSource } from './importer.ts'
import { type FoundFile, mediaEntries } from './media-files.ts'
import { expandPermalink } from './permalinks.ts'
import { type Localized, withTranslations } from './translations.ts'

const configFiles = ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
  ['toml', 'yaml', 'yml', 'json'].map((extension) => `${name}.${extension}`),
)
const contentFile = /\.(md|markdown|mdown|html?)$/

export async function* importHugo(source: ImportSource): AsyncGenerator<Entry> {
  const config = await readConfig(configFiles, source)
  const roots = contentRoots(config, source)
  const localized: Localized[] = []
  const resources: FoundFile[] = []
  const placed = new Set<string>()
  for (const { path } of source.tree.files) {
    const root = roots.find(({ folder }) => folder === '' || path.startsWith(`${folder}/`))
    if (!root) continue
    placed.add(path)
    const inside = root.folder === '' ? path : path.slice(root.folder.length + 1)
    if (contentFile.test(path)) localized.push(await documentOf(path, inside, root, config, source))
    else resources.push({ path, url: `${root.prefix}/${inside}` })
  }
  for (const { path } of source.tree.files)
    if (path.startsWith('content/') && !placed.has(path))
      source.reporter.warn('outside-content', path, 'is in no content folder of the configuration')
  const documents = withTranslations(localized, source.reporter)
  yield { kind: 'settings', settings: settingsOf(config) }
  yield* mediaEntries([...bundled(resources, documents), ...staticFiles(source)], source)
  yield* documentEntries(documents, source)
}

interface Root {
  readonly folder: string
  /** Undefined for the default language. */
  readonly language?: string | undefined
  /** Path below the content folder. */
  readonly path: string
  /** Prefix of addresses: the path, preceded by the language unless that is the default. */
  readonly prefix: string
}

/**
 * Content folders of the configured mounts and languages. Adds `contentDir` (default `content`) if there are
 * no mounts and the default language has no folder. If none of these folders exists, returns `contentDir`, or
 * else the whole tree.
 */
function contentRoots(config: Config, { tree }: ImportSource): Root[] {
  const standard = textOf(config.defaultContentLanguage) ?? 'en'
  const rootOf = (folder: string, language: string, path: string): Root =>
    language === standard
      ? { folder, path, prefix: path }
      : { folder, path, language, prefix: `/${language}${path}` }
  const mounts = recordAt(config, 'module').mounts
  const mounted = (Array.isArray(mounts) ? mounts : []).filter(isRecord).flatMap((mount): Root[] => {
    const target = textOf(mount.target) ?? ''
    const folder = textOf(mount.source)
    if (!folder || !/^content(\/|$)/.test(target)) return []
    return [rootOf(folder, textOf(mount.lang) ?? standard, target.slice('content'.length))]
  })
  const languages = Object.entries(recordAt(config, 'languages')).flatMap(([language, value]): Root[] => {
    const folder = isRecord(value) ? textOf(value.contentDir) : undefined
    return folder ? [rootOf(folder, language, '')] : []
  })
  const hasDefault = mounted.length > 0 || languages.some(({ language }) => language === undefined)
  const standardRoot = rootOf(textOf(config.contentDir) ?? 'content', standard, '')
  const roots = [...mounted, ...languages, ...(hasDefault ? [] : [standardRoot])]
  const exists = ({ folder }: Root) => tree.files.some(({ path }) => path.startsWith(`${folder}/`))
  const existing = roots.filter(exists)
  if (existing.length > 0) return existing
  return [exists(standardRoot) ? standardRoot : rootOf('', standard, '')]
}

async function documentOf(
  path: string,
  inside: string,
  root: Root,
  config: Config,
  source: ImportSource,
): Promise<Localized> {
  const { fields: raw } = readMatter(await readText(path, source), path)
  const languages = Object.keys(recordAt(config, 'languages'))
  const { folders, name, language, isSection } = namesOf(inside, languages)
  const isDefault = language === undefined || language === (textOf(config.defaultContentLanguage) ?? 'en')
  const base = root.prefix + (isDefault ? '' : `/${language}`)
  const section = folders[0] ?? ''
  const sections = source.options.postSections ?? defaultPostSections
  const type = !isSection && sections.includes(section) ? 'post' : 'page'
  const context = {
    file: path,
    type,
    now: source.options.now ?? new Date(),
    reporter: source.reporter,
  } as const
  const fields = fileFields(raw, {
    ...context,
    fallbackTitle: (name || section || 'Home').replaceAll('-', ' '),
  })
  const address = base + addressOf(raw, folders, name, section, recordAt(config, 'permalinks'))
  const aliases = textsOf(raw.aliases ?? raw.alias).map((alias) => aliasPath(alias, address))
  return {
    document: { file: path, type, address, fields, aliases },
    language: isDefault ? root.language : language,
    text: textOf(raw.translationKey) ?? [root.path, ...folders, name, isSection ? '_index' : ''].join('/'),
  }
}

/** `a/b/index.md` and `a/b.md` are the page `b` in folder `a`; `a/_index.md` is the section `a` itself. */
function namesOf(inside: string, languages: readonly string[]) {
  const parts = inside.split('/')
  const file = (parts.pop() ?? '').replace(contentFile, '')
  const language = languages.find((code) => file.endsWith(`.${code}`))
  const stem = language === undefined ? file : file.slice(0, -language.length - 1)
  const isSection = stem === '_index'
  const name = isSection ? '' : stem === 'index' ? (parts.pop() ?? '') : stem
  return { folders: parts, name, language, isSection }
}

function addressOf(
  raw: Config,
  folders: readonly string[],
  name: string,
  section: string,
  permalinks: Config,
): string {
  const url = textOf(raw.url)
  if (url) return hugoPath(url.startsWith('/') ? url : `/${url}`)
  const pattern = textOf(recordAt(permalinks, 'page')[section] ?? permalinks[section])
  const slug = textOf(raw.slug) ?? name
  if (pattern && name !== '')
    return hugoPath(
      expandPermalink(pattern, {
        date: dateOf(raw.date),
        title: textOf(raw.title) ?? name,
        slug,
        name,
        folders,
      }),
    )
  return hugoPath(`/${[...folders, slug].filter(Boolean).join('/')}/`)
}

/** Converts to lower case with hyphens for spaces, as in Hugo's addresses. */
const hugoPath = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/\/{2,}/g, '/')

/** An alias without a slash in front is relative to the folder of the page. */
const aliasPath = (alias: string, address: string): string =>
  hugoPath(alias.startsWith('/') ? alias : new URL(`../${alias}`, `http://site.invalid${address}`).pathname)

/**
 * Gives each file in the folder of a page an address below that of the page: if `a/b/index.md` has
 * `url: /c/`, then `a/b/photo.jpg` has the address `/c/photo.jpg`.
 */
function bundled(resources: readonly FoundFile[], documents: readonly Document[]): FoundFile[] {
  const bundles = new Map(
    documents.flatMap(({ file, address }) =>
      /(^|\/)_?index\.[^/]*$/.test(file) ? [[file.slice(0, file.lastIndexOf('/')), address] as const] : [],
    ),
  )
  return resources.map((resource) => {
    const folders = resource.path.split('/')
    for (let length = folders.length - 1; length > 0; length--) {
      const address = bundles.get(folders.slice(0, length).join('/'))
      if (address)
        return { ...resource, url: `${address.replace(/\/?$/, '/')}${folders.slice(length).join('/')}` }
    }
    return resource
  })
}

const staticFiles = ({ tree }: ImportSource): FoundFile[] =>
  tree.files.flatMap(({ path }) =>
    path.startsWith('static/') ? [{ path, url: path.slice('static'.length) }] : [],
  )

function settingsOf(config: Config): Fields {
  const siteTitle = textOf(config.title)
  const description = textOf(recordAt(config, 'params').description)
  const language = [config.languageCode, config.locale, config.defaultContentLanguage]
    .flatMap((value) => textOf(value) ?? [])
    .find((tag) => languageError(tag) === undefined)
  return {
    ...(siteTitle ? { siteTitle } : {}),
    ...(description ? { siteDescription: description } : {}),
    ...(language ? { siteLanguage: language } : {}),
  }
}
