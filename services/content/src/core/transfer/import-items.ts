/** Imports posts and pages from another system or an archive (contract.md#import). */
import {
  type Actor,
  invalid,
  isAppError,
  limitConcurrency,
  requireAdmin,
  type UserActor,
} from '@typecase/kernel'
import { duplicateId, duplicateSlug, duplicateSourceKey } from '../errors.ts'
import { defaultSlug } from '../items/build-item.ts'
import { pageRules } from '../pages/page-rules.ts'
import type { Ports } from '../ports.ts'
import { postRules } from '../posts/post-rules.ts'
import type { ImportInput, ImportResult } from './import-input.ts'
import { idOf, isStored, type StoredItems, sourceKeyOf, storedItems } from './stored-items.ts'
import { writeImported } from './write-imported.ts'

/** Error codes that may mean that a concurrent import stored the same item. */
const conflicts: readonly string[] = [duplicateSourceKey, duplicateSlug, duplicateId]

/** Maximum items per request. */
const mostImported = 100

/**
 * Creates or replaces items; a failing item never stops the others. Results are in the order of the items.
 * Stops between runs (groups of independent items) when the caller has disconnected.
 * @throws UNAUTHORIZED, FORBIDDEN, or VALIDATION_ERROR unless there are 1 to 100 items
 */
export const importItems =
  (ports: Ports) =>
  async (actor: Actor, items: readonly ImportInput[], signal?: AbortSignal): Promise<ImportResult[]> => {
    const user = requireAdmin(actor)
    if (items.length === 0 || items.length > mostImported)
      throw invalid([{ path: 'items', message: `items must be an array of 1 to ${mostImported} items` }])
    const results: ImportResult[] = []
    for (const run of runsOf(items)) {
      signal?.throwIfAborted()
      results.push(...(await importRun(ports, user, run)))
    }
    return results
  }

/**
 * Groups independent items: posts with different slugs, source keys and ids. Each page is a group of its own,
 * because it may be the parent of the next page.
 */
function runsOf(items: readonly ImportInput[]): ImportInput[][] {
  const runs: ImportInput[][] = []
  let seen = new Set<string>()
  for (const item of items) {
    const names = namesOf(item)
    const needsOwnRun = item.kind === 'page' || runs.at(-1)?.[0]?.kind === 'page'
    if (runs.length === 0 || needsOwnRun || names.some((name) => seen.has(name))) {
      runs.push([])
      seen = new Set()
    }
    runs.at(-1)?.push(item)
    for (const name of names) seen.add(name)
  }
  return runs
}

const namesOf = (item: ImportInput): string[] => [
  `slug ${wantedSlug(item)}`,
  ...sourceKeyOf(item).map((key) => `key ${key}`),
  ...idOf(item).map((id) => `id ${id}`),
]

/**
 * Slug that the item should get. Posts with the same slug are in different runs, so that the first one gets
 * the slug without a numeric suffix.
 */
const wantedSlug = ({ kind, metadata: { slug, title } }: ImportInput): string =>
  String(slug || defaultSlug(String(title), kind))

/**
 * Imports items concurrently, because most share transactions (`changePost`). Limits only the concurrency
 * of items that need their own transaction. If the store is unavailable, starts no more items, waits for the
 * running ones, and throws.
 */
async function importRun(
  ports: Ports,
  user: UserActor,
  run: readonly ImportInput[],
): Promise<ImportResult[]> {
  const { kind, parallel } = run[0]?.kind === 'page' ? pageRules : postRules
  const stored = await storedItems(ports, kind, run)
  const limit = limitConcurrency(parallel)
  const stop = new AbortController()
  const next = async (item: ImportInput): Promise<ImportResult> => {
    stop.signal.throwIfAborted()
    try {
      return await importOne(ports, user, item, stored)
    } catch (error) {
      stop.abort(error)
      throw error
    }
  }
  const ended = await Promise.allSettled(
    run.map((item) => (hasOwnTransaction(item, stored) ? limit(() => next(item)) : next(item))),
  )
  return ended.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}

const hasOwnTransaction = (item: ImportInput, stored: StoredItems): boolean =>
  (item.revisions ?? []).length > 0 || (item.onExisting === 'replace' && isStored(item, stored))

async function importOne(
  ports: Ports,
  user: UserActor,
  item: ImportInput,
  stored: StoredItems,
): Promise<ImportResult> {
  try {
    return await attempt(ports, user, item, stored)
  } catch (error) {
    if (isAppError(error) && error.kind === 'unavailable') throw error
    if (!isAppError(error)) {
      ports.logError(error)
      return { success: false, code: 'INTERNAL_ERROR', error: 'Internal error', problems: [] }
    }
    return { success: false, code: error.code, error: error.message, problems: error.problems }
  }
}

async function attempt(
  ports: Ports,
  user: UserActor,
  item: ImportInput,
  stored: StoredItems,
): Promise<ImportResult> {
  const write = (found: StoredItems): Promise<ImportResult> =>
    item.kind === 'post'
      ? writeImported(postRules, ports, user.username, item, found)
      : writeImported(pageRules, ports, user.username, item, found)
  try {
    return await write(stored)
  } catch (error) {
    // A concurrent import may have created the item after the lookup. The error may then name the slug or id,
    // not the source key.
    if (!isAppError(error) || !conflicts.includes(error.code)) throw error
    const found = await storedItems(ports, item.kind, [item])
    if (!isStored(item, found)) throw error
    return write(found)
  }
}
