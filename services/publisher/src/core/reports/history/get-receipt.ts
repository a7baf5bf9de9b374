import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly, receiptNotFound } from '../../errors.ts'
import type { PublisherPorts } from '../../ports.ts'
import type { Receipt } from './receipt.ts'

/** @throws UNAUTHORIZED, FORBIDDEN or RECEIPT_NOT_FOUND */
export const getReceipt =
  ({ receipts }: Pick<PublisherPorts, 'receipts'>) =>
  async (actor: Actor, generationId: string): Promise<Receipt> => {
    requireAdmin(actor, adminsOnly)
    const receipt = await receipts.find(generationId)
    if (!receipt) throw receiptNotFound()
    return receipt
  }
