import type { RevisionInput } from '@typecase/contracts/messages'
import { RevisionServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { invalid } from '@typecase/kernel'
import { implement } from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import type { ItemKind } from '../../core/errors.ts'
import type { Revision, RevisionHead } from '../../core/revisions/revision.ts'
import { metadataFrom } from './json.ts'
import { toPage } from './pages.ts'
import { toPost } from './posts.ts'

export const revisionHandlers = (app: ContentApp) =>
  implement(RevisionServiceDef, {
    listRevisions: async ({ itemType, id, paging }, { actor }) => {
      const asked = { kind: kindFrom(itemType), id, limit: paging?.limit, offset: paging?.offset }
      const { items, total } = await app.listRevisions(actor, asked)
      return { revisions: items.map(toRevisionHead), total }
    },
    getRevision: async ({ itemType, id, revision }, { actor }) =>
      toRevision(await app.getRevision(actor, { kind: kindFrom(itemType), id, revision })),
    restorePost: async (request, { actor }) => toPost(await app.restorePost(actor, request)),
    restorePage: async (request, { actor }) => toPage(await app.restorePage(actor, request)),
    storeRevision: async ({ itemType, id, metadataJson, content }, { actor }) =>
      toRevisionHead(
        await app.storeRevision(actor, {
          kind: kindFrom(itemType),
          id,
          metadata: metadataFrom(metadataJson),
          content,
        }),
      ),
  })

const toRevisionHead = (revision: RevisionHead): RevisionInput => ({
  revision: revision.revision,
  author: revision.by,
  createdAt: toTimestamp(revision.at),
  title: revision.title,
  slug: revision.slug,
  status: revision.status,
  changed: [...revision.changed],
  snapshot: revision.isSnapshot,
})

export const toRevision = (revision: Revision): RevisionInput => ({
  ...toRevisionHead(revision),
  metadataJson: JSON.stringify({ ...revision.metadata, ...revision.fields }),
  content: revision.content,
})

/** @throws VALIDATION_ERROR */
export function kindFrom(itemType: string): ItemKind {
  if (itemType === 'post' || itemType === 'page') return itemType
  throw invalid([{ path: 'itemType', message: 'itemType must be post or page' }])
}
