/** Reads the whole media library, also while files are deleted. */
import { type ApiClient, unwrap } from '@typecase/client'

export type MediaRow = Awaited<ReturnType<typeof mediaPage>>['data'][number]

/**
 * Oldest first, although the library lists the newest first. Pages overlap by one row; after a concurrent
 * deletion the previous page is read again.
 */
export async function mediaRows(client: ApiClient): Promise<readonly MediaRow[]> {
  const rows = new Map<string, MediaRow>()
  for (let offset = 0; ; ) {
    const { data, total } = await mediaPage(client, offset)
    const [first] = data
    if (offset > 0 && !(first && rows.has(first.id))) {
      offset = Math.max(0, offset - mediaAtOnce + 1)
      continue
    }
    for (const row of data) rows.set(row.id, row)
    if (data.length < 2 || offset + data.length >= total) break
    offset += data.length - 1
  }
  return [...rows.values()].sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id))
}

const mediaAtOnce = 500

const mediaPage = (client: ApiClient, offset: number) =>
  unwrap(client.GET('/api/media', { params: { query: { type: 'all', limit: mediaAtOnce, offset } } }))

/** By code unit, the same in every locale. */
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)
