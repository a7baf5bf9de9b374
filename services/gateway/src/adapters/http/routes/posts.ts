import type { GetPostReply, Post } from '@typecase/contracts/messages'
import { z } from 'zod'
import { unauthorized } from '../../../core/errors.ts'
import { created, finished, ok } from '../reply.ts'
import {
  flatPost,
  listItem,
  postFrontmatter,
  toFlatPost,
  toListItem,
  toPostFrontmatter,
  toUpdatedPost,
  updatedPost,
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
  pickProperties,
  postFields,
  summaryQuery,
} from './content-input.ts'
import { listOf, oneOf, success, text } from './schemas.ts'

const group = 'Posts'
const newPost = newItem(postFields)
const changedPost = changedItem(postFields)
const sorts = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'title', '-title'] as const
/** Null behind the last post, and in another order than `-createdAt`. */
const nextCursor = z.string().nullable()

export const postRoutes = [
  route({
    method: 'GET',
    path: '/api/posts',
    access: 'public',
    group,
    summary: 'List posts',
    description: `Newest first. The anonymous see published posts only. A far \`offset\` costs the more the farther it is; \`cursor\` never does: it goes on behind the last post of the answer whose \`nextCursor\` it is. ${heaviest}`,
    query: z.object({
      ...listQuery,
      ...summaryQuery,
      category: text().optional(),
      tag: text().optional(),
      author: text().optional(),
      search: text().optional(),
      sort: oneOf(sorts).optional(),
      cursor: text(100).describe('The `nextCursor` of an earlier answer, instead of an offset').optional(),
    }),
    answers: { 200: listOf(listItem(postFrontmatter)).extend({ nextCursor }) },
    async handler(call) {
      const { services, query, actor } = call
      if (query.status === 'draft' && actor.kind === 'anonymous') throw unauthorized()
      const {
        status,
        category,
        tag,
        author,
        search,
        sort,
        cursor,
        previewLength,
        properties,
        limit = 10,
        offset = 0,
      } = query
      const view = query.frontmatterOnly ? 'NONE' : query.summaryView ? 'SUMMARY' : 'FULL'
      const asked = {
        status,
        category,
        tag,
        author,
        search,
        sort,
        cursor,
        previewLength,
        view,
        paging: { limit, offset },
      } as const
      const answer = async () => {
        const { posts, total, nextCursor: next } = await services.content.listPosts(asked)
        const items = posts.map((post) =>
          toListItem(toPostFrontmatter(post), view === 'NONE' ? undefined : (post.content ?? '')),
        )
        const filtered = await filteredAnswer(call, 'api_posts', items)
        const data = properties
          ? filtered.map((item) => ({ ...item, frontmatter: pickProperties(item.frontmatter, properties) }))
          : filtered
        return { data, total, limit, offset, nextCursor: next ?? null }
      }
      // What a filter answers may depend on more than content.
      if (call.hooks.has('api_posts')) return ok(await answer())
      const key = JSON.stringify(['posts', actor.kind, asked, properties])
      return call.contentAnswers.answer(key, async () => finished(await answer()))
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
      const answer = async () =>
        postAnswer(call, await call.services.content.getPost({ id, resolveRelated: resolve }), resolve)
      if (call.hooks.has('api_post')) return ok(await answer())
      const key = JSON.stringify(['post', call.actor.kind, id, resolve])
      return call.contentAnswers.answer(key, async () => finished(await answer()))
    },
  }),

  route({
    method: 'POST',
    path: '/api/posts',
    access: 'user',
    group,
    summary: 'Create a post',
    body: newPost,
    idempotent: true,
    answers: { 201: success({ id: z.string() }) },
    errors: ['DUPLICATE_SLUG'],
    async handler(call) {
      const { metadata, content } = await filteredBody(call, 'api_create_post', newPost, call.body)
      const { post, replayed } = await call.services.content.createPost({
        metadataJson: JSON.stringify(metadata),
        content: content ?? undefined,
        idempotencyKey: call.idempotencyKey,
      })
      const stored = required(post)
      if (!replayed)
        await call.hooks.act(
          'post_created',
          toFlatPost({ ...stored, content: content ?? '' }),
          call.hookRequest,
        )
      return created({ id: stored.id }, replayed ? { headers: { 'idempotency-replayed': 'true' } } : {})
    },
  }),

  route({
    method: 'PUT',
    path: '/api/posts/{id}',
    access: 'user',
    group,
    summary: 'Change a post',
    description: 'Merges: an absent field stays, null clears it.',
    body: changedPost,
    tagged: true,
    answers: { 200: success({ data: updatedPost }) },
    errors: ['NOT_FOUND', 'DUPLICATE_SLUG'],
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => postAnswers(call, id))
      const { metadata = {}, content } = await filteredBody(call, 'api_update_post', changedPost, call.body)
      const post = await call.services.content.updatePost({
        id,
        metadataJson: JSON.stringify(metadata),
        content: content === null ? '' : content,
        expectedRevision: expected,
      })
      await call.hooks.act('post_updated', toFlatPost(post), call.hookRequest)
      return ok({ data: toUpdatedPost(post) })
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/posts/{id}',
    access: 'user',
    group,
    summary: 'Delete a post',
    tagged: true,
    answers: { 200: success({}) },
    errors: ['NOT_FOUND'],
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => postAnswers(call, id))
      await call.hooks.act('pre_post_delete', { id }, call.hookRequest)
      const post = await call.services.content.deletePost({ id, expectedRevision: expected })
      await call.hooks.act('post_deleted', toFlatPost(post), call.hookRequest)
      return ok()
    },
  }),
]

/** Default true, so here it is any value but `true` that says no. */
function resolveRelated() {
  return z
    .string({ error: 'Must be given once' })
    .transform((value) => value === 'true')
    .meta({ type: 'boolean', default: true })
    .optional()
}

type AnyCall = Call<unknown, unknown, unknown>

async function postAnswer(call: AnyCall, { post, related }: GetPostReply, resolve: boolean) {
  const flat = toFlatPost(required(post), resolve ? related : undefined)
  return { data: await filteredAnswer(call, 'api_post', flat) }
}

/** Both answers that GET may give now: a client may hold the tag of either. */
export async function postAnswers(call: AnyCall, id: string) {
  return Promise.all(
    [true, false].map(async (resolve) => {
      const reply = await call.services.content.getPost({ id, resolveRelated: resolve })
      return { revision: required(reply.post).revision, body: await postAnswer(call, reply, resolve) }
    }),
  )
}

function required(post: Post | null): Post {
  if (!post) throw new Error('a reply without its post')
  return post
}
