import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { type BatchWork, type BulkInput, type BulkItem, inBatches } from '../bulk.ts'
import { kindOfChange, postFact } from '../events.ts'
import type { Ports } from '../ports.ts'
import { keptPost } from '../revisions/revision.ts'
import { changedByStatus } from '../schedule/schedule.ts'
import type { PostHead } from './post.ts'
import { withPostStatus } from './post.ts'

/** One batch computes while another waits for the disk; the rest of the connections stays free for others. */
const parallel = 3

/** Publishes, takes back or deletes up to 10 000 posts (contract.md#bulk-operations). @throws VALIDATION_ERROR */
export const bulkPosts =
  ({ store, clock }: Ports) =>
  async (actor: Actor, input: BulkInput, signal?: AbortSignal): Promise<BulkItem[]> => {
    const { username } = requireEditor(actor)
    const work: BatchWork = async (tx, action, ids) => {
      const at = clock()
      const found = await tx.posts.lock(ids)
      if (action === 'delete') {
        await tx.posts.delete(found)
        for (const post of found)
          await tx.record(postFact('deleted', { ...post, updatedAt: at, revision: post.revision + 1 }))
      } else {
        const status = action === 'publish' ? 'published' : 'draft'
        const changes = found.flatMap((before) => {
          const after = withPostStatus<PostHead>(before, status, at)
          return after ? [{ before, after }] : []
        })
        await tx.posts.saveHeads(changes.map(({ after }) => after))
        await tx.posts.keepRevisions(
          changes.map(({ before, after }) => keptPost(after, username, changedByStatus(before, after))),
        )
        for (const { before, after } of changes)
          await tx.record(
            postFact(kindOfChange(before.status, after.status), after, {
              before,
              changed: changedByStatus(before, after),
            }),
          )
      }
      return new Set(found.map(({ id }) => id))
    }
    return inBatches(store, input, { missing: 'Post not found', work, parallel }, signal)
  }
