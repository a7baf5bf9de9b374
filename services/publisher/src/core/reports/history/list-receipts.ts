import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../../errors.ts'
import type { PublisherPorts } from '../../ports.ts'
import type { Receipt } from './receipt.ts'

const changesListed = 20

/** Newest first. @throws UNAUTHORIZED or FORBIDDEN */
export const listReceipts =
  ({ receipts }: Pick<PublisherPorts, 'receipts'>) =>
  async (
    actor: Actor,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly receipts: readonly Receipt[]; readonly total: number }> => {
    requireAdmin(actor, adminsOnly)
    const found = await receipts.list(page)
    return {
      ...found,
      receipts: found.receipts.map((receipt) => ({
        ...receipt,
        changes: receipt.changes.slice(0, changesListed),
      })),
    }
  }
