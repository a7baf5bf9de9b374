/** In-memory server and browser store for tests. */
import { apiError, offline } from '../api/client.ts'
import type { Item } from '../api/types.ts'
import type { Drafts, LocalDraft } from './drafts.ts'
import { type Changes, changedItem } from './fields.ts'
import type { ItemApi } from './requests.ts'

/** The API of one post, with ETags, an offline switch, and `saveElsewhere` for saves by other clients. */
export function server(first?: Partial<Item>) {
  let item: Item | undefined = first ? stored(first) : undefined
  let version = 1
  const state = {
    isOffline: false,
    creations: [] as string[],
    updates: [] as Changes[],
    snapshots: [] as Changes[],
  }
  const reach = () => {
    if (state.isOffline) throw offline()
  }
  const change = (body: Changes) => {
    version += 1
    item = { ...changedItem(item ?? stored({}), body), updatedAt: new Date().toISOString() }
    return item
  }
  const api: ItemApi = {
    async read() {
      reach()
      if (!item) throw apiError(404, { code: 'NOT_FOUND' })
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
      if (etag !== `"${version}"`) throw apiError(412, { code: 'PRECONDITION_FAILED' })
      state.updates.push(body)
      return change(body).updatedAt
    },
    async store(_id, body) {
      reach()
      state.snapshots.push(body)
    },
  }
  return { api, state, saveElsewhere: change, item: () => item }
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

export function browser(): Drafts & { readonly copies: Map<string, LocalDraft> } {
  const copies = new Map<string, LocalDraft>()
  return {
    copies,
    load: async (key) => copies.get(key),
    save: async (key, draft) => void copies.set(key, draft),
    remove: async (key) => void copies.delete(key),
  }
}
