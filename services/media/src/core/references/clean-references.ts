import type { MediaFile } from '../files/file.ts'
import type { Ports } from '../ports.ts'
import { changeItem, itemsOf, type PlannedChange } from './change-items.ts'
import { removalOf, withEdits } from './embedded-image.ts'
import { currentReferences } from './find-references.ts'
import type { ContentItem } from './item.ts'
import { type FileTarget, type FoundReference, isFeatured, isUse, targetOf } from './reference.ts'

/** Attempts over items to which the file was added concurrently. */
const rounds = 3

type CleanPorts = Pick<Ports, 'files' | 'references' | 'content' | 'markup' | 'clock'>

/**
 * Removes every use of the file from content; all other bytes stay the same (contract.md#deleting-media).
 * Returns the number of removed uses and the remaining ones, which exist only if others keep adding the file.
 * @throws CONTENT_BUSY, REFERENCES_BEHIND
 */
export const cleanReferences =
  (ports: CleanPorts) =>
  async (
    file: MediaFile,
    found: readonly FoundReference[],
  ): Promise<{ readonly removed: number; readonly left: readonly FoundReference[] }> => {
    const target = targetOf(file, await ports.content.ownOrigins())
    const change = changeItem(ports)
    let removed = 0
    let left = found
    for (let round = 1; round <= rounds && left.length > 0; round++) {
      for (const key of itemsOf(left))
        removed += (await change(key, (item) => withoutUses(item, target, ports.markup))) ?? 0
      left = await currentReferences(ports)(file)
    }
    return { removed, left }
  }

async function withoutUses(
  item: ContentItem,
  target: FileTarget,
  markup: Ports['markup'],
): Promise<PlannedChange<number> | undefined> {
  const removals = removalOf((await markup.images(item)) ?? [], ({ src }) => isUse(target, src))
  const featured = isFeatured(target, item.featuredImage)
  if (removals.length === 0 && !featured) return undefined
  return {
    edit: {
      ...(removals.length === 0 ? {} : { content: withEdits(item.body, removals) }),
      ...(featured ? { featuredImage: null } : {}),
    },
    result: removals.length + (featured ? 1 : 0),
  }
}
