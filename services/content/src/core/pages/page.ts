/** A page and what may become of it. Pure rules over plain data. */
import { invalid, type Problem, slugOf } from '@typecase/kernel'
import type { JsonObject, JsonValue } from '../json.ts'
import { changedNames, extraFields, mergedExtra } from '../metadata/extra.ts'
import { changedItemFields, type ItemFields, newItemFields } from '../metadata/item-fields.ts'
import { knownFaults, pageFields } from '../metadata/known-fields.ts'
import { storableFaults } from '../metadata/storable.ts'
import {
  orderFaults,
  type Schedule,
  scheduleFields,
  scheduleNames,
  settled,
  shownSchedule,
} from '../schedule/schedule.ts'
import type { Status } from '../status.ts'
import { bodyFault } from '../text.ts'

export const pageTypes = ['normal', 'custom'] as const
export type PageType = (typeof pageTypes)[number]
export const isPageType = (value: unknown): value is PageType => pageTypes.some((type) => type === value)

/** A page without what is long. */
export interface PageHead extends Schedule {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly status: Status
  readonly pageType: PageType
  /** Custom pages only; always a custom page. */
  readonly parentId: string | undefined
  /** Slugs of the chain from the root, the page's own last. */
  readonly path: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Rises by one with every fact about the page, and with unsaved text that is stored as a revision. */
  readonly revision: number
}

export interface Page extends PageHead {
  readonly metadata: JsonObject
  /** Markdown, byte for byte. */
  readonly content: string
  /** The content as plain text, as far as the longest summary reaches. */
  readonly text: string
}

/** What the client sent, with its content as plain text. An absent content is empty in a new page and stays in a change. */
export interface PageInput {
  readonly metadata: JsonObject
  readonly content?: string
  readonly text?: string
}

/** The checked fields of an input. `parentPage` is a slug or an id; null takes the parent away. */
export interface PageFields extends ItemFields {
  readonly pageType?: PageType
  readonly parentPage?: string | null
}

/** @throws VALIDATION_ERROR with all faults at once. */
export function newPageFields(input: PageInput): PageFields & { readonly title: string } {
  const { fields, faults } = newItemFields(input.metadata)
  return { title: '', ...checked(input, fields, faults) }
}

/** @throws VALIDATION_ERROR with all faults at once. */
export function changedPageFields(input: PageInput): PageFields {
  const { fields, faults } = changedItemFields(input.metadata)
  const nulled =
    input.metadata.pageType === null ? [{ path: 'metadata.pageType', message: pageTypeFault }] : []
  return checked(input, fields, [...faults, ...nulled])
}

/** A new page at revision 0, before its first fact, at the top of the tree. @throws VALIDATION_ERROR for an impossible schedule */
export const draftPage = (
  input: PageInput,
  fields: PageFields & { readonly title: string },
  made: { id: string; at: Date },
): Page => {
  const slug = fields.slug ?? (slugOf(fields.title) || 'page')
  const { publishAt, unpublishAt } = scheduleFields(input.metadata).fields
  const page: Page = {
    id: made.id,
    title: fields.title,
    slug,
    status: fields.status ?? 'draft',
    pageType: fields.pageType ?? 'normal',
    parentId: undefined,
    path: [slug],
    publishAt,
    unpublishAt,
    createdAt: made.at,
    updatedAt: made.at,
    revision: 0,
    metadata: withoutClearedFields(extraFields(input.metadata, ownNames)),
    content: input.content ?? '',
    text: input.text ?? '',
  }
  return inOrder(settled(page, undefined, made.at))
}

/** The page after a change that was checked, one revision on; its place in the tree is decided by `placed`. @throws VALIDATION_ERROR for an impossible schedule */
export const revisePage = (before: Page, { metadata, content, text }: PageInput, at: Date): Page => {
  const { title, slug, status, pageType } = changedPageFields({ metadata })
  const page: Page = {
    ...before,
    ...(title === undefined ? {} : { title }),
    ...(slug === undefined ? {} : { slug }),
    ...(status === undefined ? {} : { status }),
    ...(pageType === undefined ? {} : { pageType }),
    ...scheduleFields(metadata).fields,
    ...(content === undefined ? {} : { content, text: text ?? '' }),
    metadata: mergedExtra(before.metadata, extraFields(metadata, ownNames)),
    updatedAt: at,
    revision: before.revision + 1,
  }
  return inOrder(settled(page, before, at))
}

/** The page with that status, one revision on; undefined when it has it already. */
export const withPageStatus = <T extends PageHead>(page: T, status: Status, at: Date): T | undefined =>
  page.status === status
    ? undefined
    : settled({ ...page, status, updatedAt: at, revision: page.revision + 1 }, page, at)

/** The parent's slug. */
export const parentSlug = ({ path }: Pick<PageHead, 'path'>): string | undefined => path.at(-2)

/** Names of the fields that differ between two states of a page, as the API names them. */
export const changedPageNames = (before: Page, after: Page): string[] =>
  changedNames(comparable(before), comparable(after))

const pageTypeFault = 'The pageType must be normal or custom'

/** Kept as fields of their own, made by the service, or part of the answer only. */
const ownNames: ReadonlySet<string> = new Set([
  ...['id', 'title', 'slug', 'status', 'pageType', 'parentPage', 'createdAt', 'updatedAt'],
  ...['content', ...scheduleNames],
])

const comparable = (page: Page): Record<string, JsonValue> => ({
  ...page.metadata,
  ...shownSchedule(page),
  title: page.title,
  slug: page.slug,
  status: page.status,
  pageType: page.pageType,
  parentPage: page.parentId ?? null,
  content: page.content,
})

function inOrder(page: Page): Page {
  const faults = orderFaults(page)
  if (faults.length > 0) throw invalid(faults)
  return page
}

/** A null known field of a new page was never there; an unknown one is kept as it came. */
const withoutClearedFields = (extra: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(extra).filter(([name, value]) => value !== null || !(name in pageFields)))

function checked(
  { metadata, content = '' }: PageInput,
  fields: ItemFields,
  faults: readonly Problem[],
): PageFields {
  const { pageType, parentPage } = metadata
  const contentFault = bodyFault(content)
  const all = [
    ...faults,
    ...(pageType === undefined || pageType === null || isPageType(pageType)
      ? []
      : [{ path: 'metadata.pageType', message: pageTypeFault }]),
    ...knownFaults(metadata, pageFields),
    ...scheduleFields(metadata).faults,
    ...storableFaults(metadata, 'metadata'),
    ...(contentFault ? [{ path: 'content', message: `content ${contentFault}` }] : []),
  ]
  if (all.length > 0) throw invalid(all)
  return {
    ...fields,
    ...(isPageType(pageType) ? { pageType } : {}),
    ...(parentPage === undefined
      ? {}
      : { parentPage: typeof parentPage === 'string' && parentPage !== '' ? parentPage : null }),
  }
}
