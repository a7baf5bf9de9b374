import { z } from 'zod'
import { ok } from '../reply.ts'
import { route } from '../table.ts'
import { listOf, paging, text } from './schemas.ts'

const term = z.object({
  name: z.string(),
  count: z.int().meta({ description: 'Number of posts, drafts included' }),
})

const termRoute = (path: `/api/${string}`, kind: 'tag' | 'category' | 'author', plural: string) =>
  route({
    method: 'GET',
    path,
    access: 'user',
    group: 'Posts',
    summary: `List the ${plural} of posts`,
    description: `The most used first, 20 by default; drafts count. Names over 200 characters are not listed.`,
    query: z.object({
      search: text(200).describe('Part of the name, case- and accent-insensitive').optional(),
      ...paging,
    }),
    answers: { 200: listOf(term) },
    async handler({ services, query: { search, limit = 20, offset = 0 } }) {
      const { terms, total } = await services.content.listTerms({ kind, search, paging: { limit, offset } })
      return ok({ data: terms.map(({ name, count }) => ({ name, count })), total, limit, offset })
    },
  })

export const termRoutes = [
  termRoute('/api/tags', 'tag', 'tags'),
  termRoute('/api/categories', 'category', 'categories'),
  termRoute('/api/authors', 'author', 'authors'),
]
