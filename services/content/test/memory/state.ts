import { preconditionFailed, slugTaken } from '../../src/core/errors.ts'
import type { ContentFact } from '../../src/core/events.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Page } from '../../src/core/pages/page.ts'
import type { Claim } from '../../src/core/ports.ts'
import type { Post } from '../../src/core/posts/post.ts'
import type { Revision } from '../../src/core/revisions/revision.ts'
import { defaultSettings, type SavedSettings } from '../../src/core/settings/settings.ts'

/** Everything that is stored. A transaction changes a copy, which replaces the state on commit. */
export interface State {
  readonly posts: Map<string, Post>
  readonly pages: Map<string, Page>
  /** The key is kind and id. The oldest revision is the first. */
  readonly revisions: Map<string, readonly Revision[]>
  readonly claims: Map<string, { readonly claim: Claim; readonly answer: JsonObject }>
  readonly facts: ContentFact[]
  /** Kind and id of every item, including deleted ones. */
  readonly usedIds: Set<string>
  settings: SavedSettings
}

export const emptyState = (): State => ({
  posts: new Map(),
  pages: new Map(),
  revisions: new Map(),
  claims: new Map(),
  facts: [],
  usedIds: new Set(),
  settings: { values: defaultSettings, revision: 0 },
})

export const copyOf = ({ posts, pages, revisions, claims, facts, usedIds, settings }: State): State => ({
  posts: new Map(posts),
  pages: new Map(pages),
  revisions: new Map(revisions),
  claims: new Map(claims),
  facts: [...facts],
  usedIds: new Set(usedIds),
  settings,
})

/** @throws PRECONDITION_FAILED unless exactly that revision is stored. */
export function requireRevision(
  items: ReadonlyMap<string, { readonly revision: number }>,
  id: string,
  revision: number,
): void {
  if (items.get(id)?.revision !== revision) throw preconditionFailed()
}

/** @throws DUPLICATE_SLUG */
export function requireFreeSlug(
  kind: 'post' | 'page',
  items: Iterable<Post | Page>,
  item: Post | Page,
): void {
  for (const other of items) {
    const sharesNamespace = !('pageType' in other && 'pageType' in item) || other.pageType === item.pageType
    if (other.id !== item.id && other.slug === item.slug && sharesNamespace) throw slugTaken(kind, item.slug)
  }
}

/** Returns a deep copy of plain data, as a database returns it. */
export const cloned = <T>(item: T): T => structuredClone(item)
