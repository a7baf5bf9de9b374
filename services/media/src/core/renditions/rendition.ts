/** A narrower, upright copy of an image without metadata. */
export interface Rendition {
  readonly fileId: string
  /** The stored name. It has a second dot, unlike names of files. */
  readonly filename: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly mimeType: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes, hex. */
  readonly digest: string
  readonly key: string
}

/** Pixels. Only widths below that of the image are rendered. */
export const renditionWidths: readonly number[] = [320, 640, 960, 1280, 1920]

/** Types that get renditions. Drawings scale, and icons are small. */
export const renderedTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
]

/** Prefix of blobs. A blob without a row is a leftover of a failed attempt or a deleted file. */
export const renditionPrefix = 'media/renditions/'
export const renditionsOf = (fileId: string): string => `${renditionPrefix}${fileId}/`

/** `attempt` separates attempts, so that leftovers never replace results. */
export const renditionKey = (fileId: string, attempt: string, width: number, extension: string): string =>
  `${renditionsOf(fileId)}${attempt}-${width}.${extension}`

/** `photo-1.png` in 320 pixels as WebP: `photo-1.320w.webp`. */
export const renditionName = (filename: string, width: number, extension: string): string =>
  `${filename.slice(0, filename.lastIndexOf('.'))}.${width}w.${extension}`

/** Public path, like that of every image (contract.md#served-media). */
export const renditionUrl = ({ filename }: Pick<Rendition, 'filename'>): string => `/images/${filename}`

/** Narrowest first, then by type. */
export const inOrder = (a: Rendition, b: Rendition): number =>
  a.width - b.width || (a.mimeType < b.mimeType ? -1 : 1)
