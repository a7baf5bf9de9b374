/** Writes the entries of an importer or an export as an archive. docs/archive.md describes the files. */

import { redirectKey } from '@typecase/kernel'
import { sha256 } from '#sha256'
import { addressOf, chainOf } from '../addresses.ts'
import { type ByteStream, bytesOf } from '../bytes.ts'
import { writeMatter } from '../front-matter.ts'
import type { Author, Entry, Item, Media, MenuItem, Redirect, Revision } from '../model.ts'
import type { Reporter } from '../report.ts'
import { formatVersion, jsonText, type Manifest, manifestFile, revisionsOf } from './manifest.ts'
import type { Sink } from './sink.ts'

export interface WriteOptions {
  /** Recorded in the manifest. */
  readonly source: string
  readonly onEntry?: ((entry: Entry) => void) | undefined
}

/** Revisions of an item, oldest first. An export yields them after all items. */
export interface History {
  readonly kind: 'history'
  readonly type: Item['type']
  /** The `id` in the metadata of the item. */
  readonly id: string
  readonly revisions: readonly Revision[]
}

/** Writes an archive; after an error nothing remains. @returns the manifest */
export async function writeArchive(
  entries: AsyncIterable<Entry | History>,
  sink: Sink,
  reporter: Reporter,
  { source, onEntry }: WriteOptions,
): Promise<Manifest> {
  const archive = archiveWriter(sink, reporter)
  try {
    for await (const entry of entries) {
      await archive.add(entry)
      if (entry.kind !== 'history') onEntry?.(entry)
    }
    const manifest = await archive.complete(source)
    await sink.end()
    return manifest
  } catch (error) {
    await sink.abort()
    throw error
  }
}

/** Data that is complete only after the last entry, and is written then. */
interface Collected {
  readonly files: Map<string, { sha256: string; bytes: number }>
  readonly parents: Map<string, string | null | undefined>
  /** Files of items by id; a post and a page may have the same id. */
  readonly itemFiles: Readonly<Record<Item['type'], Map<string, string>>>
  readonly aliased: { readonly item: Omit<Item, 'body'>; readonly aliases: readonly string[] }[]
  readonly menu: MenuItem[]
  readonly users: Author[]
  readonly redirects: Redirect[]
  readonly beside: Map<string, string[]>
}

type Put = (path: string, data: Uint8Array | ByteStream) => Promise<void>

function archiveWriter(sink: Sink, reporter: Reporter) {
  const all: Collected = {
    files: new Map(),
    parents: new Map(),
    itemFiles: { post: new Map(), page: new Map() },
    aliased: [],
    menu: [],
    users: [],
    redirects: [],
    beside: new Map(),
  }
  const put: Put = (path, data) => store(sink, all.files, path, data)
  return {
    add: (entry: Entry | History): Promise<void> => addEntry(entry, all, put, reporter),
    async complete(source: string): Promise<Manifest> {
      await putCollected(all, put, reporter)
      const files = Object.fromEntries([...all.files].sort(([a], [b]) => (a < b ? -1 : 1)))
      const { counts } = reporter.report()
      const manifest = { format: formatVersion, source, counts, files }
      await sink.add(manifestFile, bytesOf(jsonText(manifest)))
      return manifest
    },
  }
}

async function addEntry(entry: Entry | History, all: Collected, put: Put, reporter: Reporter): Promise<void> {
  switch (entry.kind) {
    case 'item':
      return addItem(entry.item, all, put, reporter)
    case 'history':
      return addHistory(all.itemFiles[entry.type].get(entry.id), entry.revisions, put, reporter)
    case 'media':
      reporter.count('media')
      await put(`media/${entry.media.file}.json`, bytesOf(jsonText(mediaFields(entry.media))))
      return put(`media/${entry.media.file}`, await entry.open())
    case 'menu':
      append(all.menu, entry.items)
      return reporter.count('menu', entry.items.length)
    case 'users':
      append(all.users, entry.users)
      return reporter.count('users', entry.users.length)
    case 'redirects':
      return append(all.redirects, entry.redirects)
    case 'settings':
      return put('settings.json', bytesOf(jsonText(entry.settings)))
    case 'beside': {
      const lines = all.beside.get(entry.name) ?? []
      all.beside.set(entry.name, lines)
      lines.push(`${JSON.stringify(entry.record)}\n`)
      return reporter.count(entry.name)
    }
  }
}

