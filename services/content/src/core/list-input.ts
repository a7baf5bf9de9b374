/** Validates the parameters that all lists share. */
import { type AppError, invalid, type Problem } from '@typecase/kernel'
import type { Body } from './ports.ts'
import { isStatus, type Status } from './status.ts'
import { summarise } from './text.ts'

export type View = 'full' | 'none' | 'summary'

export interface ListInput {
  readonly status?: string | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly view: View
  /** Characters of a summary, default 300 (contract.md#post-list-views). */
  readonly previewLength?: number | undefined
}

export interface ListBounds {
  readonly status: Status | undefined
  readonly limit: number | undefined
  readonly offset: number
  readonly body: Body
}

/** Maximum characters of a summary. */
export const previewLimit = 10_000
const defaultPreview = 300
/**
 * Maximum bytes of metadata and content per list response, which limits the memory of concurrent requests.
 */
export const listBytes = 32 * 1024 * 1024

/** The error for a list above `listBytes`. */
export const listTooLarge = (body: Body): AppError => {
  const less = body === 'content' ? ', or less content with summaryView=true or frontmatterOnly=true' : ''
  return invalid([
    {
      path: 'limit',
      message: `The list would exceed ${listBytes / 1024 ** 2} MiB: request fewer items with limit${less}`,
    },
  ])
}

/**
 * Parses the bounds of a list and collects all errors (contract.md#post-status, contract.md#post-lists,
 * contract.md#post-list-views). An empty status counts as absent.
 */
export function listBounds({ status, limit, offset, view, previewLength }: ListInput): {
  bounds: ListBounds
  errors: Problem[]
} {
  const errors: Problem[] = []
  const known = status || undefined
  if (known !== undefined && !isStatus(known))
    errors.push({ path: 'status', message: 'status must be published or draft' })
  checkRange(errors, 'limit', limit, 1, 1000)
  checkRange(errors, 'offset', offset, 0, Number.MAX_SAFE_INTEGER)
  checkRange(errors, 'previewLength', previewLength, 1, previewLimit)
  const bounds = {
    status: isStatus(known) ? known : undefined,
    limit,
    offset: offset ?? 0,
    body: bodies[view],
  }
  return { bounds, errors }
}

/** Content of the response: unchanged, summarised, or none. */
export const shownBody = (
  body: string | undefined,
  { view, previewLength = defaultPreview }: ListInput,
): string | undefined =>
  view === 'none' ? undefined : view === 'summary' ? summarise(body ?? '', previewLength) : (body ?? '')

const bodies = { full: 'content', none: 'none', summary: 'text' } as const

function checkRange(
  errors: Problem[],
  path: string,
  value: number | undefined,
  min: number,
  max: number,
): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return
  errors.push({
    path,
    message: `${path} must be a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`,
  })
}
