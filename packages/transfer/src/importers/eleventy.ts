/** Imports a folder of Eleventy: files with front matter, folder data, copied files. */
import { textOf as utf8 } from '../bytes.ts'
import { readMatter } from '../front-matter.ts'
import type { Entry } from '../model.ts'
import { parseJson } from '../parse-json.ts'
import { isRecord } from './config-file.ts'
import { type Document, documentEntries, readText } from './documents.ts'
import { dateOf, fileFields, textOf, textsOf } from './fields.ts'
import { defaultPostSections, type ImportSource } from './importer.ts'
import { type FoundFile, isMedia, mediaEntries } from './media-files.ts'

const contentFile = /\.(md|markdown|html)$/
const template = /\.(njk|liquid|hbs|mustache|ejs|haml|pug|webc|11ty\.[cm]?[jt]s)$/
const noContent = /^(_site|dist|public\/build)\/|(^|\/)_(includes|layouts|data)\//
/** Input folders to try, because the configuration of Eleventy is a program and is not run. */
const inputs = ['src', 'content', 'site', 'input']

type Data = Readonly<Record<string, unknown>>

export async function* importEleventy(source: ImportSource): AsyncGenerator<Entry> {
  const { tree, reporter } = source
  const prefix = inputs.find((folder) =>
    tree.files.some(({ path }) => path.startsWith(`${folder}/`) && contentFile.test(path)),
  )
  const inside = (path: string) => (prefix === undefined ? path : path.slice(prefix.length + 1))
  const documents: Document[] = []
  const files: FoundFile[] = []
  for (const { path } of tree.files) {
    if (noContent.test(path) || noContent.test(inside(path))) continue
    const isInput = prefix === undefined || path.startsWith(`${prefix}/`)
    if (isMedia(path)) files.push({ path, url: `/${isInput ? inside(path) : path.replace(/^public\//, '')}` })
    else if (isInput && contentFile.test(path)) {
      const document = await documentOf(path, inside(path), source)
      if (document) documents.push(document)
    } else if (isInput && template.test(path))
      reporter.lose('template', path, 'is a template, which Typecase does not run')
  }
  yield* mediaEntries(files, source)
  yield* documentEntries(documents, source)
}

async function documentOf(path: string, inside: string, source: ImportSource): Promise<Document | undefined> {
  const { fields, format } = readMatter(await readText(path, source), path)
  // A readme at the root is not part of the site.
  if (format === 'none' && /^(readme|changelog|license|contributing)\./i.test(inside)) return undefined
  const shared = await folderData(path, source)
  const tags = [...textsOf(shared.tags), ...textsOf(fields.tags)]
  const raw: Data = {
    ...shared,
    ...fields,
    tags: tags.filter((tag) => !defaultPostSections.includes(tag) && tag !== 'all'),
  }
  const folders = inside.split('/').slice(0, -1)
  const sections = source.options.postSections ?? defaultPostSections
  const isPost =
    tags.some((tag) => sections.includes(tag)) ||
    (sections.includes(folders[0] ?? '') && !/^index\./.test(inside.split('/').at(-1) ?? ''))
  const stem = (inside.split('/').at(-1) ?? '').replace(contentFile, '')
  const day = /^(\d{4}-\d{2}-\d{2})-/.exec(stem)?.[1]
  const name = day ? stem.slice(day.length + 1) : stem
  const isHidden = raw.permalink === false
  if (isHidden) source.reporter.warn('not-published', path, 'has `permalink: false`; it becomes a draft')
  const mapped = fileFields(isHidden ? { ...raw, draft: true } : raw, {
    file: path,
    type: isPost ? 'post' : 'page',
    now: source.options.now ?? new Date(),
    reporter: source.reporter,
    fallbackTitle: (name === 'index' ? (folders.at(-1) ?? 'Home') : name).replaceAll('-', ' '),
    fallbackDate: dateOf(day),
  })
  const address = addressOf(raw, folders, name, path, source)
  return {
    file: path,
    type: isPost ? 'post' : 'page',
    address,
    fields: mapped,
    aliases: textsOf(raw.redirect_from),
  }
}

function addressOf(
  raw: Data,
  folders: readonly string[],
  name: string,
  path: string,
  source: ImportSource,
): string {
  const permalink = textOf(raw.permalink)
  const isTemplate = permalink !== undefined && /\{[{%]/.test(permalink)
  if (isTemplate)
    source.reporter.warn(
      'permalink-template',
      path,
      'computes its address with a template; the default address is used',
    )
  if (permalink && !isTemplate) return `/${permalink.replace(/^\//, '').replace(/(^|\/)index\.html$/, '$1')}`
  const names = name === 'index' || name === folders.at(-1) ? folders : [...folders, name]
  return names.length === 0 ? '/' : `/${names.join('/')}/`
}

/** Fields that all files of a folder share (`posts/posts.json`). Reads JSON only; JavaScript is not run. */
async function folderData(path: string, { tree, reporter }: ImportSource): Promise<Data> {
  const folders = path.split('/').slice(0, -1)
  let data: Data = {}
  for (let length = 1; length <= folders.length; length++) {
    const folder = folders.slice(0, length).join('/')
    const stem = `${folder}/${folders[length - 1]}`
    for (const file of [`${stem}.json`, `${stem}.11tydata.json`]) {
      if (!tree.has(file)) continue
      const value = parseJson(utf8(await tree.read(file)), file)
      if (isRecord(value)) data = { ...data, ...value }
    }
    const program = ['js', 'mjs', 'cjs']
      .map((end) => `${stem}.11tydata.${end}`)
      .find((file) => tree.has(file))
    if (program) reporter.warn('data-program', path, `${program} is a program, which is not run`)
  }
  return data
}
