import { AppError, invalid } from '@typecase/kernel'
import type { Reference } from './references/reference.ts'

export const fileNotFound = () => new AppError('not_found', 'FILE_NOT_FOUND', 'File not found')

/** The gateway answers 413. */
export const fileTooLarge = (limit: number) =>
  new AppError('refused', 'FILE_TOO_LARGE', 'File too large', { fields: { limit } })

/** Too many pixels (contract.md#media-dimensions); the gateway answers 413. */
export const imageTooLarge = (pixels: number, limit: number) =>
  new AppError('refused', 'IMAGE_TOO_LARGE', 'Image has too many pixels', { fields: { pixels, limit } })

/** Why a file is not accepted: a stable code, and one sentence for the person who uploads it. */
export interface RefusalReason {
  readonly reason: 'extension' | 'type' | 'content' | 'text' | 'image' | 'drawing' | 'entities' | 'unread'
  readonly message: string
  /** What the file name ends in, what the upload declares, and what the content is: for clients that translate. */
  readonly extension?: string
  readonly declared?: string
  readonly content?: string
}

/** UTF-16 units: fields of an error travel in headers, which are short. */
const longestReason = 300

/** The gateway answers 415. */
export const unsupportedFileType = ({ message, ...facts }: RefusalReason) =>
  new AppError('refused', 'UNSUPPORTED_FILE_TYPE', 'Unsupported file type', {
    fields: { ...facts, message: message.slice(0, longestReason).toWellFormed() },
  })

/** Too many images wait to be looked into. `retryAfter` in seconds. */
export const busy = () =>
  new AppError('unavailable', 'BUSY', 'Too many images at the moment. Please try again.', {
    fields: { retryAfter: 2 },
  })

/** The image is to blame, so that another try would end alike. */
export const imageNotRendered = (why: string) =>
  new AppError('refused', 'IMAGE_NOT_RENDERED', `The image cannot be rendered: ${why}`)

/** The process died or took too long: perhaps the machine is to blame. */
export const rendererLost = (why: string) =>
  new AppError('internal', 'RENDERER_LOST', `The process that renders images ${why}`)

export const fileEmpty = () => invalid([{ path: 'file', message: 'File is empty' }])

export const uploadBrokenOff = () => invalid([{ path: 'file', message: 'The upload broke off' }])

/** `referencesFound` counts all uses, `references` shows the first ones: field values travel in headers, which are short. */
export const mediaInUse = (referencesFound: number, references: readonly Reference[]) =>
  new AppError('conflict', 'MEDIA_IN_USE', 'File is in use', {
    fields: { referencesFound, references: references.slice(0, 20).map(shortened) },
  })

const shortened = (reference: Reference): Reference => ({
  ...reference,
  title: [...reference.title].slice(0, 200).join(''),
})

/** The gateway answers 416. */
export const rangeNotSatisfiable = (size: number) =>
  new AppError('refused', 'RANGE_NOT_SATISFIABLE', 'Range not satisfiable', { fields: { size } })

/** The projection could not be brought up to date in time: better no answer than a wrong one (contract.md#media-references). */
export const referencesBehind = (cause?: unknown) =>
  new AppError('unavailable', 'REFERENCES_BEHIND', 'References are not up to date yet. Please try again.', {
    cause,
  })

/** An item was changed again and again while its references were being changed. */
export const contentBusy = () =>
  new AppError('conflict', 'CONTENT_BUSY', 'Content is being changed by others. Please try again.')
