/** Reads and checks the entries of an archive. */
import { type ByteStream, textOf } from '../bytes.ts'
import { TransferError } from '../errors.ts'
import { readMatter } from '../front-matter.ts'
import type { Limits } from '../limits.ts'
import type {
  Author,
  Entry,
  EntryKind,
  Fields,
  Item,
  Media,
  MenuItem,
  Metadata,
  Redirect,
  Revision,
} from '../model.ts'
import { parseJson } from '../parse-json.ts'
import { shown } from '../source/safe-path.ts'
import { type Tree, tooLarge } from '../source/tree.ts'
import { linesOf } from './lines.ts'
import { type Manifest, revisionsOf } from './manifest.ts'
import * as shapes from './shapes.ts'

/**
 * Yields settings, media, pages (parents first), posts, menu, users, redirects, comments and members, in this
 * order. Reads only the wanted kinds.
 * @throws TransferError DAMAGED or TOO_LARGE
 */
export async function* entriesOf(
  tree: Tree,
  { files }: Manifest,
  limits: Limits,
  wanted?: readonly EntryKind[],
): AsyncGenerator<Entry> {
  const wants = (kind: EntryKind): boolean => wanted?.includes(kind) ?? true
  const reader = readerOf(tree, files, limits)
  const settings = wants('settings') && (await reader.json<Fields>('settings.json', shapes.settingsShape))
  if (settings) yield { kind: 'settings', settings }
  if (wants('media')) yield* mediaOf(tree, files, reader)
  if (wants('item'))
    for (const path of itemFiles(files)) yield { kind: 'item', item: await reader.item(path) }
  if (wants('menu'))
    yield { kind: 'menu', items: (await reader.json<MenuItem[]>('menu.json', shapes.menuShape)) ?? [] }
  if (wants('users'))
    yield { kind: 'users', users: (await reader.json<Author[]>('users.json', shapes.usersShape)) ?? [] }
  if (wants('redirects')) {
    const redirects = await reader.json<Redirect[]>('redirects.json', shapes.redirectsShape)
    yield { kind: 'redirects', redirects: redirects ?? [] }
  }
  if (wants('beside'))
    for (const name of ['comments', 'members'] as const)
      for await (const record of reader.lines<Fields>(`beside/${name}.jsonl`, shapes.recordShape))
        yield { kind: 'beside', name, record }
}

type Files = Manifest['files']

async function* mediaOf(tree: Tree, files: Files, reader: Reader): AsyncGenerator<Entry> {
  for (const path of Object.keys(files)) {
    const described = path.slice(0, -'.json'.length)
    if (!/^media\/.+\.json$/.test(path) || !files[described]) continue
    const media = await reader.json<Media>(path, shapes.mediaShape)
    if (!media) continue
    if (`media/${media.file}` !== described)
      throw new TransferError('DAMAGED', `${shown(path)}: file is not ${shown(described)}`)
    yield { kind: 'media', media, open: () => tree.open(described) }
  }
}

/** Files of pages, then of posts. Pages are sorted by depth, so that parents come before their children. */
function itemFiles(files: Files): readonly string[] {
  const paths = Object.keys(files)
  const depth = (path: string) => path.split('/').length
  const pages = paths.filter((path) => /^pages\/.+\.md$/.test(path)).sort((a, b) => depth(a) - depth(b))
  return [...pages, ...paths.filter((path) => /^posts\/.+\.md$/.test(path))]
}

type Reader = ReturnType<typeof readerOf>

/** Reads files that the manifest lists; treats other files as absent. */
function readerOf(tree: Tree, files: Files, limits: Limits) {
  const has = (path: string): boolean => Object.hasOwn(files, path)
  const text = async (path: string) => textOf(await tree.read(path, limits.textBytes))

  async function* lines<T>(path: string, shape: shapes.Shape): AsyncGenerator<T> {
    if (!has(path)) return
    const stream: ByteStream = await tree.open(path)
    for await (const line of linesOf(stream, path, limits.textBytes)) yield parsed<T>(line, shape, path)
  }

  async function historyOf(path: string): Promise<Pick<Item, 'revisions'>> {
    const file = revisionsOf(path)
    if (!has(file)) return {}
    // Limits the size, because all revisions of an item are in memory together.
    if ((files[file]?.bytes ?? 0) > limits.mediaBytes) throw tooLarge(file, limits.mediaBytes)
    const revisions: Revision[] = []
    for await (const revision of lines<Revision>(file, shapes.revisionShape)) revisions.push(revision)
    return { revisions }
  }

  return {
    json: async <T>(path: string, shape: shapes.Shape): Promise<T | undefined> =>
      has(path) ? parsed<T>(await text(path), shape, path) : undefined,
    lines,
    item: async (path: string): Promise<Item> => ({
      ...itemOf(path, await text(path)),
      ...(await historyOf(path)),
    }),
  }
}

/** @throws TransferError DAMAGED */
function parsed<T>(text: string, shape: shapes.Shape, path: string): T {
  return shapes.checked<T>(parseJson(text, shown(path)), shape, path)
}

function itemOf(path: string, text: string): Item {
  const { fields, body } = readMatter(text, path)
  const { draft, ...metadata } = fields
  const { title, slug, sourceKey, status } = metadata
  const isComplete = [title, slug, sourceKey].every((field) => typeof field === 'string')
  if (!isComplete || (status !== 'draft' && status !== 'published'))
    throw new TransferError('DAMAGED', `${shown(path)} lacks title, slug, status or sourceKey`)
  const type = path.startsWith('posts/') ? 'post' : 'page'
  // Omits `draft` if it repeats the status: the writer adds it for other programs.
  const itemFields = draft === (status === 'draft' ? true : undefined) ? metadata : fields
  return { type, metadata: shapes.checked<Metadata>(itemFields, shapes.metadataShapes[type], path), body }
}
