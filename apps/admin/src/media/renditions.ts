/** Selects which renditions (resized copies) of an image to load, because originals can be many megabytes. */
import type { MediaFile } from '../api/types.ts'

type Image = Pick<MediaFile, 'type' | 'url' | 'size' | 'createdAt' | 'renditions'>

/** Maximum bytes of an original that a tile loads. */
const maxTileBytes = 200_000
/** Milliseconds to wait for missing renditions. Some images never get any. */
const renditionTimeoutMs = 10 * 60_000

export interface Source {
  readonly src: string
  readonly srcSet?: string
}

/** The renditions of one type, preferably WebP. The original if the image has no renditions. */
export function sourceOf({ url, renditions }: Pick<Image, 'url' | 'renditions'>): Source {
  const type =
    renditions.find(({ mimeType }) => mimeType === 'image/webp')?.mimeType ?? renditions[0]?.mimeType
  const ofType = renditions.filter(({ mimeType }) => mimeType === type).toSorted((a, b) => a.width - b.width)
  const [smallest] = ofType
  return smallest
    ? { src: smallest.url, srcSet: ofType.map((each) => `${each.url} ${each.width}w`).join(', ') }
    : { src: url }
}

/** True while a large image waits for its renditions. Meanwhile the original is not loaded either. */
export const awaitsRenditions = ({ type, size, createdAt, renditions, url }: Image, now: number): boolean =>
  type === 'image' &&
  renditions.length === 0 &&
  size > maxTileBytes &&
  !/\.(?:svg|ico)$/.test(url) &&
  now - Date.parse(createdAt) < renditionTimeoutMs
