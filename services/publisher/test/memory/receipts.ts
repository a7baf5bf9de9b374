import { type Change, changesNamed, type Receipt } from '../../src/core/reports/history/receipt.ts'
import {
  changesWaiting,
  type ReceiptBook,
  receiptsKept,
} from '../../src/core/reports/history/receipt-book.ts'

export function memoryReceiptBook(): ReceiptBook {
  const waiting = new Map<string, Change>()
  const receipts = new Map<string, Receipt & { readonly position?: number }>()
  let last = 0
  const nameOf = ({ id, kind, entityId, updatedAt }: Change) =>
    updatedAt === null ? id : `${kind} ${entityId} ${updatedAt}`
  const inOrder = () => [...waiting.values()].sort((a, b) => Number(a.acceptedAt) - Number(b.acceptedAt))
  const plain = ({ position: _, ...receipt }: Receipt & { readonly position?: number }): Receipt =>
    structuredClone(receipt)
  return {
    async note(changes) {
      for (const change of changes) {
        const first = waiting.get(nameOf(change))
        waiting.set(
          nameOf(change),
          first ? { ...change, id: first.id, acceptedAt: first.acceptedAt } : { ...change },
        )
      }
    },
    pending: async () => ({ changes: inOrder().slice(0, changesNamed), total: waiting.size }),
    async trim() {
      for (const change of inOrder().slice(0, -changesWaiting)) waiting.delete(nameOf(change))
    },
    async write(receipt) {
      receipts.set(receipt.generationId, structuredClone(receipt))
    },
    async end(receipt, changeIds) {
      receipts.set(receipt.generationId, { ...structuredClone(receipt), position: ++last })
      for (const [name, { id }] of waiting) if (changeIds.includes(id)) waiting.delete(name)
      for (const id of [...receipts.keys()].slice(0, -receiptsKept)) receipts.delete(id)
    },
    async list({ limit, offset }) {
      return {
        receipts: [...receipts.values()]
          .toReversed()
          .slice(offset, offset + limit)
          .map(plain),
        total: receipts.size,
      }
    },
    async find(generationId) {
      const receipt = receipts.get(generationId)
      return receipt && plain(receipt)
    },
    async lastShared(outputDir, generationId) {
      const activated = [...receipts.values()].filter(
        (receipt) => receipt.outputDir === outputDir && receipt.state === 'activated',
      )
      const active = activated.find((receipt) => receipt.generationId === generationId)
      if (active) return active.shared
      return activated.sort((a, b) => (b.position ?? 0) - (a.position ?? 0))[0]?.shared
    },
    async endedAfter(position, limit) {
      const endedReceipts = [...receipts.values()].flatMap((receipt) =>
        receipt.position ? [{ ...receipt, position: receipt.position }] : [],
      )
      return structuredClone(
        endedReceipts
          .filter((receipt) => receipt.position > position)
          .sort((a, b) => a.position - b.position)
          .slice(0, limit),
      )
    },
    lastPosition: async () => last,
  }
}
