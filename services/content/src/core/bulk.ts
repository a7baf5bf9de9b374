/**
 * Applies one action to many items in batches of 25. If an item fails, the others are still processed
 * (contract.md#bulk-operations).
 */
import { invalid, isAppError, type Problem } from '@typecase/kernel'
import type { ContentStore, ContentWriter, Ports } from './ports.ts'

export const bulkActions = ['publish', 'draft', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]

export interface BulkInput {
  readonly action: string
  readonly ids: readonly string[]
}

export type BulkItem =
  | { readonly id: string; readonly success: true; readonly status: 'published' | 'draft' | 'deleted' }
  | { readonly id: string; readonly success: false; readonly error: string }

/** Processes one batch within `tx` and returns the ids that exist. Throws when the whole batch fails. */
export type BatchWork = (
  tx: ContentWriter,
  action: BulkAction,
  ids: readonly string[],
) => Promise<ReadonlySet<string>>

export const batchSize = 25
const idsLimit = 10_000
const statusAfter = { publish: 'published', draft: 'draft', delete: 'deleted' } as const

export interface Batches {
  /** Error message for an unknown id. */
  readonly missing: string
  readonly work: BatchWork
  readonly logError: Ports['logError']
  /** Maximum concurrent batches; default 1. Must be 1 if batches wait for each other. */
  readonly parallel?: number
}

/**
 * Returns the results in the order of the distinct ids. Each batch is a transaction; a failed batch is
 * repeated item by item. Stops between batches when the caller has disconnected.
 * @throws VALIDATION_ERROR
 */
export async function inBatches(
  store: ContentStore,
  input: BulkInput,
  batches: Batches,
  signal?: AbortSignal,
): Promise<BulkItem[]> {
  const { parallel = 1 } = batches
  const action = checkedAction(input)
  const ids = [...new Set(input.ids)]
  const done: BulkItem[][] = []
  let next = 0
  const worker = async () => {
    while (next * batchSize < ids.length) {
      signal?.throwIfAborted()
      const at = next++
      done[at] = await batch(store, action, ids.slice(at * batchSize, (at + 1) * batchSize), batches)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: parallel }, worker))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return done.flat()
}

function checkedAction({ action, ids }: BulkInput): BulkAction {
  const known = bulkActions.find((name) => name === action)
  const errors: Problem[] = []
  if (!known) errors.push({ path: 'action', message: 'action must be publish, draft or delete' })
  if (ids.length === 0 || ids.length > idsLimit)
    errors.push({ path: 'ids', message: 'ids must be an array of 1 to 10000 strings' })
  if (errors.length > 0 || !known) throw invalid(errors)
  return known
}

async function batch(
  store: ContentStore,
  action: BulkAction,
  ids: readonly string[],
  batches: Batches,
): Promise<BulkItem[]> {
  const { missing, work, logError } = batches
  try {
    const found = await store.write((tx) => work(tx, action, ids))
    return ids.map((id) =>
      found.has(id)
        ? { id, success: true, status: statusAfter[action] }
        : { id, success: false, error: missing },
    )
  } catch (error) {
    const isUnavailable = isAppError(error) && error.kind === 'unavailable'
    if (ids.length === 1 || isUnavailable) {
      if (!isAppError(error)) logError(error)
      return ids.map((id) => ({
        id,
        success: false,
        error: isAppError(error) ? error.message : 'Internal error',
      }))
    }
    const items: BulkItem[] = []
    for (const id of ids) items.push(...(await batch(store, action, [id], batches)))
    return items
  }
}
