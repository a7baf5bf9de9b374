import { itemName } from '@typecase/kernel'
import type { ReferenceStore } from '../../src/core/ports.ts'
import type { ItemUses, ReferenceType } from '../../src/core/references/item.ts'
import type { FileTarget, FoundReference } from '../../src/core/references/reference.ts'

export function memoryReferenceStore(): ReferenceStore {
  const items = new Map<string, ItemUses>()
  const deletedItems = new Set<string>()
  let cursor: string | undefined

  return {
    known: async (keys) => {
      const names = keys.map(itemName)
      return new Map(
        names.flatMap((name) => {
          const revision = deletedItems.has(name) ? Number.POSITIVE_INFINITY : items.get(name)?.revision
          return revision === undefined ? [] : [[name, revision] as const]
        }),
      )
    },
    apply: async (changed, deleted = []) => {
      for (const item of changed) {
        const name = itemName(item)
        if (!deletedItems.has(name) && (items.get(name)?.revision ?? 0) <= item.revision)
          items.set(name, item)
      }
      for (const name of deleted.map(itemName)) {
        deletedItems.add(name)
        items.delete(name)
      }
    },
    forgetAll: async () => {
      items.clear()
      cursor = undefined
    },
    find: async (target) => [...items.values()].flatMap((item) => entriesOf(item, target)).sort(order),
    cursor: async () => cursor,
    moveCursor: async (to) => {
      cursor = to
    },
  }
}

function entriesOf(
  { uses, id, type, title, slug, status }: ItemUses,
  { fileId, urls }: FileTarget,
): FoundReference[] {
  const counts = new Map<ReferenceType, number>()
  for (const use of uses) {
    if (use.fileId !== fileId && !urls.includes(use.url)) continue
    counts.set(use.referenceType, (counts.get(use.referenceType) ?? 0) + use.count)
  }
  return [...counts].map(([referenceType, count]) => ({
    id,
    type,
    title,
    slug,
    status,
    referenceType,
    count,
  }))
}

/** Sort key, compared by code unit as in Postgres with the C collation. */
const rank = ({ type, title, id, referenceType }: FoundReference) => [
  type === 'post' ? '0' : '1',
  title,
  id,
  referenceType,
]
const order = (a: FoundReference, b: FoundReference) => {
  const [left, right] = [rank(a), rank(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at < 0 ? 0 : (left[at] ?? '') < (right[at] ?? '') ? -1 : 1
}
