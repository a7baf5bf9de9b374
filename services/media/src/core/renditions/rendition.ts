/** A narrower, upright copy of an image without metadata. */
export interface Rendition {
  readonly fileId: string
  /** The stored name. Unlike the name of a file, it has a second dot. */
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

/** Widths in pixels. An image is rendered only in widths below its own. */
export const renditionWidths: readonly number[] = [320, 640, 960, 1280, 1920]

/** Types that get renditions. Drawings scale, and icons are small. */
export const renderedTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
]

/**
 * Prefix of the blobs of renditions. A blob without a row is a leftover of a failed attempt or a deleted
 * file.
 */
export const renditionPrefix = 'media/renditions/'
export const renditionsOf = (fileId: string): string => `${renditionPrefix}${fileId}/`

/** Each attempt has its own keys, so that leftovers of one attempt never replace results of another. */
export const renditionKey = (fileId: string, attempt: string, width: number, extension: string): string =>
  `${renditionsOf(fileId)}${attempt}-${width}.${extension}`

/** The name of `photo-1.png` as WebP with a width of 320 pixels is `photo-1.320w.webp`. */
export const renditionName = (filename: string, width: number, extension: string): string =>
  `${filename.slice(0, filename.lastIndexOf('.'))}.${width}w.${extension}`

/** Public path, in the same folder as images (contract.md#served-media). */
export const renditionUrl = ({ filename }: Pick<Rendition, 'filename'>): string => `/images/${filename}`

/** Narrowest first, then by type. */
export const inOrder = (a: Rendition, b: Rendition): number =>
  a.width - b.width || (a.mimeType < b.mimeType ? -1 : 1)
