/** Writes items through the public create and update operations. */
import { type ApiClient, eachPage, eachPost, keyOf, unwrap, withKey } from '@typecase/client'
import type { Item } from '../model.ts'

export type OnExisting = 'skip' | 'replace' | 'fail'
export type Written = 'created' | 'replaced' | 'unchanged'

/** Where items go. Another writer may use another operation of the API. */
export interface ItemWriter {
  /** @throws ApiError for an item that the server refuses, ExistingError for `fail` */
  write(item: Item): Promise<Written>
  /** The fields of an item that this writer cannot set. */
  notApplied(item: Item): readonly string[]
}

export class ExistingError extends Error {
  override readonly name = 'ExistingError'
}

/** POST and PUT take none of these. */
const refused = ['createdAt', 'updatedAt', 'publishedAt', 'id', 'draft', 'sourceUrl'] as const
/** Of these the author expects that they arrive; `id` and `updatedAt` are assigned by the system. */
const reported = ['createdAt', 'updatedAt', 'publishedAt'] as const

/** Finds the items of earlier imports first, by their `sourceKey`, which is stored in the metadata. */
export async function openItemWriter(client: ApiClient, onExisting: OnExisting): Promise<ItemWriter> {
  const existing = await existingItems(client)
  return {
    notApplied: ({ metadata }) => reported.filter((field) => metadata[field] !== undefined),
    async write(item) {
      const id = existing.get(keyFor(item))
      const body = bodyOf(item)
      if (id === undefined) {
        existing.set(keyFor(item), await create(client, item, body))
        return 'created'
      }
      if (onExisting === 'fail') throw new ExistingError(`was imported before (id ${id})`)
      if (onExisting === 'skip') return 'unchanged'
      await replace(client, item, id, body)
      return 'replaced'
    },
  }
}

const keyFor = ({ type, metadata }: Item): string => `${type} ${metadata.sourceKey}`

async function existingItems(client: ApiClient): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const query = { frontmatterOnly: true, properties: 'id,sourceKey', limit: 1000 }
  for await (const { frontmatter } of eachPage(client, query))
    if (typeof frontmatter.sourceKey === 'string')
      found.set(`page ${frontmatter.sourceKey}`, String(frontmatter.id))
  for await (const { frontmatter } of eachPost(client, query))
    if (typeof frontmatter.sourceKey === 'string')
      found.set(`post ${frontmatter.sourceKey}`, String(frontmatter.id))
  return found
}

interface Body {
  readonly metadata: { readonly title: string; readonly [field: string]: unknown }
  readonly content: string
}

function bodyOf({ metadata, body }: Item): Body {
  const known = Object.entries(metadata).filter(([field]) => !(refused as readonly string[]).includes(field))
  return { metadata: { title: metadata.title, ...Object.fromEntries(known) }, content: body }
}

/** The key of the request is that of the item and its content, so a run that was killed creates nothing twice. */
async function create(client: ApiClient, { type, metadata }: Item, body: Body): Promise<string> {
  const params = { header: withKey(await keyOf('import', type, metadata.sourceKey, JSON.stringify(body))) }
  const { id } = await (type === 'post'
    ? unwrap(client.POST('/api/posts', { body, params }))
    : unwrap(client.POST('/api/pages', { body, params })))
  return id
}

async function replace(client: ApiClient, { type }: Item, id: string, body: Body): Promise<void> {
  const params = { path: { id } }
  await (type === 'post'
    ? unwrap(client.PUT('/api/posts/{id}', { params, body }))
    : unwrap(client.PUT('/api/pages/{id}', { params, body })))
}
