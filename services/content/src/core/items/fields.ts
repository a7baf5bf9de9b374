/** Builds new and changed items from the metadata of a request. Pure. */
import { invalid, type Problem, slugOf } from '@typecase/kernel'
import type { ItemKind } from '../errors.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { changedNames, extraFields, mergedExtra } from '../metadata/extra.ts'
import { changedItemFields, newItemFields, type Read } from '../metadata/item-fields.ts'
import { knownErrors } from '../metadata/known-fields.ts'
import { storableErrors } from '../metadata/storable.ts'
import {
  futureProblems,
  publicationFields,
  refuseFuture,
  shownPublication,
  withPublication,
} from '../publication.ts'
import {
  orderErrors,
  scheduleFields,
  scheduleNames,
  shownSchedule,
  withoutPastSchedule,
} from '../schedule/schedule.ts'
import type { Status } from '../status.ts'
import { bodyError } from '../text.ts'
import type { Item, ItemHead, ItemInput, ItemText } from './item.ts'
import type { FieldRules } from './item-rules.ts'

/** The slug of an item whose client names none; a suffix is added while it is taken. */
export const defaultSlug = (title: string, kind: ItemKind): string => slugOf(title) || kind

export interface Draft<F> {
  readonly item: Item<F>
  /** The client sent no slug: `item.slug` may get a suffix. */
  readonly isSlugFree: boolean
}

/**
 * A new item at revision 0, before its first event. `others` are errors that the caller found.
 * @throws VALIDATION_ERROR with all errors
 */
export function draftItem<F extends object>(
  rules: FieldRules<F>,
  { metadata, content = '', text = '' }: ItemInput,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: Date },
  others: readonly Problem[] = [],
): Draft<F> {
  const read = newItemFields(metadata)
  const publication = publicationFields(metadata, true)
  const errors = [
    ...others,
    ...read.errors,
    ...rules.fieldErrors(metadata, id, true),
    ...publication.errors,
    ...futureProblems(publication.fields, at),
  ]
  const fields = throwErrors(rules, metadata, content, { fields: read.fields, errors })
  const { title = '', status = 'draft' } = fields
  const slug = fields.slug ?? defaultSlug(title, rules.kind)
  const { publishAt, unpublishAt } = scheduleFields(metadata).fields
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
    metadata: withoutClearedFields(rules, extraFields(metadata, storedElsewhere(rules))),
    content,
    text,
  }
  const item = agreed(rules, { ...common, ...rules.newFields(metadata, { by, slug }) }, metadata)
  return {
    item: inOrder(withPublication(withoutPastSchedule(item, undefined, at), at)),
    isSlugFree: fields.slug === undefined,
  }
}

/** Checks a change without its item. @throws VALIDATION_ERROR with all errors */
export function checkItemChange<F extends object>(
  rules: FieldRules<F>,
  id: string,
  { metadata, content = '' }: ItemInput,
): void {
  const { fields, errors } = changedItemFields(metadata)
  throwErrors(rules, metadata, content, {
    fields,
    errors: [...errors, ...rules.fieldErrors(metadata, id), ...publicationFields(metadata).errors],
  })
}

/**
 * Applies a checked change and increments the revision (contract.md#partial-updates). The place in the tree
 * stays.
 * @throws VALIDATION_ERROR for an impossible schedule
 */
export function reviseItem<F extends object>(
  rules: FieldRules<F>,
  before: Item<F>,
  { metadata, content, text }: ItemInput,
  at: Date,
): Item<F> {
  const publication = publicationFields(metadata).fields
  refuseFuture(publication, at)
  const changed = {
    ...before,
    ...changedItemFields(metadata).fields,
    ...scheduleFields(metadata).fields,
    ...publication,
    ...rules.changedFields(metadata),
    ...(content === undefined ? {} : { content, text: text ?? '' }),
    metadata: mergedExtra(before.metadata, extraFields(metadata, storedElsewhere(rules))),
    updatedAt: at,
    revision: before.revision + 1,
  }
  const revised = agreed(rules, changed, metadata)
  return inOrder(withPublication(withoutPastSchedule(revised, before, at), at))
}

const agreed = <F extends object>(rules: FieldRules<F>, item: Item<F>, change: JsonObject): Item<F> =>
  rules.consistent ? rules.consistent(item, change) : item

/** Sets the status and increments the revision; undefined if it is unchanged. */
export const withStatus = <T extends ItemHead>(item: T, status: Status, at: Date): T | undefined =>
  item.status === status
    ? undefined
    : withPublication(
        withoutPastSchedule({ ...item, status, updatedAt: at, revision: item.revision + 1 }, item, at),
        at,
      )

/** API names of the fields that differ between two states of an item. */
export const changedItemNames = <F extends object>(
  rules: FieldRules<F>,
  before: Item<F>,
  after: Item<F>,
): string[] => changedNames(comparable(rules, before), comparable(rules, after))

const comparable = <F extends object>(rules: FieldRules<F>, item: Item<F>): Record<string, JsonValue> => ({
  ...item.metadata,
  ...shownSchedule(item),
  ...shownPublication(item),
  title: item.title,
  slug: item.slug,
  status: item.status,
  ...rules.compared(item),
  content: item.content,
})

/** Stored outside the metadata, set by the service, or only in responses. */
const storedElsewhere = ({ ownNames }: Pick<FieldRules<object>, 'ownNames'>): ReadonlySet<string> =>
  new Set([
    ...['id', 'title', 'slug', 'status', 'createdAt', 'updatedAt', 'content'],
    ...scheduleNames,
    'publishedAt',
    ...ownNames,
  ])

function inOrder<T extends ItemHead>(item: T): T {
  const errors = orderErrors(item)
  if (errors.length > 0) throw invalid(errors)
  return item
}

/** Known fields with null are left out of a new item; unknown ones are stored unchanged. */
const withoutClearedFields = (
  { knownFields }: Pick<FieldRules<object>, 'knownFields'>,
  extra: JsonObject,
): JsonObject =>
  Object.fromEntries(
    Object.entries(extra).filter(([name, value]) => value !== null || !(name in knownFields)),
  )

function throwErrors<T>(
  { knownFields }: Pick<FieldRules<object>, 'knownFields'>,
  metadata: JsonObject,
  content: string,
  { fields, errors }: Read<T>,
): T {
  const contentError = bodyError(content)
  const all = [
    ...errors,
    ...knownErrors(metadata, knownFields),
    ...scheduleFields(metadata).errors,
    ...storableErrors(metadata, 'metadata'),
    ...(contentError ? [{ path: 'content', message: `content ${contentError}` }] : []),
  ]
  if (all.length > 0) throw invalid(all)
  return fields
}
