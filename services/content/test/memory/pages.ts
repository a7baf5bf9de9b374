import { idTaken } from '../../src/core/errors.ts'
import type { Page, PageHead } from '../../src/core/pages/page.ts'
import type { PageReader, PageWriter } from '../../src/core/ports.ts'
import { dueOf } from './due.ts'
import { byNewest, headOf, listedOf, pageOf, requireShort } from './lists.ts'
import { deleteRevisions, insertRevisions, insertSnapshots, memoryRevisionReader } from './revisions.ts'
import { cloned, requireFreeSlug, requireRevision, type State } from './state.ts'
import { recordItem } from './transfer.ts'

export const memoryPageReader = (state: () => State): PageReader => ({
  get: async (id) => cloned(state().pages.get(id)),
  due: async (at, limit) => dueOf(state().pages.values(), at, limit),
  revisions: memoryRevisionReader(state, 'page'),
  custom: async (slug) => custom(state().pages, slug),
  list: async (query) => {
    const found = [...state().pages.values()]
      .filter(
        ({ status, pageType }) =>
          status === (query.status ?? status) && pageType === (query.pageType ?? pageType),
      )
      .toSorted(byNewest)
    const { items, total } = pageOf(found, query)
    const listed = items.map((page) => listedOf(page, query.body))
    return { items: requireShort(listed, query.body), total }
  },
})

export const memoryPageWriter = (state: State): PageWriter => {
  const { pages, revisions } = state
  return {
    // Transactions run one at a time.
    lockTree: async () => undefined,
    get: async (id) => cloned(pages.get(id)),
    lock: async (ids) => ids.flatMap((id) => pages.get(id) ?? []).map((page) => headOf(page)),
    custom: async (slug) => custom(pages, slug),
    children: async (id) =>
      [...pages.values()].filter(({ parentId }) => parentId === id).map((page) => headOf(page)),
    descendants: async (id) => descendants(pages, id),
    insert: async (page) => {
      if (pages.has(page.id)) throw idTaken(page.id)
      requireFreeSlug('page', pages.values(), page)
      recordItem(state, 'page', page)
      pages.set(page.id, cloned(page))
    },
    save: async (page) => {
      requireRevision(pages, page.id, page.revision - 1)
      requireFreeSlug('page', pages.values(), page)
      recordItem(state, 'page', page)
      pages.set(page.id, cloned(page))
    },
    saveHeads: async (heads) => {
      for (const {
        id,
        status,
        publishAt,
        unpublishAt,
        publishedAt,
        parentId,
        path,
        updatedAt,
        revision,
      } of heads) {
        requireRevision(pages, id, revision - 1)
        pages.set(id, {
          ...(pages.get(id) as Page),
          status,
          publishAt,
          unpublishAt,
          publishedAt,
          parentId,
          path,
          updatedAt,
          revision,
        })
      }
    },
    delete: async (heads) => {
      for (const { id, revision } of heads) {
        requireRevision(pages, id, revision)
        pages.delete(id)
        deleteRevisions(revisions, 'page', id)
      }
    },
    insertRevisions: async (saved) => insertRevisions(revisions, 'page', pages, saved),
    insertSnapshots: async (snapshots) => insertSnapshots(revisions, 'page', snapshots),
    takenSlugs: async (pageType, slugs) =>
      new Set(
        [...pages.values()]
          .filter((page) => page.pageType === pageType && slugs.includes(page.slug))
          .map(({ slug }) => slug),
      ),
  }
}

function custom(pages: State['pages'], slug: string): PageHead | undefined {
  const page = [...pages.values()].find(
    (candidate) => candidate.pageType === 'custom' && candidate.slug === slug,
  )
  return page && headOf(page)
}

function descendants(pages: State['pages'], id: string): PageHead[] {
  const children = [...pages.values()].filter(({ parentId }) => parentId === id)
  return [
    ...children.map((page) => headOf(page)),
    ...children.flatMap((child) => descendants(pages, child.id)),
  ]
}
