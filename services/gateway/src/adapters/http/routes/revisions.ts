/** The history of posts and pages. */
import type { Revision } from '@typecase/contracts/messages'
import { z } from 'zod'
import { revisionNotFound } from '../../../core/errors.ts'
import { created, ok } from '../reply.ts'
import {
  toFlatPage,
  toFlatPost,
  toPageFrontmatter,
  toPostFrontmatter,
  toUpdatedPage,
  toUpdatedPost,
  updatedPage,
  updatedPost,
} from '../shapes/content-item.ts'
import {
  comparison,
  currentState,
  type ItemState,
  revisionItem,
  stateOf,
  toComparison,
  toRevisionItem,
  toWholeRevision,
  wholeRevision,
} from '../shapes/revision.ts'
import { type Call, route } from '../table.ts'
import { changedItem, expectedRevision, pageFields, postFields } from './content-input.ts'
import { pageAnswers } from './pages.ts'
import { postAnswers } from './posts.ts'
import { listOf, paging, success } from './schemas.ts'

type AnyCall = Call<unknown, unknown, unknown>
type ItemType = 'post' | 'page'

const restoring = {
  summary: 'Restore a revision',
  description:
    'Brings title, metadata and content back, as a new revision. Slug, status, schedule and place in the tree stay.',
  errors: ['NOT_FOUND'],
}

export const revisionRoutes = [
  ...readingRoutes('post', 'posts', 'Posts'),
  storingRoute('post', 'posts', 'Posts', changedItem(postFields)),

  route({
    method: 'POST',
    path: '/api/posts/{id}/revisions/{revision}/restore',
    access: 'user',
    group: 'Posts',
    ...restoring,
    tagged: true,
    answers: { 200: success({ data: updatedPost }) },
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => postAnswers(call, id))
      const revision = numberOf(call.params.revision)
      const post = await call.services.content.restorePost({ id, revision, expectedRevision: expected })
      await call.hooks.act('post_updated', toFlatPost(post), call.hookRequest)
      return ok({ data: toUpdatedPost(post) })
    },
  }),

  ...readingRoutes('page', 'pages', 'Pages'),
  storingRoute('page', 'pages', 'Pages', changedItem(pageFields)),

  route({
    method: 'POST',
    path: '/api/pages/{id}/revisions/{revision}/restore',
    access: 'user',
    group: 'Pages',
    ...restoring,
    tagged: true,
    answers: { 200: success({ data: updatedPage }) },
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => pageAnswers(call, id))
      const revision = numberOf(call.params.revision)
      const page = await call.services.content.restorePage({ id, revision, expectedRevision: expected })
      await call.hooks.act('page_updated', toFlatPage(page), call.hookRequest)
      return ok({ data: toUpdatedPage(page) })
    },
  }),
]

interface UnsavedText {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly content?: string | null | undefined
}

/** Keeps unsaved text without showing it to readers. */
function storingRoute(
  itemType: ItemType,
  items: 'posts' | 'pages',
  group: string,
  body: z.ZodType<UnsavedText>,
) {
  return route({
    method: 'POST',
    path: `/api/${items}/{id}/revisions`,
    access: 'user',
    group,
    summary: `Store unsaved text as a revision of a ${itemType}`,
    description: `Changes nothing of the ${itemType} itself, so nothing of it is published. The body is that of a change; slug, status, schedule and place in the tree are ignored.`,
    body,
    answers: { 201: success({ data: revisionItem }) },
    errors: ['NOT_FOUND'],
    async handler({ services, params, body: { metadata = {}, content } }) {
      const revision = await services.content.storeRevision({
        itemType,
        id: params.id,
        metadataJson: JSON.stringify(metadata),
        content: content === null ? '' : content,
      })
      return created({ data: toRevisionItem(revision) })
    },
  })
}

function readingRoutes(itemType: ItemType, items: 'posts' | 'pages', group: string) {
  return [
    route({
      method: 'GET',
      path: `/api/${items}/{id}/revisions`,
      access: 'user',
      group,
      summary: `List the revisions of a ${itemType}`,
      description: 'Newest first. Numbers rise, with gaps.',
      query: z.object(paging),
      answers: { 200: listOf(revisionItem) },
      errors: ['NOT_FOUND'],
      async handler({ services, params, query }) {
        const { limit = 10, offset = 0 } = query
        const { revisions, total } = await services.content.listRevisions({
          itemType,
          id: params.id,
          paging: { limit, offset },
        })
        return ok({ data: revisions.map(toRevisionItem), total, limit, offset })
      },
    }),

    route({
      method: 'GET',
      path: `/api/${items}/{id}/revisions/{revision}`,
      access: 'user',
      group,
      summary: `Read a revision of a ${itemType}`,
      answers: { 200: success({ data: wholeRevision }) },
      errors: ['NOT_FOUND'],
      async handler(call) {
        return ok({
          data: toWholeRevision(
            await revisionOf(call, itemType, call.params.id, numberOf(call.params.revision)),
          ),
        })
      },
    }),

    route({
      method: 'GET',
      path: `/api/${items}/{id}/revisions/{revision}/compare`,
      access: 'user',
      group,
      summary: `Compare a revision of a ${itemType} with another or with the ${itemType} as it is`,
      query: z.object({
        with: z
          .string({ error: 'Must be given once' })
          .regex(/^(current|\d{1,15})$/, 'Must be the number of a revision, or current')
          .default('current'),
      }),
      answers: { 200: success({ data: comparison }) },
      errors: ['NOT_FOUND'],
      async handler(call) {
        const { id } = call.params
        const from = numberOf(call.params.revision)
        const to = call.query.with === 'current' ? 'current' : numberOf(call.query.with)
        const [before, after] = await Promise.all([
          revisionOf(call, itemType, id, from),
          to === 'current' ? current(call, itemType, id) : revisionOf(call, itemType, id, to).then(stateOf),
        ])
        return ok({ data: toComparison(from, stateOf(before), to, after) })
      },
    }),
  ]
}

const revisionOf = (call: AnyCall, itemType: ItemType, id: string, revision: number): Promise<Revision> =>
  call.services.content.getRevision({ itemType, id, revision })

async function current(
  { services: { content } }: AnyCall,
  itemType: ItemType,
  id: string,
): Promise<ItemState> {
  if (itemType === 'page') {
    const page = await content.getPage({ id })
    return currentState(toPageFrontmatter(page), page.content)
  }
  const { post } = await content.getPost({ id, resolveRelated: false })
  if (!post) throw new Error('a reply without its post')
  return currentState(toPostFrontmatter(post), post.content)
}

/** @throws NOT_FOUND for what is no number of a revision */
function numberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw revisionNotFound()
  return Number(text)
}
