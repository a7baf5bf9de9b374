import { z } from 'zod'
import { flatPost, listItem, postFrontmatter, toPostFrontmatter } from '../shapes/content-item.ts'
import { route } from '../table.ts'
import { listQuery, sizeLimitNote, summaryQuery } from './content-input.ts'
import { postAnswer, postKind, readPost } from './item-kinds.ts'
import { answerList, cachedUnlessFiltered, viewOf, writeRoutes } from './item-routes.ts'
import { listOf, oneOf, success, text } from './schemas.ts'

const group = 'Posts'
const sorts = [
  ...(['createdAt', '-createdAt', 'updatedAt', '-updatedAt'] as const),
  ...(['publishedAt', '-publishedAt', 'title', '-title'] as const),
] as const
/** Null after the last post, and in orders other than `-createdAt`. */
const nextCursor = z.string().nullable()

export const postRoutes = [
  route({
    method: 'GET',
    path: '/api/posts',
    access: 'public',
    group,
    summary: 'List posts',
    description: `Newest first. Anonymous clients see published posts only. A large \`offset\` is slow. \`cursor\` is fast: set it to the \`nextCursor\` of a response, and the list continues after the last post of that response. ${sizeLimitNote}`,
    query: z.object({
      ...listQuery,
      ...summaryQuery,
      category: text().optional(),
      tag: text().optional(),
      author: text().optional(),
      search: text().optional(),
      sort: oneOf(sorts).optional(),
      cursor: text(100).describe('The `nextCursor` of an earlier response, instead of an offset').optional(),
    }),
    answers: { 200: listOf(listItem(postFrontmatter)).extend({ nextCursor }) },
    async handler(call) {
      const { frontmatterOnly, summaryView, properties, limit = 10, offset = 0, ...filters } = call.query
      const asked = { ...filters, view: viewOf(call.query), paging: { limit, offset } } as const
      const read = async () => {
        const { posts, total, nextCursor: next } = await call.services.content.listPosts(asked)
        return { found: posts, rest: { total, limit, offset, nextCursor: next ?? null } }
      }
      return answerList(call, 'posts', { asked, toFrontmatter: toPostFrontmatter, read })
    },
  }),

  route({
    method: 'GET',
    path: '/api/posts/{id}',
    access: 'public',
    group,
    summary: 'Read a post',
    query: z.object({ resolveRelated: resolveRelated() }),
    tagged: true,
    answers: { 200: success({ data: flatPost }) },
    errors: ['NOT_FOUND'],
    async handler(call) {
      const resolve = call.query.resolveRelated ?? true
      const { id } = call.params
      return cachedUnlessFiltered(call, 'api_post', ['post', call.actor.kind, id, resolve], async () => {
        const { post, related } = await readPost(call, id, resolve)
        return postAnswer(call, post, related)
      })
    },
  }),

  ...writeRoutes(postKind, { change: 'Absent fields stay unchanged, null clears a field.' }),
]

/** Default: true. Any value other than `true` means false. */
function resolveRelated() {
  return z
    .string({ error: 'Must be given once' })
    .transform((value) => value === 'true')
    .meta({ type: 'boolean', default: true })
    .optional()
}
