/** Reads the content of a server as archive entries, through the public API. */
import { type ApiClient, ApiError, retryingFetch, unwrap } from '@typecase/client'
import { refusedFields } from '../archive/shapes.ts'
import type { History } from '../archive/write.ts'
import { chunksOf } from '../bytes.ts'
import type { Author, Entry, Fields, Item, MenuItem, Metadata, Redirect, Revision } from '../model.ts'
import { parentsFirst } from '../parents-first.ts'
import type { Reporter } from '../report.ts'
import { mediaRows } from './media-rows.ts'

export interface Connection {
  /** URL of the API, which also serves media files. */
  readonly url: string
  readonly client: ApiClient
}

export interface ExportOptions {
  readonly withRevisions?: boolean
  /** Aborts requests for media files; the client has its own signal. */
  readonly signal?: AbortSignal
}

/** Yields entries in a fixed order, so that equal content results in equal archives. */
export async function* exportEntries(
  connection: Connection,
  reporter: Reporter,
  { withRevisions = false, signal }: ExportOptions = {},
): AsyncGenerator<Entry | History> {
  const { client } = connection
  const settings = await unwrap(client.GET('/api/settings'))
  yield { kind: 'settings', settings: settings.data as unknown as Fields }
  yield* mediaEntries(connection, reporter, signal)
  yield* itemEntries(client, reporter)
  if (withRevisions) yield* everyHistory(client)
  const menu = await unwrap(client.GET('/api/menu'))
  yield { kind: 'menu', items: menu.data.map(({ order: _order, ...item }) => item) as MenuItem[] }
  const users = await usersOf(client)
  if (users) yield { kind: 'users', users }
  else reporter.lose('users', 'users.json', 'only administrators can read the list of users')
  yield { kind: 'redirects', redirects: await redirectsOf(client) }
}

/** Yields pages, then posts. Collects the pages first, to sort parents before their children. */
async function* itemEntries(client: ApiClient, reporter: Reporter): AsyncGenerator<Entry> {
  const pages: Item[] = []
  for await (const { type, metadata, content } of everyItem(client)) {
    const item: Item = { type, metadata: metadataOf(type, metadata, reporter), body: content }
    if (type === 'page') {
      pages.push(item)
      continue
    }
    yield* parentsFirst(pages.splice(0)).map(entryOf)
    yield entryOf(item)
  }
  yield* parentsFirst(pages).map(entryOf)
}

const entryOf = (item: Item): Entry => ({ kind: 'item', item })

async function* everyItem(client: ApiClient) {
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? {} : { cursor }
    const { data, nextCursor } = await unwrap(client.GET('/api/export/items', { params: { query } }))
    yield* data
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Yields the revisions of each item. Holds only one history in memory. */
async function* everyHistory(client: ApiClient): AsyncGenerator<History> {
  let revisions: Revision[] = []
  let history: History | undefined
  for await (const { type, id, revision } of everyRevision(client)) {
    if (history?.type !== type || history.id !== id) {
      if (history) yield history
      revisions = []
      history = { kind: 'history', type, id, revisions }
    }
    revisions.push(revision)
  }
  if (history) yield history
}

async function* everyRevision(client: ApiClient) {
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? {} : { cursor }
    const { data, nextCursor } = await unwrap(client.GET('/api/export/revisions', { params: { query } }))
    yield* data
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** All users, sorted by name; undefined if the caller is not allowed to list users. */
async function usersOf(client: ApiClient): Promise<Author[] | undefined> {
  const { data, error, response } = await client.GET('/api/users')
  if (response.status === 403) return undefined
  if (!data) throw new ApiError(response, error)
  return data.data
    .map(({ id: _id, createdAt: _created, updatedAt: _updated, ...user }) => user)
    .sort((a, b) => (a.username < b.username ? -1 : 1))
}

async function redirectsOf(client: ApiClient): Promise<Redirect[]> {
  const found: Redirect[] = []
  const limit = 1000
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const query = { limit, offset } as const
    const answer = await unwrap(client.GET('/api/redirects', { params: { query } }))
    total = answer.total
    for (const { from, to, status } of answer.data)
      found.push({ from, ...(to === null ? {} : { to }), ...(status === 301 ? {} : { status }) })
  }
  return found
}

/**
 * Uses the id as the source key of an item that has none. Sorts `aliases`, to which the server has added
 * former addresses. Omits and reports fields whose type archives do not allow.
 */
function metadataOf(
  type: Item['type'],
  frontmatter: Readonly<Record<string, unknown>>,
  reporter: Reporter,
): Metadata {
  const { title, slug, status, sourceKey, aliases, ...rest } = frontmatter as Metadata
  const key = sourceKey ?? String(frontmatter.id)
  const metadata = { title, slug, status, sourceKey: key, ...(aliases ? { aliases } : {}), ...rest }
  const refused = refusedFields(type, metadata)
  if (refused.length === 0) return metadata
  for (const name of refused)
    reporter.lose('table', key, `${name} is omitted, because archives do not support its type`)
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !refused.includes(name))) as Metadata
}

async function* mediaEntries(
  { client, url }: Connection,
  reporter: Reporter,
  signal: AbortSignal | undefined,
): AsyncGenerator<Entry> {
  const send = retryingFetch()
  for (const { id, filename, url: path, originalFilename, alt, caption, createdAt } of await mediaRows(
    client,
  )) {
    const response = await send(new Request(url.replace(/\/+$/, '') + path, signal ? { signal } : {}))
    if (isBusy(response)) throw new ApiError(response, undefined)
    const { body } = response
    if (!response.ok || !body) {
      await body?.cancel()
      // The file is damaged, or was deleted after the list was read.
      reporter.lose(
        'media-unreadable',
        filename,
        `the request for ${path} failed with status ${response.status}`,
      )
      continue
    }
    const described = { ...(alt ? { alt } : {}), ...(caption ? { caption } : {}) }
    yield {
      kind: 'media',
      media: { file: filename, url: path, sourceKey: id, id, originalFilename, createdAt, ...described },
      open: async () => chunksOf(body),
    }
  }
}

/** True if the server is still busy after all attempts. The export then fails, to avoid omitting the file. */
const isBusy = ({ status }: Response): boolean => status === 429 || status === 503
