import type { Actor } from '@typecase/kernel'
import { requireMediaEditor } from '../access.ts'
import { fileNotFound } from '../errors.ts'
import type { ItemEdit, Ports } from '../ports.ts'
import { changeItem, itemsOf, type PlannedChange } from './change-items.ts'
import { type Edit, type EmbeddedImage, type TextSpot, withEdits } from './embedded-image.ts'
import { currentReferences } from './find-references.ts'
import { type ContentItem, type ImageField, imageFields } from './item.ts'
import { type FileTarget, isImageOf, isUse, targetOf } from './reference.ts'

export interface Propagation {
  /** Change only uses with this alt text; all uses if absent. */
  readonly oldAlt?: string
  readonly newAlt?: string
  readonly oldCaption?: string
  readonly newCaption?: string
}

export interface Propagated {
  /** Number of changed items. */
  readonly updatedCount: number
  /** Number of changed uses. */
  readonly altUpdates: number
  readonly captionUpdates: number
}

type Counts = Omit<Propagated, 'updatedCount'>

/**
 * Changes alt text and caption of the uses of a file in posts and pages (contract.md#propagating-metadata).
 * Never changes Markdown titles.
 * @throws UNAUTHORIZED, FILE_NOT_FOUND, REFERENCES_BEHIND or CONTENT_BUSY
 */
export const propagateMetadata =
  (ports: Pick<Ports, 'files' | 'references' | 'content' | 'markup' | 'clock'>) =>
  async (actor: Actor, id: string, texts: Propagation): Promise<Propagated> => {
    requireMediaEditor(actor)
    const file = await ports.files.get(id)
    if (!file) throw fileNotFound()
    const references = await currentReferences(ports)(file)
    const target = targetOf(file, await ports.content.siteSettings())
    const total = { updatedCount: 0, altUpdates: 0, captionUpdates: 0 }
    for (const key of itemsOf(references)) {
      const counts = await changeItem(ports)(key, (item) => withTexts(item, target, texts, ports.markup))
      if (!counts) continue
      total.updatedCount += 1
      total.altUpdates += counts.altUpdates
      total.captionUpdates += counts.captionUpdates
    }
    return total
  }

async function withTexts(
  item: ContentItem,
  target: FileTarget,
  texts: Propagation,
  markup: Ports['markup'],
): Promise<PlannedChange<Counts> | undefined> {
  const uses = ((await markup.images(item)) ?? []).filter(({ src }) => isUse(target, src))
  const alts = uses.flatMap(({ alt }) => rewritten(alt, texts.oldAlt, texts.newAlt))
  const captions = captionsOf(uses).flatMap((spot) => rewritten(spot, texts.oldCaption, texts.newCaption))
  const images = imageFields.flatMap((name) => renamedImage(name, item[name], target, texts))
  const edits = [...alts, ...captions]
  if (edits.length === 0 && images.length === 0) return undefined
  const edit: ItemEdit = {
    ...(edits.length === 0 ? {} : { content: withEdits(item.body, edits) }),
    ...Object.fromEntries(images),
  }
  return {
    edit,
    result: {
      altUpdates: alts.length + images.length,
      captionUpdates: captions.length,
    },
  }
}

/** The image field with the new alt text, as an entry of the edit; empty if the alt text stays the same. */
function renamedImage(
  name: (typeof imageFields)[number],
  image: ImageField | undefined,
  target: FileTarget,
  { oldAlt, newAlt }: Propagation,
): [string, ImageField][] {
  if (!isImageOf(target, image)) return []
  const alt = newText(textOf(image?.alt), oldAlt, newAlt)
  return alt === undefined ? [] : [[name, { ...image, alt }]]
}

/** The distinct captions of the uses, because several images may be in one figure. */
const captionsOf = (uses: readonly EmbeddedImage[]): TextSpot[] => [
  ...new Map(
    uses.flatMap(({ caption }) => (caption ? [[caption.range.start, caption] as const] : [])),
  ).values(),
]

function rewritten(spot: TextSpot, before: string | undefined, after: string | undefined): Edit[] {
  const text = newText(spot.text, before, after)
  return text === undefined ? [] : [{ ...spot.range, text: spot.write(text) }]
}

/** The text to write; undefined if it does not change. */
function newText(current: string, before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined || (before !== undefined && oneLine(before) !== oneLine(current))) return undefined
  const text = oneLine(after)
  return text === oneLine(current) ? undefined : text
}

/** Alt texts and captions are single lines. */
const oneLine = (text: string): string => text.replace(/[ \t]*(?:\r\n|\r|\n)[ \t]*/g, ' ')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
