/** Automatic publishing and unpublishing. Pure rules. */
import type { Problem } from '@typecase/kernel'
import { hasPlainYear } from '../instant.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Status } from '../status.ts'

/** Instants to the millisecond. A published item has no `publishAt`. */
export interface Schedule {
  readonly publishAt: Date | undefined
  readonly unpublishAt: Date | undefined
}

type Scheduled = Schedule & { readonly status: Status }

/** Metadata fields of a schedule, stored apart from the other metadata. */
export const scheduleFieldNames = ['publishAt', 'unpublishAt'] as const

/** Parses the schedule of an input: absent stays absent, null clears. */
export function parseSchedule(metadata: JsonObject): { fields: Partial<Schedule>; errors: Problem[] } {
  const fields: Partial<Record<keyof Schedule, Date | undefined>> = {}
  const errors: Problem[] = []
  for (const name of scheduleFieldNames) {
    const value = metadata[name]
    if (value === undefined) continue
    const instant = value === null ? undefined : instantFrom(value)
    if (instant || value === null) fields[name] = instant
    else
      errors.push({
        path: `metadata.${name}`,
        message: `${name} must be an instant like 2030-01-31T08:00:00Z`,
      })
  }
  return { fields, errors }
}

/** The error if `unpublishAt` is not after `publishAt`. */
export const orderErrors = ({ publishAt, unpublishAt }: Schedule): Problem[] =>
  publishAt && unpublishAt && unpublishAt <= publishAt
    ? [{ path: 'metadata.unpublishAt', message: 'unpublishAt must be after publishAt' }]
    : []

/**
 * Removes dates that no longer apply after a change of status: `publishAt` of a published item, a past
 * `unpublishAt` of a newly published item, and the former `unpublishAt` of an unpublished item.
 */
export function withoutPastSchedule<T extends Scheduled>(
  after: T,
  before: Scheduled | undefined,
  at: Date,
): T {
  if (after.status === 'published') {
    const isNew = before?.status !== 'published'
    const isPast = after.unpublishAt !== undefined && after.unpublishAt <= at
    return { ...after, publishAt: undefined, ...(isNew && isPast ? { unpublishAt: undefined } : {}) }
  }
  const isOld =
    before?.status === 'published' && before.unpublishAt?.getTime() === after.unpublishAt?.getTime()
  return isOld ? { ...after, unpublishAt: undefined } : after
}

/** Time of the next automatic change of status. */
export const dueAt = ({ status, publishAt, unpublishAt }: Scheduled): Date | undefined =>
  status === 'draft' ? publishAt : unpublishAt

export const isDue = (item: Scheduled, at: Date): boolean =>
  (dueAt(item)?.getTime() ?? Number.POSITIVE_INFINITY) <= at.getTime()

/** Applies the due change, clears its date and increments the revision. */
export const withDueStatus = <T extends Scheduled & { readonly revision: number; readonly updatedAt: Date }>(
  item: T,
  at: Date,
): T => ({
  ...item,
  ...(item.status === 'draft'
    ? { status: 'published', publishAt: undefined }
    : { status: 'draft', unpublishAt: undefined }),
  updatedAt: at,
  revision: item.revision + 1,
})

/** The schedule in API metadata, without unset fields. */
export const shownSchedule = ({ publishAt, unpublishAt }: Schedule): Record<string, JsonValue> => ({
  ...(publishAt ? { publishAt: publishAt.toISOString() } : {}),
  ...(unpublishAt ? { unpublishAt: unpublishAt.toISOString() } : {}),
})

/** Dates that a change of status may change. */
type Dates = Schedule & { readonly publishedAt: Date | undefined }

export const changedByStatus = (before: Dates, after: Dates): string[] => [
  'status',
  ...[...scheduleFieldNames, 'publishedAt' as const].filter(
    (name) => before[name]?.getTime() !== after[name]?.getTime(),
  ),
]

const instantForm = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/**
 * Parses ISO 8601 with a UTC offset. Undefined for days that do not exist, and for years outside 1 to 9999 in
 * UTC, which the API could not return.
 */
export function instantFrom(value: JsonValue): Date | undefined {
  const [, year, month, day] = (typeof value === 'string' && instantForm.exec(value)) || []
  if (typeof value !== 'string' || year === undefined) return undefined
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const instant = new Date(value)
  const isRealDay = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  return isRealDay && hasPlainYear(instant) ? instant : undefined
}
