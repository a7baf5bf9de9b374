/** Builds new and changed items from the metadata of a request. Pure. */
import { invalid, type Problem, slugOf } from '@typecase/kernel'
import type { ItemKind } from '../errors.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { contractFieldErrors } from '../metadata/field-checks.ts'
import { changedNames, mergeMetadata, omitFields } from '../metadata/merge.ts'
import { type Parsed, parseItemChange, parseNewItem } from '../metadata/parse-item.ts'
import { storableErrors } from '../metadata/storable.ts'
import {
  futureProblems,
  parsePublication,
  refuseFuture,
  shownPublication,
  withPublication,
} from '../publication.ts'
import {
  orderErrors,
  parseSchedule,
  scheduleFieldNames,
  shownSchedule,
  withoutPastSchedule,
} from '../schedule/schedule.ts'
import type { Status } from '../status.ts'
import { bodyError } from '../text.ts'
import type { Item, ItemHead, ItemInput, ItemText } from './item.ts'
import type { FieldRules } from './item-rules.ts'

/** Slug of an item whose request has none. Callers append a suffix if this slug is taken. */
export const defaultSlug = (title: string, kind: ItemKind): string => slugOf(title) || kind

export interface Draft<F> {
  readonly item: Item<F>
  /** True if the client sent no slug: `item.slug` may get a suffix. */
  readonly hasDerivedSlug: boolean
}

/**
 * Builds a new item at revision 0, before its first event. `others` are errors that the caller has found.
 * @throws VALIDATION_ERROR with all errors
 */
export function draftItem<F extends object>(
  rules: FieldRules<F>,
  { metadata, content = '', text = '' }: ItemInput,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: Date },
  others: readonly Problem[] = [],
): Draft<F> {
  const parsed = parseNewItem(metadata)
  const publication = parsePublication(metadata, true)
  const errors = [
    ...others,
    ...parsed.errors,
    ...rules.fieldErrors(metadata, id, true),
    ...publication.errors,
    ...futureProblems(publication.fields, at),
  ]
  const fields = requireValid(rules, metadata, content, { fields: parsed.fields, errors })
  const { title = '', status = 'draft' } = fields
  const slug = fields.slug ?? defaultSlug(title, rules.kind)
  const { publishAt, unpublishAt } = parseSchedule(metadata).fields
  const common: ItemHead & ItemText = {
    id,
    title,
    slug,
    status,
    publishAt,
    unpublishAt,
    publishedAt: publication.fields.publishedAt,
    createdAt: at,
    updatedAt: at,
    revision: 0,
    metadata: withoutClearedFields(rules, omitFields(metadata, namesOutsideMetadata(rules))),
    content,
    text,
  }
  const item = reconciled(rules, { ...common, ...rules.initialFields(metadata, { by, slug }) }, metadata)
  return {
    item: requireScheduleOrder(withPublication(withoutPastSchedule(item, undefined, at), at)),
    hasDerivedSlug: fields.slug === undefined,
  }
}

/** Validates a change without reading its item. @throws VALIDATION_ERROR with all errors */
export function checkItemChange<F extends object>(
  rules: FieldRules<F>,
  id: string,
  { metadata, content = '' }: ItemInput,
): void {
  const { fields, errors } = parseItemChange(metadata)
  requireValid(rules, metadata, content, {
    fields,
    errors: [...errors, ...rules.fieldErrors(metadata, id), ...parsePublication(metadata).errors],
  })
}

/**
 * Applies a valid change and increments the revision (contract.md#partial-updates). Keeps the position in the
 * tree.
 * @throws VALIDATION_ERROR for an impossible schedule
 */
export function reviseItem<F extends object>(
  rules: FieldRules<F>,
  before: Item<F>,
  { metadata, content, text }: ItemInput,
  at: Date,
): Item<F> {
  const publication = parsePublication(metadata).fields
  refuseFuture(publication, at)
  const changed = {
    ...before,
    ...parseItemChange(metadata).fields,
    ...parseSchedule(metadata).fields,
    ...publication,
    ...rules.changedFields(metadata),
    ...(content === undefined ? {} : { content, text: text ?? '' }),
    metadata: mergeMetadata(before.metadata, omitFields(metadata, namesOutsideMetadata(rules))),
    updatedAt: at,
    revision: before.revision + 1,
  }
  const revised = reconciled(rules, changed, metadata)
  return requireScheduleOrder(withPublication(withoutPastSchedule(revised, before, at), at))
}

const reconciled = <F extends object>(rules: FieldRules<F>, item: Item<F>, change: JsonObject): Item<F> =>
  rules.reconcile ? rules.reconcile(item, change) : item

/** Sets the status and increments the revision; undefined if unchanged. */
export const withStatus = <T extends ItemHead>(item: T, status: Status, at: Date): T | undefined =>
  item.status === status
    ? undefined
    : withPublication(
        withoutPastSchedule({ ...item, status, updatedAt: at, revision: item.revision + 1 }, item, at),
        at,
      )

/** API names of fields that differ between two states of an item. */
export const changedFieldNames = <F extends object>(
  rules: FieldRules<F>,
  before: Item<F>,
  after: Item<F>,
): string[] => changedNames(allComparedFields(rules, before), allComparedFields(rules, after))

const allComparedFields = <F extends object>(
  rules: FieldRules<F>,
  item: Item<F>,
): Record<string, JsonValue> => ({
  ...item.metadata,
  ...shownSchedule(item),
  ...shownPublication(item),
  title: item.title,
  slug: item.slug,
  status: item.status,
  ...rules.comparedFields(item),
  content: item.content,
})

/** Names of fields that are stored outside the metadata, set by the service, or only in responses. */
const namesOutsideMetadata = ({
  ownFieldNames,
}: Pick<FieldRules<object>, 'ownFieldNames'>): ReadonlySet<string> =>
  new Set([
    ...['id', 'title', 'slug', 'status', 'createdAt', 'updatedAt', 'content'],
    ...scheduleFieldNames,
    'publishedAt',
    ...ownFieldNames,
  ])

function requireScheduleOrder<T extends ItemHead>(item: T): T {
  const errors = orderErrors(item)
  if (errors.length > 0) throw invalid(errors)
  return item
}

/** Removes null fields that the contract defines. Keeps unknown fields, even if they are null. */
const withoutClearedFields = (
  { fieldChecks }: Pick<FieldRules<object>, 'fieldChecks'>,
  extra: JsonObject,
): JsonObject =>
  Object.fromEntries(
    Object.entries(extra).filter(([name, value]) => value !== null || !(name in fieldChecks)),
  )

function requireValid<T>(
  { fieldChecks }: Pick<FieldRules<object>, 'fieldChecks'>,
  metadata: JsonObject,
  content: string,
  { fields, errors }: Parsed<T>,
): T {
  const contentError = bodyError(content)
  const all = [
    ...errors,
    ...contractFieldErrors(metadata, fieldChecks),
    ...parseSchedule(metadata).errors,
    ...storableErrors(metadata, 'metadata'),
    ...(contentError ? [{ path: 'content', message: `content ${contentError}` }] : []),
  ]
  if (all.length > 0) throw invalid(all)
  return fields
}
