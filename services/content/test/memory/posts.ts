import { idTaken } from '../../src/core/errors.ts'
import type { Listed, PostQuery, PostReader, PostWriter, Sort } from '../../src/core/ports.ts'
import { type Post, type PostHead, searchedTexts } from '../../src/core/posts/post.ts'
import { isOffered, termsOf } from '../../src/core/posts/terms.ts'
import { folded, matches, searchWords } from '../../src/core/search.ts'
import { dueOf } from './due.ts'
import { byNewest, headOf, listedOf, pageOf, requireShort } from './lists.ts'
import { deleteRevisions, insertRevisions, insertSnapshots, memoryRevisionReader } from './revisions.ts'
import { cloned, requireFreeSlug, requireRevision, type State } from './state.ts'
import { recordItem } from './transfer.ts'

export const memoryPostReader = (state: () => State): PostReader => ({
  get: async (id) => {
    const post = state().posts.get(id)
    if (!post) return undefined
    const { text: _text, ...shown } = post
    return cloned(shown)
  },
  stored: async (id) => cloned(state().posts.get(id)),
  takenSlugs: async (slugs) => slugsIn(state().posts, slugs),
  due: async (at, limit) => dueOf(state().posts.values(), at, limit),
  revisions: memoryRevisionReader(state, 'post'),
  heads: async (ids) =>
    ids.flatMap((id) => state().posts.get(id) ?? []).map((post) => listedOf(post, 'none')),
  list: async (query) => {
    const found = [...state().posts.values()]
      .filter(matching(query))
      .toSorted(byNewest)
      .toSorted(bySort(query.sort))
    const { after } = query
    const rest = after ? found.filter((post) => byNewest(post, after) > 0) : found
    const listed = pageOf(rest, query).items.map((post): Listed<PostHead> => listedOf(post, query.body))
    return { items: requireShort(listed, query.body), total: found.length }
  },
  terms: async ({ kind, search, ...paging }) => {
    const counts = new Map<string, number>()
    for (const term of [...state().posts.values()].flatMap(termsOf))
      if (term.kind === kind && isOffered(term) && folded(term.name).includes(search))
        counts.set(term.name, (counts.get(term.name) ?? 0) + 1)
    const found = [...counts].map(([name, count]) => ({ name, count }))
    return pageOf(
      found.toSorted((a, b) => b.count - a.count || collator.compare(a.name, b.name)),
      paging,
    )
  },
})

export const memoryPostWriter = (state: State): PostWriter => {
  const { posts, revisions } = state
  return {
    get: async (id) => cloned(posts.get(id)),
    lock: async (ids) => ids.flatMap((id) => posts.get(id) ?? []).map((post) => headOf(post)),
    insert: async (post) => {
      if (posts.has(post.id)) throw idTaken(post.id)
      requireFreeSlug('post', posts.values(), post)
      recordItem(state, 'post', post)
      posts.set(post.id, cloned(post))
    },
    save: async (post) => {
      requireRevision(posts, post.id, post.revision - 1)
      requireFreeSlug('post', posts.values(), post)
      recordItem(state, 'post', post)
      posts.set(post.id, cloned(post))
    },
    saveHeads: async (heads) => {
      for (const { id, status, publishAt, unpublishAt, publishedAt, updatedAt, revision } of heads) {
        requireRevision(posts, id, revision - 1)
        posts.set(id, {
          ...(posts.get(id) as Post),
          status,
          publishAt,
          unpublishAt,
          publishedAt,
          updatedAt,
          revision,
        })
      }
    },
    delete: async (heads) => {
      for (const { id, revision } of heads) {
        requireRevision(posts, id, revision)
        posts.delete(id)
        deleteRevisions(revisions, 'post', id)
      }
    },
    insertRevisions: async (saved) => insertRevisions(revisions, 'post', posts, saved),
    insertSnapshots: async (snapshots) => insertSnapshots(revisions, 'post', snapshots),
    takenSlugs: async (slugs) => slugsIn(posts, slugs),
  }
}

const slugsIn = (posts: State['posts'], slugs: readonly string[]): Set<string> =>
  new Set([...posts.values()].map(({ slug }) => slug).filter((slug) => slugs.includes(slug)))

const matching =
  ({ status, category, tag, author, terms }: PostQuery) =>
  (post: Post): boolean =>
    (status === undefined || post.status === status) &&
    (category === undefined || post.metadata.category === category) &&
    (tag === undefined || (Array.isArray(post.metadata.tags) && post.metadata.tags.includes(tag))) &&
    (author === undefined || post.author === author) &&
    (terms === undefined || matches(searchWords(searchedTexts(post)), terms))

const collator = new Intl.Collator('und')

function bySort({ by, descending }: Sort): (a: Post, b: Post) => number {
  const sign = descending ? -1 : 1
  if (by === 'publishedAt') return (a, b) => publicationOrder(a, b, sign)
  if (by === 'title') return (a, b) => sign * collator.compare(a.title, b.title)
  return (a, b) => sign * (a[by].getTime() - b[by].getTime())
}

/** Items that were never published come last. */
function publicationOrder(a: PostHead, b: PostHead, sign: number): number {
  const [x, y] = [a.publishedAt?.getTime(), b.publishedAt?.getTime()]
  if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined)
  return sign * (x - y)
}
