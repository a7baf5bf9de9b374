export type FileType = 'image' | 'document'

/** A file that was uploaded; its bytes lie in the blobs under `blobKey(id)`. */
export interface MediaFile {
  readonly id: string
  /** The stored name, unique over all files. */
  readonly filename: string
  /** The name it was uploaded under. */
  readonly originalFilename: string
  readonly type: FileType
  /** The type it is served as. */
  readonly mimeType: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes, hex. */
  readonly digest: string
  readonly alt: string
  readonly caption: string
  /** Pixels. */
  readonly width?: number
  readonly height?: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Rises by one with every change. */
  readonly revision: number
}

export interface Description {
  readonly alt?: string
  readonly caption?: string
}

export type Folder = 'images' | 'documents'

export const folderOf = (type: FileType): Folder => (type === 'image' ? 'images' : 'documents')

/** The path under which the bytes are served (contract.md#served-media). */
export const urlOf = ({ type, filename }: Pick<MediaFile, 'type' | 'filename'>): string =>
  `/${folderOf(type)}/${filename}`

/**
 * A blob without a row is what an upload or a deletion left behind; nothing serves it. The store may be shared with
 * other services, so each keeps to a prefix of its own.
 */
export const blobPrefix = 'media/files/'
export const blobKey = (id: string): string => `${blobPrefix}${id}`

/** Raw bytes that are rewritten before anybody may see them. */
export const stagingPrefix = 'media/staging/'
export const stagingKey = (id: string): string => `${stagingPrefix}${id}`

/** Merges: what is absent stays (contract.md#media-updates). */
export const describeFile = (file: MediaFile, { alt, caption }: Description, at: Date): MediaFile => ({
  ...file,
  alt: alt ?? file.alt,
  caption: caption ?? file.caption,
  updatedAt: at,
  revision: file.revision + 1,
})
