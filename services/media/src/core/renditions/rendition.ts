/** An image made from another: upright, narrower, without anything but its pixels. */
export interface Rendition {
  readonly fileId: string
  /** The stored name. Has a second dot, which the name of no file has. */
  readonly filename: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly mimeType: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes, hex. */
  readonly digest: string
  /** Where the bytes lie. */
  readonly key: string
}

/** Pixels. Only those below the width of the image are made: nothing is enlarged. */
export const renditionWidths: readonly number[] = [320, 640, 960, 1280, 1920]

/** Types of which renditions are made. A drawing fits every width, an icon is small. */
export const renderedTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
]

/** A blob without a row is what a try that failed left behind, or a file that was deleted meanwhile. */
export const renditionPrefix = 'media/renditions/'
export const renditionsOf = (fileId: string): string => `${renditionPrefix}${fileId}/`

/** `attempt` keeps two tries apart: what is left of one never stands in for what the other wrote. */
export const renditionKey = (fileId: string, attempt: string, width: number, extension: string): string =>
  `${renditionsOf(fileId)}${attempt}-${width}.${extension}`

/** `photo-1.png` in 320 pixels as WebP: `photo-1.320w.webp`. */
export const renditionName = (filename: string, width: number, extension: string): string =>
  `${filename.slice(0, filename.lastIndexOf('.'))}.${width}w.${extension}`

/** The path under which the bytes are served, as those of every image (contract.md#served-media). */
export const renditionUrl = ({ filename }: Pick<Rendition, 'filename'>): string => `/images/${filename}`

/** Narrow ones first, then by type: one order everywhere. */
export const inOrder = (a: Rendition, b: Rendition): number =>
  a.width - b.width || (a.mimeType < b.mimeType ? -1 : 1)
