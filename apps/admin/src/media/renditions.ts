/** Which bytes of an image a screen loads: the original may be many megabytes. */
import type { MediaFile } from '../api/types.ts'

type Image = Pick<MediaFile, 'type' | 'url' | 'size' | 'createdAt' | 'renditions'>

/** Bytes of an original that a tile may load. */
const lightOriginal = 200_000
/** Milliseconds after which renditions that are missing are not waited for: some images get none. */
const patience = 10 * 60_000

export interface Source {
  readonly src: string
  readonly srcSet?: string
}

/** The forms of one type, preferably WebP; the original where there are none. */
export function sourceOf({ url, renditions }: Pick<Image, 'url' | 'renditions'>): Source {
  const type =
    renditions.find(({ mimeType }) => mimeType === 'image/webp')?.mimeType ?? renditions[0]?.mimeType
  const forms = renditions.filter(({ mimeType }) => mimeType === type).toSorted((a, b) => a.width - b.width)
  const [smallest] = forms
  return smallest
    ? { src: smallest.url, srcSet: forms.map((form) => `${form.url} ${form.width}w`).join(', ') }
    : { src: url }
}

/** True while the renditions of a heavy image are still to come: its original is not loaded in their place. */
export const isAwaited = ({ type, size, createdAt, renditions, url }: Image, now: number): boolean =>
  type === 'image' &&
  renditions.length === 0 &&
  size > lightOriginal &&
  !/\.(?:svg|ico)$/.test(url) &&
  now - Date.parse(createdAt) < patience
