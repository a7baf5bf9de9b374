import { AppError, invalid } from '@typecase/kernel'
import type { Reference } from './references/reference.ts'

export const fileNotFound = () => new AppError('not_found', 'FILE_NOT_FOUND', 'File not found')

/** HTTP 413. */
export const fileTooLarge = (limit: number) =>
  new AppError('refused', 'FILE_TOO_LARGE', 'File too large', { fields: { limit } })

/** Too many pixels (contract.md#media-dimensions). HTTP 413. */
export const imageTooLarge = (pixels: number, limit: number) =>
  new AppError('refused', 'IMAGE_TOO_LARGE', 'Image has too many pixels', { fields: { pixels, limit } })

/** Reason for a rejected file: a stable code, and a sentence for the user. */
export interface RefusalReason {
  readonly reason: 'extension' | 'type' | 'content' | 'text' | 'image' | 'drawing' | 'entities' | 'unread'
  readonly message: string
  /** File extension, declared type and detected content, for clients that translate the message. */
  readonly extension?: string
  readonly declared?: string
  readonly content?: string
}

/** UTF-16 units: error fields travel in headers, whose size is limited. */
const maxReasonLength = 300

/** HTTP 415. */
export const unsupportedFileType = ({ message, ...facts }: RefusalReason) =>
  new AppError('refused', 'UNSUPPORTED_FILE_TYPE', 'Unsupported file type', {
    fields: { ...facts, message: message.slice(0, maxReasonLength).toWellFormed() },
  })

/** The queue of the image inspector is full. `retryAfter` is in seconds. */
export const busy = () =>
  new AppError('unavailable', 'BUSY', 'Too many images at the moment. Please try again.', {
    fields: { retryAfter: 2 },
  })

/** The image is the cause, so a retry would fail too. */
export const imageNotRendered = (why: string) =>
  new AppError('refused', 'IMAGE_NOT_RENDERED', `The image cannot be rendered: ${why}`)

/** The rendering process died or timed out, so a retry may succeed. */
export const rendererLost = (why: string) =>
  new AppError('internal', 'RENDERER_LOST', `The process that renders images ${why}`)

/** The key was used with another file (contract.md#media-uploads). */
export const idempotencyMismatch = () =>
  new AppError('invalid', 'IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another file')

/** The key is free again, so a repeated request stores the file again. */
export const repeatedFileDeleted = () =>
  new AppError(
    'conflict',
    'IDEMPOTENCY_IN_PROGRESS',
    'The file of this Idempotency-Key was deleted during the upload. Please try again.',
  )

export const idTaken = (id: string) =>
  new AppError('conflict', 'DUPLICATE_ID', `A file with the id ${id} exists or is being uploaded`)

export const fileEmpty = () => invalid([{ path: 'file', message: 'File is empty' }])

export const uploadInterrupted = () => invalid([{ path: 'file', message: 'The upload was interrupted' }])

/** `referencesFound` counts all uses; `references` lists the first ones, because headers are limited. */
export const mediaInUse = (referencesFound: number, references: readonly Reference[]) =>
  new AppError('conflict', 'MEDIA_IN_USE', 'File is in use', {
    fields: { referencesFound, references: references.slice(0, 20).map(shortened) },
  })

const shortened = (reference: Reference): Reference => ({
  ...reference,
  title: [...reference.title].slice(0, 200).join(''),
})

/** HTTP 416. */
export const rangeNotSatisfiable = (size: number) =>
  new AppError('refused', 'RANGE_NOT_SATISFIABLE', 'Range not satisfiable', { fields: { size } })

/** The references could not be updated in time (contract.md#media-references). */
export const referencesBehind = (cause?: unknown) =>
  new AppError('unavailable', 'REFERENCES_BEHIND', 'References are not up to date yet. Please try again.', {
    cause,
  })

/** An item changed repeatedly while its references were changed. */
export const contentBusy = () =>
  new AppError('conflict', 'CONTENT_BUSY', 'Content is being changed by others. Please try again.')
