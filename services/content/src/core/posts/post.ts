/** A post and what may become of it. Pure rules over plain data. */
import { invalid, slugOf } from '@typecase/kernel'
import type { JsonObject, JsonValue } from '../json.ts'
import { changedNames, extraFields, mergedExtra } from '../metadata/extra.ts'
import { changedItemFields, newItemFields, type Read } from '../metadata/item-fields.ts'
import { knownFaults, postFields } from '../metadata/known-fields.ts'
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

/** A post without what is long. */
export interface PostHead extends Schedule {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly status: Status
  /** A username; empty once it was cleared. */
  readonly author: string
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Rises by one with every fact about the post, and with unsaved text that is stored as a revision. */
  readonly revision: number
}

export interface Post extends PostHead {
  /** Every other metadata field, type-true (contract.md#extra-fields). */
  readonly metadata: JsonObject
  /** Markdown, byte for byte. */
  readonly content: string
  /** The content as plain text, as far as the longest summary reaches. */
  readonly text: string
}

/** What the client sent, with its content as plain text. An absent content is empty in a new post and stays in a change. */
export interface PostInput {
  readonly metadata: JsonObject
  readonly content?: string
  readonly text?: string
}

export interface DraftedPost {
  readonly post: Post
  /** The client named no slug: `post.slug` is a suggestion that may get a suffix. */
  readonly isSlugFree: boolean
}

/** A new post at revision 0, before its first fact. @throws VALIDATION_ERROR with all faults at once. */
export function draftPost(
  { metadata, content = '', text = '' }: PostInput,
  made: { id: string; author: string; at: Date },
): DraftedPost {
  const { fields, faults } = newItemFields(metadata)
  const { title, slug, status = 'draft' } = refuseFaults(metadata, content, { fields, faults })
  const { publishAt, unpublishAt } = scheduleFields(metadata).fields
  const post: Post = {
    id: made.id,
    title: title ?? '',
    slug: slug ?? (slugOf(title ?? '') || 'post'),
    status,
    author: typeof metadata.author === 'string' ? metadata.author : made.author,
    publishAt,
    unpublishAt,
    createdAt: made.at,
    updatedAt: made.at,
    revision: 0,
    metadata: withoutClearedFields(extraFields(metadata, ownNames)),
    content,
    text,
  }
  return { post: inOrder(settled(post, undefined, made.at)), isSlugFree: slug === undefined }
}

/** What a change is before the post it is for is known. @throws VALIDATION_ERROR with all faults at once. */
export function checkPostChange(id: string, { metadata, content = '' }: PostInput): void {
  const { fields, faults } = changedItemFields(metadata)
  const related = metadata.relatedPosts
  const own = Array.isArray(related) && related.includes(id)
  const message = 'A post is not related to itself'
  refuseFaults(metadata, content, {
    fields,
    faults: own ? [...faults, { path: 'metadata.relatedPosts', message }] : faults,
  })
}

/** The post after a change that was checked, one revision on, and the names of the fields that differ (contract.md#partial-updates). @throws VALIDATION_ERROR for an impossible schedule */
export function revisePost(
  before: Post,
  { metadata, content, text }: PostInput,
  at: Date,
): { post: Post; changed: string[] } {
  const { fields } = changedItemFields(metadata)
  const { author } = metadata
  const revised: Post = {
    ...before,
    ...fields,
    ...scheduleFields(metadata).fields,
    ...(author === null ? { author: '' } : typeof author === 'string' ? { author } : {}),
    ...(content === undefined ? {} : { content, text: text ?? '' }),
    metadata: mergedExtra(before.metadata, extraFields(metadata, ownNames)),
    updatedAt: at,
    revision: before.revision + 1,
  }
  const post = inOrder(settled(revised, before, at))
  return { post, changed: changedPostNames(before, post) }
}

/** Names of the fields that differ between two states of a post, as the API names them. */
export const changedPostNames = (before: Post, after: Post): string[] =>
  changedNames(comparable(before), comparable(after))

/** The post with that status, one revision on; undefined when it has it already. */
export const withPostStatus = <T extends PostHead>(post: T, status: Status, at: Date): T | undefined =>
  post.status === status
    ? undefined
    : settled({ ...post, status, updatedAt: at, revision: post.revision + 1 }, post, at)

/** The ids this post names, in their order. */
export const relatedIds = ({ metadata: { relatedPosts } }: Pick<Post, 'metadata'>): string[] =>
  Array.isArray(relatedPosts) ? relatedPosts.filter((id: JsonValue) => typeof id === 'string') : []

/** What full-text search looks at. */
export const searchedTexts = ({ title, metadata: { subtitle, excerpt, tags }, content }: Post): string[] =>
  [title, subtitle, excerpt, ...(Array.isArray(tags) ? tags : []), content].filter(
    (text) => typeof text === 'string',
  )

/** Kept as fields of their own, made by the service, or part of the answer only. */
const ownNames: ReadonlySet<string> = new Set([
  ...['id', 'title', 'slug', 'status', 'author', 'createdAt', 'updatedAt'],
  ...['content', 'relatedPostsData', ...scheduleNames],
])

const comparable = ({
  title,
  slug,
  status,
  author,
  metadata,
  content,
  ...post
}: Post): Record<string, JsonValue> => ({
  ...metadata,
  ...shownSchedule(post),
  title,
  slug,
  status,
  author,
  content,
})

function inOrder(post: Post): Post {
  const faults = orderFaults(post)
  if (faults.length > 0) throw invalid(faults)
  return post
}

/** A null known field of a new post was never there; an unknown one is kept as it came. */
const withoutClearedFields = (extra: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(extra).filter(([name, value]) => value !== null || !(name in postFields)))

function refuseFaults<T>(metadata: JsonObject, content: string, { fields, faults }: Read<T>): T {
  const contentFault = bodyFault(content)
  const all = [
    ...faults,
    ...knownFaults(metadata, postFields),
    ...scheduleFields(metadata).faults,
    ...storableFaults(metadata, 'metadata'),
    ...(contentFault ? [{ path: 'content', message: `content ${contentFault}` }] : []),
  ]
  if (all.length > 0) throw invalid(all)
  return fields
}
