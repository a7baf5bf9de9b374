import { post } from '../api/client.ts'
import type { BulkResult, Kind } from '../api/types.ts'

export type BulkAction = 'publish' | 'draft' | 'delete'

/** As many as the API takes in one batch: so often is progress told. */
const batchSize = 25

interface BulkOutcome {
  readonly done: number
  readonly failed: readonly { readonly id: string; readonly error: string }[]
}

/** Does it batch by batch. A batch that fails as a whole is told item by item; the next one is tried all the same. */
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
      const { results } = await post<BulkResult>(`/api/bulk/${kind}`, { action, ids: batch })
      for (const { id, success, error } of results) if (!success) failed.push({ id, error: error ?? '' })
      done += results.filter(({ success }) => success).length
    } catch (error) {
      failed.push(...batch.map((id) => ({ id, error: textOf(error) })))
    }
    progress(Math.min(at + batchSize, ids.length))
  }
  return { done, failed }
}
