import type { MediaFile } from '../files/file.ts'
import type { Ports } from '../ports.ts'
import { changeItem, itemsOf, type PlannedChange } from './change-items.ts'
import { removalOf, withEdits } from './embedded-image.ts'
import { currentReferences } from './find-references.ts'
import { type ContentItem, imageFields, siteImages } from './item.ts'
import { type FileTarget, type FoundReference, isImageOf, isUse, targetOf } from './reference.ts'

/** Maximum rounds. Each later round cleans items to which users added the file during the previous round. */
const rounds = 3

type CleanPorts = Pick<Ports, 'files' | 'references' | 'content' | 'markup' | 'clock'>

/**
 * Removes every use of the file from content and keeps all other bytes (contract.md#deleting-media). Returns
 * the number of removed uses, and the uses that concurrent changes have added again.
 * @throws CONTENT_BUSY or REFERENCES_BEHIND
 */
export const cleanReferences =
  (ports: CleanPorts) =>
  async (
    file: MediaFile,
    found: readonly FoundReference[],
  ): Promise<{ readonly removed: number; readonly left: readonly FoundReference[] }> => {
    const target = targetOf(file, await ports.content.siteSettings())
    const change = changeItem(ports)
    let removed = 0
    let left = found
    for (let round = 1; round <= rounds && left.length > 0; round++) {
      removed += await clearedSettings(ports, file, left)
      for (const key of itemsOf(left))
        removed += (await change(key, (item) => withoutUses(item, target, ports.markup))) ?? 0
      left = await currentReferences(ports)(file)
    }
    return { removed, left }
  }

/** Reads the settings again, because another user may have changed the image meanwhile. */
async function clearedSettings(
  { content }: CleanPorts,
  { id }: MediaFile,
  found: readonly FoundReference[],
): Promise<number> {
  if (!found.some(({ type }) => type === 'settings')) return 0
  const settings = await content.siteSettings()
  const images = siteImages.filter((name) => settings[name] === id)
  if (images.length > 0) await content.clearSiteImages(images)
  return images.length
}

async function withoutUses(
  item: ContentItem,
  target: FileTarget,
  markup: Ports['markup'],
): Promise<PlannedChange<number> | undefined> {
  const removals = removalOf((await markup.images(item)) ?? [], ({ src }) => isUse(target, src))
  const images = imageFields.filter((name) => isImageOf(target, item[name]))
  if (removals.length === 0 && images.length === 0) return undefined
  return {
    edit: {
      ...(removals.length === 0 ? {} : { content: withEdits(item.body, removals) }),
      ...Object.fromEntries(images.map((name) => [name, null])),
    },
    result: removals.length + images.length,
  }
}
