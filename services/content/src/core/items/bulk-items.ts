import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { type BatchWork, type BulkInput, type BulkItem, inBatches } from '../bulk.ts'
import { notFound } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { withStatus } from './build-item.ts'
import type { Head } from './item.ts'
import type { ItemRules } from './item-rules.ts'
import { removeItems, saveStatuses } from './write-item.ts'

/**
 * Publishes, unpublishes or deletes up to 10,000 items; descendants of a deleted page move up
 * (contract.md#bulk-operations).
 * @throws VALIDATION_ERROR
 */
export const bulkItems =
  <F extends object>(rules: ItemRules<F>) =>
  ({ store, clock, logError }: Ports) =>
  async (actor: Actor, input: BulkInput, signal?: AbortSignal): Promise<BulkItem[]> => {
    const { username } = requireEditor(actor)
    const work: BatchWork = async (tx, action, ids) => {
      await rules.tree?.lock(tx)
      const heads = await rules.writer(tx).lock(ids)
      const at = clock()
      if (action === 'delete') await removeItems(rules, tx, heads, at)
      else {
        const status = action === 'publish' ? 'published' : 'draft'
        const changes = heads.flatMap((before) => {
          const after = withStatus<Head<F>>(before, status, at)
          return after ? [{ before, after }] : []
        })
        await saveStatuses(rules, tx, changes, username)
      }
      return new Set(heads.map(({ id }) => id))
    }
    const batches = { missing: notFound(rules.kind).message, work, logError, parallel: rules.parallel }
    return inBatches(store, input, batches, signal)
  }
