/** Errors of this service, besides VALIDATION_ERROR, UNAUTHORIZED and FORBIDDEN of the kernel. */
import { AppError } from '@typecase/kernel'

export type ItemKind = 'post' | 'page'

export const postNotFound = (): AppError => new AppError('not_found', 'POST_NOT_FOUND', 'Post not found')

export const pageNotFound = (): AppError => new AppError('not_found', 'PAGE_NOT_FOUND', 'Page not found')

export const notFound = (kind: ItemKind): AppError => (kind === 'post' ? postNotFound() : pageNotFound())

export const revisionNotFound = (): AppError =>
  new AppError('not_found', 'REVISION_NOT_FOUND', 'Revision not found')

export const duplicateSlug = 'DUPLICATE_SLUG'

export const slugTaken = (kind: ItemKind, slug: string): AppError =>
  new AppError('conflict', duplicateSlug, `A ${kind} with this slug already exists`, { fields: { slug } })

export const duplicateSourceKey = 'DUPLICATE_SOURCE_KEY'
export const duplicateId = 'DUPLICATE_ID'

/** Each source key belongs to one item (contract.md#import). */
export const sourceKeyTaken = (kind?: ItemKind): AppError =>
  new AppError('conflict', duplicateSourceKey, `Another ${kind ?? 'item'} has this sourceKey`)

export const idTaken = (id: string): AppError =>
  new AppError('conflict', duplicateId, `The id ${id} belongs to an item with another sourceKey`)

export const itemExists = (kind: ItemKind, id: string): AppError =>
  new AppError('conflict', 'ITEM_EXISTS', `The ${kind} was imported before (id ${id})`)

/**
 * Refuses to delete a page if a child page would move to the top level with a slug that the site itself uses
 * there (contract.md#reserved-page-slugs).
 */
export const slugReserved = (slug: string): AppError =>
  new AppError(
    'conflict',
    'RESERVED_SLUG',
    `The child page with the slug "${slug}" cannot move to the top level: that slug is reserved`,
    {
      fields: { slug },
    },
  )

/** The revision of the item is not the one that the caller has read (contract.md#etags). */
export const preconditionFailed = (): AppError =>
  new AppError('stale', 'PRECONDITION_FAILED', 'Precondition failed')

/** The key was used with another body (contract.md#idempotency-keys). */
export const idempotencyMismatch = (): AppError =>
  new AppError('invalid', 'IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another body')

export const idempotencyInProgress = (): AppError =>
  new AppError(
    'conflict',
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still running',
  )
