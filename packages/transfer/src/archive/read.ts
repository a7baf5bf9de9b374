/** Reads an archive. Checks all digests first, so that a damaged or altered one changes nothing. */
import { sha256 as createDigest } from '#sha256'
import { textOf } from '../bytes.ts'
import { messageOf, TransferError } from '../errors.ts'
import { readMatter } from '../front-matter.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import type { Author, Entry, Fields, Item, Media, MenuItem, Metadata, Redirect, Revision } from '../model.ts'
import { shown } from '../source/safe-path.ts'
import { below, type Tree } from '../source/tree.ts'
import { type Manifest, manifestFile, parseManifest, revisionsOf } from './manifest.ts'

export interface Archive {
  readonly manifest: Manifest
  /** Settings, media, pages (parents first), posts, menu, users, redirects, then comments and members. */
  entries(): AsyncGenerator<Entry>
}

/**
 * Verifies an archive and opens it. One enclosing folder is accepted, because archivers add it.
 * @throws TransferError DAMAGED names the first file that is missing, altered or not listed
 */
export async function openArchive(outer: Tree, limits: Limits = defaultLimits): Promise<Archive> {
  const tree = below(outer, rootOf(outer))
  const manifest = parseManifest(textOf(await tree.read(manifestFile, 8 * limits.textBytes)))
  for (const { path } of tree.files)
    if (path !== manifestFile && !Object.hasOwn(manifest.files, path))
      throw new TransferError('DAMAGED', `${shown(path)} is not listed in ${manifestFile}`)
  for (const [path, { sha256, bytes }] of Object.entries(manifest.files)) {
    if (!tree.has(path)) throw new TransferError('DAMAGED', `${shown(path)} is missing`)
    await verify(tree, path, sha256, bytes)
  }
  return archiveOf(tree, manifest, limits)
}

/** An archive that needs no verification, because this program has just written it. */
export const archiveOf = (tree: Tree, manifest: Manifest, limits: Limits = defaultLimits): Archive => ({
  manifest,
  entries: () => entriesOf(tree, manifest, limits),
})

function rootOf(tree: Tree): string {
  if (tree.has(manifestFile)) return ''
  const [first] = tree.files
  const folder = first?.path.split('/')[0] ?? ''
  if (tree.has(`${folder}/${manifestFile}`)) return folder
  throw new TransferError('UNKNOWN_FORMAT', `there is no ${manifestFile}: this is no archive of Typecase`)
}

async function verify(tree: Tree, path: string, sha256: string, bytes: number): Promise<void> {
  const digest = createDigest()
  let read = 0
  for await (const chunk of await tree.open(path)) {
    read += chunk.length
    if (read > bytes) break
    digest.update(chunk)
  }
  if (read !== bytes || digest.hex() !== sha256)
    throw new TransferError('DAMAGED', `${shown(path)} differs from its digest in ${manifestFile}`)
}

async function* entriesOf(tree: Tree, { files }: Manifest, limits: Limits): AsyncGenerator<Entry> {
  const paths = Object.keys(files)
  const json = async <T>(path: string): Promise<T | undefined> =>
    Object.hasOwn(files, path) ? parsed<T>(textOf(await tree.read(path)), path) : undefined
  const text = async (path: string) => textOf(await tree.read(path, limits.textBytes))
  const historyOf = async (path: string): Promise<Pick<Item, 'revisions'>> => {
    const file = revisionsOf(path)
    if (!Object.hasOwn(files, file)) return {}
    const lines = textOf(await tree.read(file, limits.mediaBytes))
      .split('\n')
      .filter(Boolean)
    return { revisions: lines.map((line) => parsed<Revision>(line, file)) }
  }
  const settings = await json<Fields>('settings.json')
  if (settings) yield { kind: 'settings', settings }
  for (const path of paths.filter((file) => /^media\/.+\.json$/.test(file) && files[file.slice(0, -5)])) {
    const media = await json<Media>(path)
    if (media) yield { kind: 'media', media, open: () => tree.open(path.slice(0, -5)) }
  }
  // A parent's file has fewer folders than those of its children.
  const depth = (path: string) => path.split('/').length
  const pages = paths.filter((path) => /^pages\/.+\.md$/.test(path)).sort((a, b) => depth(a) - depth(b))
  for (const path of [...pages, ...paths.filter((file) => /^posts\/.+\.md$/.test(file))])
    yield { kind: 'item', item: { ...itemOf(path, await text(path)), ...(await historyOf(path)) } }
  yield { kind: 'menu', items: (await json<MenuItem[]>('menu.json')) ?? [] }
  yield { kind: 'users', users: (await json<Author[]>('users.json')) ?? [] }
  yield { kind: 'redirects', redirects: (await json<Redirect[]>('redirects.json')) ?? [] }
  for (const name of ['comments', 'members'] as const) {
    const path = `beside/${name}.jsonl`
    if (!Object.hasOwn(files, path)) continue
    const records = textOf(await tree.read(path, limits.mediaBytes))
    for (const line of records.split('\n').filter(Boolean))
      yield { kind: 'beside', name, record: parsed<Fields>(line, path) }
  }
}

/** @throws TransferError DAMAGED */
function parsed<T>(text: string, path: string): T {
  try {
    return JSON.parse(text) as T
  } catch (error) {
    throw new TransferError('DAMAGED', `${shown(path)} is no JSON: ${messageOf(error)}`)
  }
}

function itemOf(path: string, text: string): Item {
  const { fields, body } = readMatter(text, path)
  const { draft, ...metadata } = fields
  const { title, slug, sourceKey, status } = metadata
  const isComplete = [title, slug, sourceKey].every((field) => typeof field === 'string')
  if (!isComplete || (status !== 'draft' && status !== 'published'))
    throw new TransferError('DAMAGED', `${shown(path)} lacks title, slug, status or sourceKey`)
  // `draft` only repeats the status, for other programs.
  const own = draft === (status === 'draft' ? true : undefined) ? metadata : fields
  return { type: path.startsWith('posts/') ? 'post' : 'page', metadata: own as unknown as Metadata, body }
}
