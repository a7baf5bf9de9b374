import type { PageInput } from '@typecase/contracts/messages'
import { PageServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import { type PageHead, parentSlug } from '../../core/pages/page.ts'
import { itemMessage, listFrom, newItemFrom, type Shown, toBulkReply, updateFrom } from './items.ts'

export const pageHandlers = (app: ContentApp) =>
  implement(PageServiceDef, {
    createPage: async (request, { actor }) => {
      const { item, replayed } = await app.createPage(actor, newItemFrom(request))
      return { page: toPage(item), replayed }
    },
    getPage: async ({ id }, { actor }) => toPage(await app.getPage(actor, id)),
    listPages: async (request, { actor }) => {
      const { items, total } = await app.listPages(actor, listFrom(request))
      return { pages: items.map(toPage), total }
    },
    updatePage: async (request, { actor }) => toPage(await app.updatePage(actor, updateFrom(request))),
    deletePage: async (request, { actor }) => toPage(await app.deletePage(actor, request)),
    bulkPages: async (request, { actor, signal }) => toBulkReply(await app.bulkPages(actor, request, signal)),
  })

export function toPage(page: Shown<PageHead>): PageInput {
  const parentPage = parentSlug(page)
  return {
    ...itemMessage(page),
    pageType: page.pageType,
    ...(parentPage === undefined ? {} : { parentPage }),
    path: [...page.path],
  }
}
