import type { Page } from '@typecase/contracts/messages'
import { z } from 'zod'
import { unauthorized } from '../../../core/errors.ts'
import { created, finished, ok } from '../reply.ts'
import {
  flatPage,
  listItem,
  pageFrontmatter,
  toFlatPage,
  toListItem,
  toPageFrontmatter,
  toUpdatedPage,
  updatedPage,
} from '../shapes/content-item.ts'
import { type Call, route } from '../table.ts'
import {
  changedItem,
  expectedRevision,
  filteredAnswer,
  filteredBody,
  heaviest,
  listQuery,
  newItem,
  pageFields,
  pickProperties,
  summaryQuery,
} from './content-input.ts'
import { listOf, oneOf, success } from './schemas.ts'

const group = 'Pages'
const newPage = newItem(pageFields)
const changedPage = changedItem(pageFields)

export const pageRoutes = [
  route({
    method: 'GET',
    path: '/api/pages',
    access: 'public',
    group,
    summary: 'List pages',
    description: `Newest first; all of them unless \`limit\` is given. The anonymous see published pages only. ${heaviest}`,
    query: z.object({ ...listQuery, ...summaryQuery, pageType: oneOf(['normal', 'custom']).optional() }),
    answers: { 200: listOf(listItem(pageFrontmatter)) },
    async handler(call) {
      const { services, query, actor, hooks } = call
      if (query.status === 'draft' && actor.kind === 'anonymous') throw unauthorized()
      const { status, pageType, previewLength, properties, limit, offset = 0 } = query
      const view = query.frontmatterOnly ? 'NONE' : query.summaryView ? 'SUMMARY' : 'FULL'
      const asked = { status, pageType, previewLength, view, paging: { limit, offset } } as const
      const answer = async () => {
        const { pages, total } = await services.content.listPages(asked)
        const items = pages.map((page) =>
          toListItem(toPageFrontmatter(page), view === 'NONE' ? undefined : (page.content ?? '')),
        )
        const filtered = await filteredAnswer(call, 'api_pages', items)
        const data = filtered.map((item) => ({
          ...item,
          frontmatter: pickProperties(item.frontmatter, properties),
        }))
        return { data, total, limit: limit ?? null, offset }
      }
      // What a filter answers may depend on more than content.
      if (hooks.has('api_pages')) return ok(await answer())
      const key = JSON.stringify(['pages', actor.kind, asked, properties])
      return call.contentAnswers.answer(key, async () => finished(await answer()))
    },
  }),

  route({
    method: 'GET',
    path: '/api/pages/{id}',
    access: 'public',
    group,
    summary: 'Read a page',
    tagged: true,
    answers: { 200: success({ data: flatPage }) },
    errors: ['NOT_FOUND'],
    async handler(call) {
      const { id } = call.params
      const answer = async () => pageAnswer(call, await call.services.content.getPage({ id }))
      if (call.hooks.has('api_page')) return ok(await answer())
      return call.contentAnswers.answer(JSON.stringify(['page', call.actor.kind, id]), async () =>
        finished(await answer()),
      )
    },
  }),

  route({
    method: 'POST',
    path: '/api/pages',
    access: 'user',
    group,
    summary: 'Create a page',
    body: newPage,
    idempotent: true,
    answers: { 201: success({ id: z.string() }) },
    errors: ['DUPLICATE_SLUG'],
    async handler(call) {
      const { metadata, content } = await filteredBody(call, 'api_create_page', newPage, call.body)
      const { page, replayed } = await call.services.content.createPage({
        metadataJson: JSON.stringify(metadata),
        content: content ?? undefined,
        idempotencyKey: call.idempotencyKey,
      })
      if (!page) throw new Error('a reply without its page')
      if (!replayed)
        await call.hooks.act(
          'page_created',
          toFlatPage({ ...page, content: content ?? '' }),
          call.hookRequest,
        )
      return created({ id: page.id }, replayed ? { headers: { 'idempotency-replayed': 'true' } } : {})
    },
  }),

  route({
    method: 'PUT',
    path: '/api/pages/{id}',
    access: 'user',
    group,
    summary: 'Change a page',
    description:
      'Merges: an absent field stays, null clears it. Renaming a parent carries its children along.',
    body: changedPage,
    tagged: true,
    answers: { 200: success({ data: updatedPage }) },
    errors: ['NOT_FOUND', 'DUPLICATE_SLUG'],
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => pageAnswers(call, id))
      const { metadata = {}, content } = await filteredBody(call, 'api_update_page', changedPage, call.body)
      const page = await call.services.content.updatePage({
        id,
        metadataJson: JSON.stringify(metadata),
        content: content === null ? '' : content,
        expectedRevision: expected,
      })
      await call.hooks.act('page_updated', toFlatPage(page), call.hookRequest)
      return ok({ data: toUpdatedPage(page) })
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/pages/{id}',
    access: 'user',
    group,
    summary: 'Delete a page',
    description: 'Its children move to the grandparent.',
    tagged: true,
    answers: { 200: success({}) },
    errors: ['NOT_FOUND', 'RESERVED_SLUG'],
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => pageAnswers(call, id))
      await call.hooks.act('pre_page_delete', { id }, call.hookRequest)
      const page = await call.services.content.deletePage({ id, expectedRevision: expected })
      await call.hooks.act('page_deleted', toFlatPage(page), call.hookRequest)
      return ok()
    },
  }),
]

type AnyCall = Call<unknown, unknown, unknown>

const pageAnswer = async (call: AnyCall, page: Page) => ({
  data: await filteredAnswer(call, 'api_page', toFlatPage(page)),
})

/** The answer that GET would give now. */
export async function pageAnswers(call: AnyCall, id: string) {
  const page = await call.services.content.getPage({ id })
  return [{ revision: page.revision, body: await pageAnswer(call, page) }]
}
