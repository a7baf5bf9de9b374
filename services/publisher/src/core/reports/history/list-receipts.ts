import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../../errors.ts'
import type { PublisherPorts } from '../../ports.ts'
import type { Receipt } from './receipt.ts'

/** Changes of each receipt that a list names. */
const changesListed = 20

/** What became of the last changes, newest first; each names the first changes that it took up. @throws UNAUTHORIZED, FORBIDDEN */
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
