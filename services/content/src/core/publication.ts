/** First publication of an item (contract.md#publication-date). Pure rules. */
import { invalid, type Problem } from '@typecase/kernel'
import type { JsonObject, JsonValue } from './json.ts'
import { instantFrom } from './schedule/schedule.ts'
import type { Status } from './status.ts'

export interface Publication {
  /** Set by the first publication; clients may change it. */
  readonly publishedAt: Date | undefined
}

/**
 * Parses `publishedAt` of an input. An absent date stays absent. Null counts as absent for a new item, and is
 * an error for an existing one.
 */
export function parsePublication(
  { publishedAt: value }: JsonObject,
  isNew = false,
): { readonly fields: Partial<Publication>; readonly errors: readonly Problem[] } {
  if (value === undefined || (value === null && isNew)) return { fields: {}, errors: [] }
  const publishedAt = instantFrom(value)
  if (publishedAt) return { fields: { publishedAt }, errors: [] }
  return {
    fields: {},
    errors: [{ path, message: 'publishedAt must be an instant like 2025-01-31T08:00:00Z' }],
  }
}

const path = 'metadata.publishedAt'

export const futureProblems = ({ publishedAt }: Partial<Publication>, now: Date): readonly Problem[] =>
  publishedAt && publishedAt > now
    ? [{ path, message: 'publishedAt must not be in the future; publishAt publishes a draft at that time' }]
    : []

/** @throws VALIDATION_ERROR for an instant after `now` */
export function refuseFuture(publication: Partial<Publication>, now: Date): void {
  const problems = futureProblems(publication, now)
  if (problems.length > 0) throw invalid(problems)
}

/** Sets `publishedAt` of an item that is published for the first time. */
export const withPublication = <T extends Publication & { readonly status: Status }>(item: T, at: Date): T =>
  item.status === 'published' && item.publishedAt === undefined ? { ...item, publishedAt: at } : item

/** `publishedAt` in API metadata; absent before the first publication. */
export const shownPublication = ({ publishedAt }: Publication): Record<string, JsonValue> =>
  publishedAt ? { publishedAt: publishedAt.toISOString() } : {}
