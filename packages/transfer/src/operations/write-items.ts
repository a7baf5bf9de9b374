/** Sends items in batches to `POST /api/import/items` (contract.md#import). */
import { type ApiClient, ApiError, unwrap, withKey } from '@typecase/client'
import { requestKey } from '../digest/request-key.ts'
import type { Item, Revision } from '../model.ts'
import { attempt, count, type ImportResult } from './import-result.ts'
import { inParallel } from './parallel.ts'

export type OnExisting = 'skip' | 'replace' | 'fail'

/** Items per request; the server accepts 100. */
const batchItems = 100
/** Maximum JSON bytes of a request with several items; the server accepts 4 MiB by default. */
const batchBytes = 2 ** 20
/** Maximum JSON bytes of one item. */
const itemBytes = 3 * 2 ** 20
const encoder = new TextEncoder()
/** Concurrent requests. */
const parallel = 3

export interface ItemImport {
  readonly onExisting: OnExisting
  readonly onProgress: (done: number) => void
}

/** An item of a request. */
interface Sent {
  readonly type: 'post' | 'page'
  readonly metadata: Readonly<Record<string, unknown>>
  readonly content: string
  readonly revisions?: Revision[]
}

/**
 * Imports items in batches. Batches of pages run one after another, because parents must exist before their
 * children; batches of posts run concurrently.
 */
export async function importItems(
  client: ApiClient,
  items: AsyncIterable<Item>,
  options: ItemImport,
  result: ImportResult,
): Promise<void> {
  let done = 0
  await inParallel(
    batches(items, result),
    (batch) => (batch[0]?.type === 'page' ? 1 : parallel),
    async (batch) => {
      await send(client, batch, options.onExisting, result)
      done += batch.length
      options.onProgress(done)
    },
  )
}

/** Groups items of one type up to the size of a request. */
async function* batches(items: AsyncIterable<Item>, result: ImportResult): AsyncGenerator<Sent[]> {
  let batch: Sent[] = []
  let bytes = 0
  for await (const item of items) {
    const sent = sentOf(item, result)
    const length = lengthOf(sent)
    const isFull = batch.length === batchItems || bytes + length > batchBytes || batch[0]?.type !== sent.type
    if (batch.length > 0 && isFull) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(sent)
    bytes += length
  }
  if (batch.length > 0) yield batch
}

/**
 * Returns the item as sent, without `draft` and `sourceUrl`, which the server does not need. Omits the oldest
 * revisions if the history is too long for a request.
 */
function sentOf({ type, metadata, body, revisions = [] }: Item, result: ImportResult): Sent {
  const { draft: _draft, sourceUrl: _sourceUrl, ...fields } = metadata
  const item = { type, metadata: fields, content: body }
  for (let kept = [...revisions]; kept.length > 0; kept = kept.slice(Math.ceil(kept.length / 2))) {
    const sent = { ...item, revisions: kept }
    if (lengthOf(sent) > itemBytes) continue
    count(result, 'revisions', revisions.length - kept.length)
    return sent
  }
  count(result, 'revisions', revisions.length)
  return item
}

const lengthOf = (sent: Sent): number => encoder.encode(JSON.stringify(sent)).length

/** Sends the items with an idempotency key, so that the client can retry. */
async function send(
  client: ApiClient,
  items: readonly Sent[],
  onExisting: OnExisting,
  result: ImportResult,
): Promise<void> {
  const subject = items.length === 1 ? String(items[0]?.metadata.sourceKey) : `${items.length} items`
  const body = { items: [...items], onExisting }
  const headers = withKey(requestKey('import', onExisting, JSON.stringify(items)))
  await attempt(subject, result, async () => {
    const answer = client.POST('/api/import/items', { body, headers })
    const done = await unwrap(answer).catch((error: unknown) => {
      // An item is invalid, or the request is too large: each item is then sent alone.
      if (items.length > 1 && error instanceof ApiError && [400, 413].includes(error.status)) return undefined
      throw error
    })
    if (done === undefined) {
      for (const item of items) await send(client, [item], onExisting, result)
      return
    }
    result.created += done.created
    result.replaced += done.replaced
    result.unchanged += done.unchanged
    for (const [at, { success, code = '', error = '', details = [] }] of done.results.entries())
      if (!success)
        result.failed.push({
          subject: String(items[at]?.metadata.sourceKey),
          code,
          message: [error, ...details.map(({ path, message }) => `${path}: ${message}`)].join('; '),
        })
  })
}
