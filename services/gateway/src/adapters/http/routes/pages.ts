import { z } from 'zod'
import { flatPage, listItem, pageFrontmatter, toPageFrontmatter } from '../shapes/content-item.ts'
import { route } from '../table.ts'
import { listQuery, sizeLimitNote, summaryQuery } from './content-input.ts'
import { pageAnswer, pageKind } from './item-kinds.ts'
import { answerList, cachedUnlessFiltered, viewOf, writeRoutes } from './item-routes.ts'
import { listOf, oneOf, success } from './schemas.ts'

const group = 'Pages'

export const pageRoutes = [
  route({
    method: 'GET',
    path: '/api/pages',
    access: 'public',
    group,
    summary: 'List pages',
    description: `Newest first; all pages unless \`limit\` is given. Anonymous clients see published pages only. ${sizeLimitNote}`,
    query: z.object({ ...listQuery, ...summaryQuery, pageType: oneOf(['normal', 'custom']).optional() }),
    answers: { 200: listOf(listItem(pageFrontmatter)) },
    async handler(call) {
      const { frontmatterOnly, summaryView, properties, limit, offset = 0, ...filters } = call.query
      const asked = { ...filters, view: viewOf(call.query), paging: { limit, offset } } as const
      const read = async () => {
        const { pages, total } = await call.services.content.listPages(asked)
        return { found: pages, rest: { total, limit: limit ?? null, offset } }
      }
      return answerList(call, 'pages', { asked, toFrontmatter: toPageFrontmatter, read })
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
      return cachedUnlessFiltered(call, 'api_page', ['page', call.actor.kind, id], async () =>
        pageAnswer(call, await pageKind.read(call.services.content, id)),
      )
    },
  }),

  ...writeRoutes(pageKind, {
    change:
      'Absent fields stay unchanged, null clears a field. Renaming a parent changes the addresses of its children.',
    remove: 'Its children move to the grandparent.',
    removeErrors: ['RESERVED_SLUG'],
  }),
]
