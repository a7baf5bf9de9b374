import type { ItemKind } from '../../src/core/errors.ts'
import { sourceKeyTaken } from '../../src/core/errors.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { ItemRevision, KeyedItem, TransferReader, WholeItem } from '../../src/core/ports.ts'
import { copied, type State } from './state.ts'

export const memoryTransferReader = (state: () => State): TransferReader => ({
  bySourceKey: async (keys) => {
    const found = new Map<string, KeyedItem>()
    for (const { key, ...item } of keyed(state())) if (keys.includes(key)) found.set(key, item)
    return found
  },
  usedIds: async (kind, ids) => new Set(ids.filter((id) => state().usedIds.has(`${kind} ${id}`))),
  after: async ({ type, id }, limit) => {
    const { posts, pages } = state()
    const all: WholeItem[] =
      type === 'post'
        ? [...posts.values()].map((post) => ({ post: copied(post) }))
        : [...pages.values()].map((page) => ({ page: copied(page) }))
    const rest = all.filter((item) => idOf(item) > id).toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
    const items = part(rest, limit, (item) => bytesOf('post' in item ? item.post : item.page))
    return { items, isLast: items.length === rest.length }
  },
  revisionsAfter: async ({ type, id, revision }, limit) => {
    const all: ItemRevision[] = [...state().revisions].flatMap(([key, revisions]) => {
      const [kind, itemId = ''] = key.split(':')
      return kind === type ? revisions.map((one) => ({ type, id: itemId, revision: copied(one) })) : []
    })
    const rest = all
      .filter((one) => one.id > id || (one.id === id && one.revision.revision > revision))
      .toSorted((a, b) => (a.id === b.id ? a.revision.revision - b.revision.revision : a.id < b.id ? -1 : 1))
    const revisions = part(rest, limit, (one) => bytesOf(one.revision))
    return { revisions, isLast: revisions.length === rest.length }
  },
})

const partBytes = 8 * 1024 * 1024

const bytesOf = ({ metadata, content, fields = {} }: Long): number =>
  Buffer.byteLength(JSON.stringify(metadata) + JSON.stringify(fields) + content)

interface Long {
  readonly metadata: JsonObject
  readonly content: string
  readonly fields?: JsonObject
}

/** Returns at most `limit` items within the size limit, but at least one. */
function part<T>(rest: readonly T[], limit: number, lengthOf: (one: T) => number): T[] {
  let bytes = 0
  return rest.slice(0, limit).filter((one, at) => {
    bytes += lengthOf(one)
    return at === 0 || bytes <= partBytes
  })
}

const idOf = (item: WholeItem): string => ('post' in item ? item.post.id : item.page.id)

function* keyed({ posts, pages }: State): Generator<KeyedItem & { readonly key: string }> {
  for (const [type, items] of [
    ['post', posts],
    ['page', pages],
  ] as const)
    for (const { id, slug, metadata } of items.values())
      if (typeof metadata.sourceKey === 'string') yield { type, id, slug, key: metadata.sourceKey }
}

/** Records the id. @throws DUPLICATE_SOURCE_KEY for a source key of another item */
export function noteItem(
  state: State,
  type: ItemKind,
  { id, metadata }: { readonly id: string; readonly metadata: JsonObject },
): void {
  for (const other of keyed(state))
    if (other.key === metadata.sourceKey && !(other.type === type && other.id === id)) throw sourceKeyTaken()
  state.usedIds.add(`${type} ${id}`)
}
