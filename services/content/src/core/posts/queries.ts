import { type Actor, invalid, type PageOf } from '@typecase/kernel'
import { seesDrafts, visibleStatus } from '../access.ts'
import { postNotFound } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { type ListInput, listBounds, shownBody } from '../list-input.ts'
import type { Ports, Sort, SortField } from '../ports.ts'
import { searchTerms } from '../search.ts'
import { cursorAfter, type ListPlace, placeOf } from './list-cursor.ts'
import { type Post, type PostHead, relatedIds } from './post.ts'

export interface PostListInput extends ListInput {
  readonly category?: string | undefined
  readonly tag?: string | undefined
  readonly author?: string | undefined
  readonly search?: string | undefined
  /**
   * createdAt, updatedAt, publishedAt or title; a leading `-` means descending (contract.md#post-filters).
   */
  readonly sort?: string | undefined
  /** `next` of an earlier page. Replaces `offset`; works only in the default order. */
  readonly cursor?: string | undefined
}

export type ShownPost = PostHead & { readonly metadata: JsonObject; readonly content: string | undefined }

export type RelatedPost = PostHead & { readonly metadata: JsonObject }

/**
 * The post and its related posts in order. Omits related posts that do not exist, and drafts for anonymous
 * callers (contract.md#related-posts).
 * @throws POST_NOT_FOUND
 */
export const getPost =
  ({ store }: Pick<Ports, 'store'>) =>
  async (
    actor: Actor,
    { id, resolveRelated }: { id: string; resolveRelated: boolean },
  ): Promise<{ post: Omit<Post, 'text'>; related: RelatedPost[] }> => {
    const isVisible = ({ status }: PostHead) => seesDrafts(actor) || status === 'published'
    const post = await store.read.posts.get(id)
    if (!post || !isVisible(post)) throw postNotFound()
    const ids = resolveRelated ? relatedIds(post) : []
    const heads = new Map(
      ids.length === 0
        ? []
        : (await store.read.posts.heads([...new Set(ids)])).map((head) => [head.id, head]),
    )
    const related = ids.flatMap((named) => heads.get(named) ?? []).filter(isVisible)
    return { post, related }
  }

export interface PostPart extends PageOf<ShownPost> {
  /** Cursor of the next page. Absent on the last page and in any order but the default. */
  readonly next?: string | undefined
}

/**
 * One page of posts, filtered and sorted; `total` counts all matches (contract.md#post-lists,
 * contract.md#post-filters).
 * @throws VALIDATION_ERROR or UNAUTHORIZED
 */
export const listPosts =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, input: PostListInput): Promise<PostPart> => {
    const { bounds, errors } = listBounds(input)
    const sort = sorts.get(input.sort || '-createdAt')
    if (!sort) errors.push({ path: 'sort', message: `sort must be one of ${[...sorts.keys()].join(', ')}` })
    const isNewestFirst = sort?.by === 'createdAt' && sort.descending
    const { after, error } = placeAsked(input, isNewestFirst)
    if (error) errors.push({ path: 'cursor', message: error })
    if (errors.length > 0 || !sort) throw invalid(errors)
    const limit = bounds.limit ?? defaultLimit
    const { items, total } = await store.read.posts.list({
      ...bounds,
      status: visibleStatus(actor, bounds.status),
      limit,
      after,
      category: input.category || undefined,
      tag: input.tag || undefined,
      author: input.author || undefined,
      terms: input.search ? searchTerms(input.search) : undefined,
      sort,
    })
    const last =
      isNewestFirst && items.length === limit && bounds.offset + limit < total ? items.at(-1) : undefined
    return {
      items: items.map(({ body, ...post }) => ({ ...post, content: shownBody(body, input) })),
      total,
      next: last && cursorAfter(last),
    }
  }

/** The requested position, or the error of an invalid cursor. */
function placeAsked(
  { cursor, offset = 0 }: PostListInput,
  isNewestFirst: boolean,
): { after?: ListPlace; error?: string } {
  if (!cursor) return {}
  const after = placeOf(cursor)
  if (!after) return { error: 'cursor must be the nextCursor of an earlier response' }
  if (offset > 0) return { error: 'cursor cannot be combined with an offset' }
  return isNewestFirst ? { after } : { error: 'cursor requires the sort order -createdAt' }
}

const defaultLimit = 10

const sortFields = ['createdAt', 'updatedAt', 'publishedAt', 'title'] as const satisfies readonly SortField[]

const sorts: ReadonlyMap<string, Sort> = new Map(
  sortFields.flatMap((by): [string, Sort][] => [
    [by, { by, descending: false }],
    [`-${by}`, { by, descending: true }],
  ]),
)
