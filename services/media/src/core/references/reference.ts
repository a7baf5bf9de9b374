import type { ItemKey } from '@typecase/kernel'
import { type MediaFile, urlOf } from '../files/file.ts'
import type { EmbeddedImage } from './embedded-image.ts'
import {
  type ContentItem,
  type ImageField,
  type ItemUses,
  imageFields,
  type ReferenceType,
  type SiteImage,
  type SiteSettings,
  siteImages,
  type Use,
} from './item.ts'

/** A use of a file; one entry per item and kind of use (contract.md#media-references). */
export interface Reference {
  readonly id: string
  readonly title: string
  readonly type: ItemKey['type'] | 'settings'
  readonly referenceType: ReferenceType | SiteImage
  readonly slug: string
  readonly status: string
}

export interface FoundReference extends Reference {
  /** Number of uses in this entry. */
  readonly count: number
}

export interface FileTarget {
  readonly fileId: string
  readonly urls: readonly string[]
}

/** URLs of the file, with and without origins of the site (contract.md#deleting-media). */
export function targetOf(file: MediaFile, { origins }: Pick<SiteSettings, 'origins'>): FileTarget {
  const url = urlOf(file)
  return { fileId: file.id, urls: [url, ...new Set(origins.map((origin) => `${origin}${url}`))] }
}

export const isUse = ({ urls }: FileTarget, url: string): boolean => urls.includes(url)

/** True if an image field names the file by URL or id. */
export function isImageOf({ fileId, urls }: FileTarget, image: ImageField | undefined): boolean {
  return (
    image !== undefined &&
    (image.id === fileId || (typeof image.url === 'string' && urls.includes(image.url)))
  )
}

/** URLs of the body with their counts, and the images of the metadata. */
export function usesOf(item: ContentItem, images: readonly EmbeddedImage[]): ItemUses {
  const counts = new Map<string, number>()
  for (const { src } of images) counts.set(src, (counts.get(src) ?? 0) + 1)
  const uses: Use[] = [...counts].map(([url, count]) => ({ referenceType: 'embedded', url, count }))
  for (const referenceType of imageFields) {
    const url = textOf(item[referenceType]?.url)
    const fileId = textOf(item[referenceType]?.id)
    if (url === undefined && fileId === undefined) continue
    uses.push({ referenceType, url: url ?? '', ...(fileId === undefined ? {} : { fileId }), count: 1 })
  }
  const { type, id, revision, title, slug, status } = item
  return { type, id, revision, title, slug, status, uses }
}

/** Uses of the file in the settings of the site. */
export const settingsReferences = (
  { id }: Pick<MediaFile, 'id'>,
  { siteTitle, ...settings }: SiteSettings,
): readonly FoundReference[] =>
  siteImages.flatMap((referenceType) =>
    settings[referenceType] === id
      ? [
          {
            id: 'settings',
            title: siteTitle,
            type: 'settings',
            referenceType,
            slug: '',
            status: '',
            count: 1,
          },
        ]
      : [],
  )

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const countUses = (found: readonly FoundReference[]): number =>
  found.reduce((sum, { count }) => sum + count, 0)

export const toReference = ({ count: _, ...reference }: FoundReference): Reference => reference
