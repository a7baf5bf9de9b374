import { post, request } from '../api/client.ts'
import type { Item, Kind } from '../api/types.ts'
import type { ItemApi } from './requests.ts'

export const itemApi = (kind: Kind): ItemApi => ({
  async read(id) {
    const query = kind === 'posts' ? '?resolveRelated=false' : ''
    const { body, etag } = await request<{ data: Item }>('GET', `/api/${kind}/${id}${query}`)
    return { item: body.data, etag: etag ?? '*' }
  },
  async create(json, key) {
    const { body } = await request<{ id: string }>('POST', `/api/${kind}`, {
      json,
      headers: { 'idempotency-key': key },
    })
    return body.id
  },
  async update(id, json, etag) {
    const { body } = await request<{ data: { updatedAt: string } }>('PUT', `/api/${kind}/${id}`, {
      json,
      headers: { 'if-match': etag },
    })
    return body.data.updatedAt
  },
  async store(id, json) {
    await post(`/api/${kind}/${id}/revisions`, json)
  },
})
