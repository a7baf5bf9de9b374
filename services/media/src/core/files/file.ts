export type FileType = 'image' | 'document'

/** An uploaded file; its bytes are stored under `blobKey(id)`. */
export interface MediaFile {
  readonly id: string
  /** The stored name, unique over all files. */
  readonly filename: string
  /** The file name that the client sent. */
  readonly originalFilename: string
  readonly type: FileType
  /** The media type that the file is served with. */
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
  /** Incremented by every change. */
  readonly revision: number
}

export interface Description {
  readonly alt?: string
  readonly caption?: string
}

export type Folder = 'images' | 'documents'

export const folderOf = (type: FileType): Folder => (type === 'image' ? 'images' : 'documents')

/** Public path of the file (contract.md#served-media). */
export const urlOf = ({ type, filename }: Pick<MediaFile, 'type' | 'filename'>): string =>
  `/${folderOf(type)}/${filename}`

/** Prefix of the blobs of files in a shared store. A blob without a row is a leftover and is never served. */
export const blobPrefix = 'media/files/'
export const blobKey = (id: string): string => `${blobPrefix}${id}`

/** Prefix of uploaded bytes that are rewritten before the file is served. */
export const stagingPrefix = 'media/staging/'
export const stagingKey = (id: string): string => `${stagingPrefix}${id}`

/** Applies the description; absent fields stay (contract.md#media-updates). */
export const describeFile = (file: MediaFile, { alt, caption }: Description, at: Date): MediaFile => ({
  ...file,
  alt: alt ?? file.alt,
  caption: caption ?? file.caption,
  updatedAt: at,
  revision: file.revision + 1,
})
