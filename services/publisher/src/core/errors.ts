import { AppError, type Problem } from '@typecase/kernel'
import { type EntryKey, entryKey, entryType } from './site/content-model.ts'

export const adminsOnly = 'Only administrators can generate static sites'

export const optionsInvalid = (problems: readonly Problem[]): AppError =>
  new AppError('invalid', 'VALIDATION_ERROR', problems[0]?.message ?? 'Invalid options', { problems })

export const outputCollision = (path: string, first: string, second: string): AppError =>
  new AppError('refused', 'OUTPUT_COLLISION', `${first} and ${second} both want the address /${path}`, {
    fields: { path },
  })

export const layoutMissing = (theme: string): AppError =>
  new AppError('refused', 'LAYOUT_MISSING', `The theme ${theme} has no layout.html`)

export const pathRefused = (path: string): AppError =>
  new AppError(
    'refused',
    'OUTPUT_PATH_REFUSED',
    `The site can't contain a file named ${JSON.stringify(path)}`,
    { fields: { path } },
  )

export const outputDirTaken = (outputDir: string, other: string): AppError =>
  new AppError(
    'refused',
    'OUTPUT_DIR_TAKEN',
    `The output folder ${outputDir} overlaps with ${other}, which holds another site`,
    {
      fields: { outputDir },
    },
  )

export const leaseLost = (): AppError =>
  new AppError('unavailable', 'LEASE_LOST', 'Another publisher took over this generation')

export const recordsOvertaken = (): AppError =>
  new AppError(
    'unavailable',
    'RECORDS_OVERTAKEN',
    'Another publisher has recorded the pages of the site in the meantime',
  )

export const generationNotFound = (): AppError =>
  new AppError('not_found', 'GENERATION_NOT_FOUND', 'The generation does not exist or is no longer stored')

export const generationRunning = (): AppError =>
  new AppError('conflict', 'GENERATION_RUNNING', 'The site is being generated; try again when that has ended')

export const receiptNotFound = (): AppError =>
  new AppError(
    'not_found',
    'RECEIPT_NOT_FOUND',
    'The receipt of this generation does not exist or is no longer stored',
  )

export const pageNotRecorded = (): AppError =>
  new AppError(
    'not_found',
    'PAGE_NOT_FOUND',
    'The site has no such page, or the page was generated before publish history was recorded',
  )

export interface RenderError {
  readonly message: string
  readonly template?: string | undefined
  readonly line?: number | undefined
  readonly page?: string | undefined
  readonly entry?: EntryKey | undefined
}

export const bodyNotRendered = (
  entry: { readonly id: string },
  page: string,
  error: string,
): RenderError => ({
  message: `The page ${page} shows the source of its content, because ${error}`,
  page,
  entry: entryKey(entry),
})

export const pageOmitted = (
  entry: { readonly id: string; readonly title: string },
  page: string,
  other?: { readonly owner: string; readonly address: string },
): RenderError => ({
  message: other
    ? `The ${entryType(entry)} "${entry.title}" is left out: its address ${other.address} belongs to ${other.owner}`
    : `The ${entryType(entry)} "${entry.title}" is left out: its address is too long`,
  page,
  entry: entryKey(entry),
})

export const renderingFailed = (errors: readonly RenderError[]): AppError =>
  new AppError('refused', 'GENERATION_FAILED', errors[0]?.message ?? 'Rendering failed', {
    fields: { faults: errors },
  })

export const previewFailed = (errors: readonly RenderError[]): AppError =>
  new AppError('refused', 'PREVIEW_FAILED', errors[0]?.message ?? 'The page cannot be shown', {
    fields: { faults: errors },
  })
