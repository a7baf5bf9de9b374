import { ask, post } from '../api/client.ts'
import type { Item, Kind } from '../api/types.ts'
import type { ItemApi } from './requests.ts'

/** The API of posts or of pages, as the editor needs it. */
export const itemApi = (kind: Kind): ItemApi => ({
  async read(id) {
    const query = kind === 'posts' ? '?resolveRelated=false' : ''
    const { body, etag } = await ask<{ data: Item }>('GET', `/api/${kind}/${id}${query}`)
    return { item: body.data, etag: etag ?? '*' }
  },
  async create(json, key) {
    const { body } = await ask<{ id: string }>('POST', `/api/${kind}`, {
      json,
      headers: { 'idempotency-key': key },
    })
    return body.id
  },
  async update(id, json, etag) {
    const { body } = await ask<{ data: { updatedAt: string } }>('PUT', `/api/${kind}/${id}`, {
      json,
      headers: { 'if-match': etag },
    })
    return body.data.updatedAt
  },
  async store(id, json) {
    await post(`/api/${kind}/${id}/revisions`, json)
  },
})
