import { type FileType, type MediaFile, urlOf } from './files/file.ts'

/** Events of this service. Names and data follow the public catalogue of events. */
export interface MediaFact {
  readonly type:
    | 'media.file.stored'
    | 'media.file.described'
    | 'media.file.renditions_made'
    | 'media.file.deleted'
  /** `file:<id>`. */
  readonly entity: string
  readonly revision: number
  readonly data: {
    readonly id: string
    readonly filename: string
    readonly url: string
    readonly type: FileType
    readonly mimeType: string
    readonly size: number
  }
}

const fact = (type: MediaFact['type'], file: MediaFile, revision: number): MediaFact => ({
  type,
  entity: `file:${file.id}`,
  revision,
  data: {
    id: file.id,
    filename: file.filename,
    url: urlOf(file),
    type: file.type,
    mimeType: file.mimeType,
    size: file.size,
  },
})

export const fileStored = (file: MediaFile): MediaFact => fact('media.file.stored', file, file.revision)
export const fileDescribed = (file: MediaFile): MediaFact => fact('media.file.described', file, file.revision)
/** Has the current revision of the file, because renditions do not change the file. */
export const renditionsMade = (file: MediaFile): MediaFact =>
  fact('media.file.renditions_made', file, file.revision)
/** Has the revision after the last one, so that this is the newest event of the file. */
export const fileDeleted = (file: MediaFile): MediaFact => fact('media.file.deleted', file, file.revision + 1)
