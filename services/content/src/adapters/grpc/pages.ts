import type { PageInput } from '@typecase/contracts/messages'
import { PageServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { implement } from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import type { JsonObject } from '../../core/json.ts'
import { type PageHead, parentSlug } from '../../core/pages/page.ts'
import { shownSchedule } from '../../core/schedule/schedule.ts'
import { toBulkReply } from './bulk.ts'
import { metadataFrom } from './json.ts'
import { viewFrom } from './views.ts'

export const pageHandlers = (app: ContentApp) =>
  implement(PageServiceDef, {
    createPage: async ({ metadataJson, content, idempotencyKey }, { actor }) => {
      const { item, replayed } = await app.createPage(actor, {
        metadata: metadataFrom(metadataJson),
        content,
        idempotencyKey: idempotencyKey ?? undefined,
      })
      return { page: toPage(item), replayed }
    },
    getPage: async ({ id }, { actor }) => toPage(await app.getPage(actor, id)),
    listPages: async ({ paging, view, ...asked }, { actor }) => {
      const { items, total } = await app.listPages(actor, {
        ...asked,
        limit: paging?.limit,
        offset: paging?.offset,
        view: viewFrom(view),
      })
      return { pages: items.map(toPage), total }
    },
    updatePage: async ({ id, metadataJson, content, expectedRevision }, { actor }) =>
      toPage(
        await app.updatePage(actor, { id, metadata: metadataFrom(metadataJson), content, expectedRevision }),
      ),
    deletePage: async ({ id, expectedRevision }, { actor }) =>
      toPage(await app.deletePage(actor, { id, expectedRevision })),
    bulkPages: async (request, { actor, signal }) => toBulkReply(await app.bulkPages(actor, request, signal)),
  })

type Shown = PageHead & { readonly metadata: JsonObject; readonly content?: string | undefined }

export function toPage({ metadata, content, ...page }: Shown): PageInput {
  const parentPage = parentSlug(page)
  return {
    id: page.id,
    title: page.title,
    slug: page.slug,
    status: page.status,
    pageType: page.pageType,
    ...(parentPage === undefined ? {} : { parentPage }),
    path: [...page.path],
    createdAt: toTimestamp(page.createdAt),
    updatedAt: toTimestamp(page.updatedAt),
    metadataJson: JSON.stringify({ ...metadata, ...shownSchedule(page) }),
    ...(content === undefined ? {} : { content }),
    revision: page.revision,
  }
}