/** `push(...items)` throws a RangeError above about 120,000 items. */
function append<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item)
}

async function putCollected(all: Collected, put: Put, reporter: Reporter): Promise<void> {
  const redirects = redirectsOf(all)
  reporter.count('redirects', redirects.length)
  await put('menu.json', bytesOf(jsonText(all.menu)))
  await put('users.json', bytesOf(jsonText(all.users)))
  await put('redirects.json', bytesOf(jsonText(redirects)))
  for (const [name, lines] of all.beside) await put(`beside/${name}.jsonl`, bytesOf(lines.join('')))
}

async function addItem(
  { type, metadata, body, revisions = [] }: Item,
  all: Collected,
  put: Put,
  reporter: Reporter,
): Promise<void> {
  const { slug, pageType, parentPage, aliases, status } = metadata
  if (type === 'page' && pageType === 'custom') all.parents.set(slug, parentPage)
  if (aliases && aliases.length > 0) all.aliased.push({ item: { type, metadata: { ...metadata } }, aliases })
  const chain = chainOf(parentPage, (parent) => all.parents.get(parent))
  const folder = type === 'post' ? 'posts' : ['pages', ...chain].join('/')
  const file = freeName(all.files, `${folder}/${slug}`)
  // Hugo and Eleventy omit pages with `draft: true`.
  const fields = status === 'draft' ? { ...metadata, draft: true } : metadata
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  reporter.count(type === 'post' ? 'posts' : 'pages')
  await put(file, bytesOf(writeMatter(known, body)))
  if (metadata.id !== undefined) all.itemFiles[type].set(metadata.id, file)
  await addHistory(file, revisions, put, reporter)
}

/**
 * Writes the revisions of an item. Skips items that have no file, because they are newer than the list of
 * items.
 */
async function addHistory(
  file: string | undefined,
  revisions: readonly Revision[],
  put: Put,
  reporter: Reporter,
): Promise<void> {
  if (file === undefined || revisions.length === 0) return
  reporter.count('revisions', revisions.length)
  const lines = revisions.map((revision) => `${JSON.stringify(revision)}\n`)
  await put(revisionsOf(file), bytesOf(lines.join('')))
}

/** Adds a number if the path is taken: a normal page and a custom page may have the same slug. */
function freeName(files: ReadonlyMap<string, unknown>, path: string): string {
  for (let n = 1; ; n++) {
    const file = n === 1 ? `${path}.md` : `${path}.${n}.md`
    if (!files.has(file)) return file
  }
}

const mediaFields = ({ file, url, ...rest }: Media) => ({ file, url, ...rest })

/**
 * Redirects of administrators take precedence over aliases (contract.md#former-addresses). If several items
 * have the same alias, it redirects to the first. Omits redirects from an address to itself.
 */
function redirectsOf({ aliased, parents, redirects }: Collected): Redirect[] {
  const parentOf = (slug: string) => parents.get(slug)
  const found = new Map<string, Redirect>()
  const add = (redirect: Redirect): void => {
    if (redirect.from !== redirect.to && !found.has(redirect.from)) found.set(redirect.from, redirect)
  }
  for (const redirect of redirects) add(redirect)
  const redirected = new Set([...found.keys()].filter(isPlain).map(redirectKey))
  for (const { item, aliases } of aliased) {
    const to = addressOf(item.type, item.metadata, parentOf)
    for (const from of aliases) if (!isPlain(from) || !redirected.has(redirectKey(from))) add({ from, to })
  }
  return [...found.values()].sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** False for WordPress addresses with a query (`/?p=1`), which `redirectKey` ignores. */
const isPlain = (address: string): boolean => !address.includes('?')

async function store(
  sink: Sink,
  files: Collected['files'],
  path: string,
  data: Uint8Array | ByteStream,
): Promise<void> {
  const digest = sha256()
  let bytes = 0
  async function* measured(stream: ByteStream): ByteStream {
    for await (const chunk of stream) {
      digest.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  if (data instanceof Uint8Array) {
    digest.update(data)
    bytes = data.length
    await sink.add(path, data)
  } else await sink.add(path, measured(data))
  files.set(path, { sha256: digest.hex(), bytes })
}
