/** The content of a system as entries of an archive, through the public API. */
import { Readable } from 'node:stream'
import { type ApiClient, eachPage, eachPost, unwrap } from '@typecase/client'
import type { Entry, Fields, Item, MenuItem, Metadata } from '../model.ts'
import { parentsFirst } from '../parents-first.ts'
import type { Reporter } from '../report.ts'

export interface Connection {
  /** The address of the API, which also serves the media files. */
  readonly url: string
  readonly client: ApiClient
}

/** Oldest first and in a fixed order, so that the same content has the same archive. */
export async function* exportEntries(connection: Connection, reporter: Reporter): AsyncGenerator<Entry> {
  const { client } = connection
  const settings = await unwrap(client.GET('/api/settings'))
  yield { kind: 'settings', settings: settings.data as unknown as Fields }
  yield* mediaEntries(connection, reporter)
  const pages: Item[] = []
  for await (const { frontmatter, content = '' } of eachPage(client))
    pages.push({ type: 'page', metadata: metadataOf(frontmatter), body: content })
  for (const item of parentsFirst(pages.reverse())) yield { kind: 'item', item }
  // One request returns at most 32 MiB, and a post has up to 4 MiB.
  for await (const { frontmatter, content = '' } of eachPost(client, { limit: 8, sort: 'createdAt' }))
    yield { kind: 'item', item: { type: 'post', metadata: metadataOf(frontmatter), body: content } }
  const menu = await unwrap(client.GET('/api/menu'))
  yield { kind: 'menu', items: menu.data.map(({ order: _order, ...item }) => item) as MenuItem[] }
  const users = await client.GET('/api/users')
  if (users.data)
    yield {
      kind: 'users',
      users: users.data.data.map(({ username, email, role }) => ({ username, email, role })),
    }
  else reporter.lose('users', 'users.json', 'only administrators read the list of users')
}

/** An item that was not imported has its own id as source key. */
function metadataOf(frontmatter: Readonly<Record<string, unknown>>): Metadata {
  const { title, slug, status, sourceKey, ...rest } = frontmatter as Metadata
  return { title, slug, status, sourceKey: sourceKey ?? String(frontmatter.id), ...rest }
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
        open: async () => Readable.fromWeb(body as import('node:stream/web').ReadableStream),
      }
    }
  }
}
