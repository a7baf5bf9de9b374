/** What an open document meets in tests: a server and a browser's store, in memory. */
import { ApiError } from '../api/client.ts'
import type { Item } from '../api/types.ts'
import type { Drafts, LocalDraft } from './drafts.ts'
import { type Changes, changedItem } from './fields.ts'
import type { ItemApi } from './requests.ts'

/** The API of one post, with its tags, its errors, its scheduler and a cable that can be pulled. */
export function server(first?: Partial<Item>) {
  let item: Item | undefined = first ? stored(first) : undefined
  let version = 1
  const state = {
    isAway: false,
    creations: [] as string[],
    updates: [] as Changes[],
    snapshots: [] as Changes[],
  }
  const reach = () => {
    if (state.isAway) throw new ApiError(0, { code: 'OFFLINE' })
  }
  const change = (body: Changes) => {
    version += 1
    item = { ...changedItem(item ?? stored({}), body), updatedAt: new Date().toISOString() }
    return item
  }
  const api: ItemApi = {
    async read() {
      reach()
      if (!item) throw new ApiError(404, { code: 'NOT_FOUND' })
      return { item, etag: `"${version}"` }
    },
    async create(body, key) {
      reach()
      if (!state.creations.includes(key)) change(body)
      state.creations.push(key)
      return 'p1'
    },
    async update(_id, body, etag) {
      reach()
      if (etag !== `"${version}"`) throw new ApiError(412, { code: 'PRECONDITION_FAILED' })
      state.updates.push(body)
      return change(body).updatedAt
    },
    async store(_id, body) {
      reach()
      state.snapshots.push(body)
    },
  }
  return { api, state, elsewhere: change, item: () => item }
}

const stored = (given: Partial<Item>): Item => ({
  id: 'p1',
  title: 'Title',
  slug: 'title',
  status: 'draft',
  createdAt: 'v0',
  updatedAt: 'v1',
  content: '',
  ...given,
})

export function browser(): Drafts & { readonly kept: Map<string, LocalDraft> } {
  const kept = new Map<string, LocalDraft>()
  return {
    kept,
    load: async (key) => kept.get(key),
    keep: async (key, draft) => void kept.set(key, draft),
    drop: async (key) => void kept.delete(key),
  }
}
