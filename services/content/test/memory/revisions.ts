import type { ItemKind } from '../../src/core/errors.ts'
import type { Page } from '../../src/core/pages/page.ts'
import type { RevisionReader } from '../../src/core/ports.ts'
import type { Post } from '../../src/core/posts/post.ts'
import type { NewRevision, Revision, Snapshot } from '../../src/core/revisions/revision.ts'
import { cloned, type State } from './state.ts'

export const memoryRevisionReader = (state: () => State, kind: ItemKind): RevisionReader => {
  const revisionsOf = (id: string) => state().revisions.get(key(kind, id)) ?? []
  return {
    list: async (id, { limit, offset }) => {
      const all = revisionsOf(id).toReversed()
      const heads = all.map(({ fields: _fields, metadata: _metadata, content: _content, ...head }) =>
        cloned(head),
      )
      return { items: heads.slice(offset, offset + limit), total: all.length }
    },
    get: async (id, revision) => cloned(revisionsOf(id).find((stored) => stored.revision === revision)),
  }
}

export function insertRevisions(
  revisions: State['revisions'],
  kind: ItemKind,
  items: ReadonlyMap<string, Post | Page>,
  saved: readonly NewRevision[],
): void {
  for (const { id, ...rest } of saved) {
    const item = items.get(id)
    if (!item) continue
    const { revision, updatedAt: at, title, slug, status, metadata, content } = item
    const fresh: Revision = cloned({
      revision,
      at,
      title,
      slug,
      status,
      metadata,
      content,
      isSnapshot: false,
      ...rest,
    })
    revisions.set(key(kind, id), [...(revisions.get(key(kind, id)) ?? []), fresh])
  }
}

export function insertSnapshots(
  revisions: State['revisions'],
  kind: ItemKind,
  snapshots: readonly Snapshot[],
): void {
  for (const { id, ...revision } of snapshots)
    revisions.set(key(kind, id), [...(revisions.get(key(kind, id)) ?? []), cloned(revision)])
}

export function deleteRevisions(revisions: State['revisions'], kind: ItemKind, id: string): void {
  revisions.delete(key(kind, id))
}

const key = (kind: ItemKind, id: string): string => `${kind}:${id}`
