/** Reads the whole media library, even while files are deleted. */
import { type ApiClient, unwrap } from '@typecase/client'

export type MediaRow = Awaited<ReturnType<typeof mediaPage>>['data'][number]

/**
 * Returns all files, oldest first. The API lists the newest first, in pages that overlap here by one row. If
 * that row is missing, files were deleted meanwhile, and the previous page is read again.
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

/** Compares by UTF-16 code unit, so that the order is the same in every locale. */
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)
