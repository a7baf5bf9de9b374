import { isAppError } from '@typecase/kernel'
import { outboxRow } from '@typecase/messaging/outbox'
import { inBatches } from '@typecase/runtime/batching'
import { type Postgres, withRetry } from '@typecase/runtime/postgres'
import { preconditionFailed, slugTaken } from '../../core/errors.ts'
import type { ContentStore, PostChange } from '../../core/ports.ts'
import { searchedTexts } from '../../core/posts/post.ts'
import { termsOf } from '../../core/posts/terms.ts'
import { searchWords } from '../../core/search.ts'
import { everyPost, facetsOf, termRows } from './facets.ts'
import { conflictOf } from './rows.ts'
import type { ContentTables } from './schema.ts'

/** Maximum UTF-16 units of JSON per statement. A longer change gets its own statement. */
const batchLength = 4_000_000

interface Pending {
  readonly change: PostChange
  /**
   * The change without its position in the batch. Serialized before it is queued, so that a serialization
   * error reaches only the caller of this change.
   */
  readonly json: string
  error?: unknown
}

/** Stores changes of posts. Concurrent changes share a statement and a commit (migration 0008). */
export function postChanges({
  prepare,
}: Pick<Postgres<ContentTables>, 'prepare'>): ContentStore['changePost'] {
  const apply = prepare<{ refused: number[] }>('select apply_post_changes($1::json, $2::uuid) as refused')

  async function store(batch: readonly Pending[]): Promise<void> {
    const changes = `[${batch.map(({ json }, place) => `{"place":${place},${json.slice(1)}`).join(',')}]`
    const [row] = await withRetry(() => apply([changes, everyPost]))
    for (const place of row?.refused ?? []) {
      const refused = batch[place]
      if (refused) refused.error = refusal(refused.change)
    }
  }

  async function storeEach(batch: readonly Pending[]): Promise<void> {
    try {
      await store(batch)
    } catch (error) {
      if (isAppError(error) && error.kind === 'unavailable') throw error
      if (batch.length > 1) for (const pending of batch) await storeEach([pending])
      else for (const pending of batch) pending.error = conflictOf(error, 'post', pending.change.item)
    }
  }

  const stored = inBatches(async (pending: readonly Pending[]) => {
    for (const batch of batches(pending)) await storeEach(batch)
  })
  return async (change) => {
    const pending: Pending = { change, json: JSON.stringify(rowOf(change)) }
    await stored(pending)
    if (pending.error !== undefined) throw pending.error
  }
}

/** Groups consecutive changes into one batch per statement, each post at most once in a batch. */
function batches(pending: readonly Pending[]): Pending[][] {
  const all: Pending[][] = []
  let ids = new Set<string>()
  let length = 0
  for (const one of pending) {
    const { id } = one.change.item
    if (all.length === 0 || ids.has(id) || length + one.json.length > batchLength) {
      all.push([])
      ids = new Set()
      length = 0
    }
    all.at(-1)?.push(one)
    ids.add(id)
    length += one.json.length
  }
  return all
}

function rowOf(change: PostChange) {
  const { kind, item: post } = change
  const head = { kind, id: post.id, revision: post.revision, facts: change.facts.map(outboxRow) }
  if (change.kind === 'delete') return head
  return {
    ...head,
    title: post.title,
    slug: post.slug,
    status: post.status,
    author: post.author,
    created_at: post.createdAt,
    updated_at: post.updatedAt,
    publish_at: post.publishAt ?? null,
    unpublish_at: post.unpublishAt ?? null,
    published_at: post.publishedAt ?? null,
    metadata: post.metadata,
    content: post.content,
    plain_text: post.text,
    words: searchWords(searchedTexts(post)),
    facets: facetsOf(post),
    terms: termRows(termsOf(post)),
    kept: change.newRevision,
  }
}

const refusal = ({ kind, item }: PostChange) =>
  kind === 'insert' ? slugTaken('post', item.slug) : preconditionFailed()
