/** The content of a system as entries of an archive, through the public API. */
import { type ApiClient, unwrap } from '@typecase/client'
import { chunksOf } from '../bytes.ts'
import type { Entry, Fields, Item, MenuItem, Metadata, Redirect, Revision } from '../model.ts'
import { parentsFirst } from '../parents-first.ts'
import type { Reporter } from '../report.ts'

export interface Connection {
  /** The address of the API, which also serves the media files. */
  readonly url: string
  readonly client: ApiClient
}

/** Oldest first and in a fixed order, so that the same content has the same archive. */
export async function* exportEntries(
  connection: Connection,
  reporter: Reporter,
  { withRevisions = false }: { readonly withRevisions?: boolean } = {},
): AsyncGenerator<Entry> {
  const { client } = connection
  const settings = await unwrap(client.GET('/api/settings'))
  yield { kind: 'settings', settings: settings.data as unknown as Fields }
  yield* mediaEntries(connection, reporter)
  const historyOf = withRevisions ? histories(client) : undefined
  yield* itemEntries(client, historyOf)
  const menu = await unwrap(client.GET('/api/menu'))
  yield { kind: 'menu', items: menu.data.map(({ order: _order, ...item }) => item) as MenuItem[] }
  const users = await client.GET('/api/users')
  if (users.data)
    yield {
      kind: 'users',
      users: users.data.data
        .map(({ id: _id, createdAt: _created, updatedAt: _updated, ...user }) => user)
        .sort((a, b) => (a.username < b.username ? -1 : 1)),
    }
  else reporter.lose('users', 'users.json', 'only administrators read the list of users')
  yield { kind: 'redirects', redirects: await redirectsOf(client) }
}

/** Pages come first, so that parents can be sorted before their children. */
async function* itemEntries(client: ApiClient, historyOf: HistoryOf | undefined): AsyncGenerator<Entry> {
  let pages: Item[] = []
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? {} : { cursor }
    const { data, nextCursor } = await unwrap(client.GET('/api/export/items', { params: { query } }))
    for (const { type, metadata, content } of data) {
      const item: Item = {
        type,
        metadata: metadataOf(metadata),
        body: content,
        ...(await historyOf?.(type, metadata)),
      }
      if (type === 'page') pages.push(item)
      else {
        yield* sorted(pages)
        pages = []
        yield { kind: 'item', item }
      }
    }
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  yield* sorted(pages)
}

type HistoryOf = (
  type: Item['type'],
  metadata: Readonly<Record<string, unknown>>,
) => Promise<Pick<Item, 'revisions'>>

/** The revisions of each item. The server answers them in the order of the items, so both are read once. */
function histories(client: ApiClient): HistoryOf {
  const all = everyRevision(client)
  const read = () => {
    const found = all.next()
    // Thrown where it is awaited, which may be after another request.
    found.catch(() => undefined)
    return found
  }
  let next = read()
  return async (type, { id }) => {
    const revisions: Revision[] = []
    for (let found = await next; !found.done && order(found.value, type, id) <= 0; found = await next) {
      if (found.value.id === id) revisions.push(found.value.revision)
      next = read()
    }
    return revisions.length > 0 ? { revisions } : {}
  }
}

/** Negative before the item, positive after it. */
function order(found: { readonly type: string; readonly id: string }, type: string, id: unknown): number {
  if (found.type !== type) return found.type === 'page' ? -1 : 1
  if (found.id === id) return 0
  return found.id < String(id) ? -1 : 1
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

function* sorted(pages: Item[]): Generator<Entry> {
  for (const item of parentsFirst(pages)) yield { kind: 'item', item }
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
 * An item that was not imported has its own id as source key. `aliases` has a fixed place: the server appends
 * those that are former addresses.
 */
function metadataOf(frontmatter: Readonly<Record<string, unknown>>): Metadata {
  const { title, slug, status, sourceKey, aliases, ...rest } = frontmatter as Metadata
  const key = sourceKey ?? String(frontmatter.id)
  return { title, slug, status, sourceKey: key, ...(aliases ? { aliases } : {}), ...rest }
}

async function* mediaEntries({ client, url }: Connection, reporter: Reporter): AsyncGenerator<Entry> {
  const limit = 500
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const query = { type: 'all', limit, offset } as const
    const answer = await unwrap(client.GET('/api/media', { params: { query } }))
    total = answer.total
    for (const { id, filename, url: path, originalFilename, alt, caption, createdAt } of answer.data) {
      const response = await fetch(url + path)
      if (!response.ok || !response.body) {
        reporter.lose('media-unreadable', filename, `${path} answers ${response.status}`)
        continue
      }
      const { body } = response
      const described = { ...(alt ? { alt } : {}), ...(caption ? { caption } : {}) }
      yield {
        kind: 'media',
        media: { file: filename, url: path, sourceKey: id, id, originalFilename, createdAt, ...described },
        open: async () => chunksOf(body),
      }
    }
  }
}
