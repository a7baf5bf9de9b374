import { api, unwrap } from '../api/client.ts'
import type { Kind } from '../api/types.ts'

export type BulkAction = 'publish' | 'draft' | 'delete'

/** The API's maximum per batch; progress is reported after each batch. */
const batchSize = 25

interface BulkOutcome {
  readonly done: number
  readonly failed: readonly { readonly id: string; readonly error: string }[]
}

/**
 * Runs one batch after the other. If the request of a batch fails, all items of the batch count as failed,
 * and the next batch still runs.
 */
export async function runBulk(
  kind: Kind,
  action: BulkAction,
  ids: readonly string[],
  progress: (done: number) => void,
  textOf: (error: unknown) => string,
): Promise<BulkOutcome> {
  const failed: { id: string; error: string }[] = []
  let done = 0
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize)
    try {
      const params = { path: { contentType: kind } }
      const { results } = await unwrap(
        api.POST('/api/bulk/{contentType}', { params, body: { action, ids: batch } }),
      )
      for (const { id, success, error } of results) if (!success) failed.push({ id, error: error ?? '' })
      done += results.filter(({ success }) => success).length
    } catch (error) {
      failed.push(...batch.map((id) => ({ id, error: textOf(error) })))
    }
    progress(Math.min(at + batchSize, ids.length))
  }
  return { done, failed }
}
