import { api, ifMatch, tagged, unwrap, withKey } from '../api/client.ts'
import { readItem } from '../api/queries.ts'
import type { Item, Kind } from '../api/types.ts'
import type { ItemApi } from './requests.ts'

export const itemApi = (kind: Kind): ItemApi => ({
  async read(id) {
    const { value, etag } = await tagged<Item>(readItem(kind, id))
    return { item: value, etag }
  },
  async create({ metadata, content }, key) {
    // The title may be missing: the API then returns an error, which the editor shows.
    const body = { metadata: metadata as { title: string }, content }
    const created = await unwrap(api.POST(`/api/${kind}`, { body, params: { header: withKey(key) } }))
    return created.id
  },
  async update(id, body, etag) {
    const params = { path: { id }, header: ifMatch(etag) }
    const { data } = await unwrap(api.PUT(`/api/${kind}/{id}`, { body, params }))
    return data.updatedAt
  },
  async store(id, body) {
    await unwrap(api.POST(`/api/${kind}/{id}/revisions`, { body, params: { path: { id } } }))
  },
})
