import type { PostInput, RelatedPostInput } from '@typecase/contracts/messages'
import { PostServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { implement } from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import type { JsonObject } from '../../core/json.ts'
import type { PostHead } from '../../core/posts/post.ts'
import type { RelatedPost } from '../../core/posts/queries.ts'
import { shownSchedule } from '../../core/schedule/schedule.ts'
import { toBulkReply } from './bulk.ts'
import { metadataFrom } from './json.ts'
import { viewFrom } from './views.ts'

export const postHandlers = (app: ContentApp) =>
  implement(PostServiceDef, {
    createPost: async ({ metadataJson, content, idempotencyKey }, { actor }) => {
      const { item, replayed } = await app.createPost(actor, {
        metadata: metadataFrom(metadataJson),
        content,
        idempotencyKey: idempotencyKey ?? undefined,
      })
      return { post: toPost(item), replayed }
    },
    getPost: async ({ id, resolveRelated }, { actor }) => {
      const { post, related } = await app.getPost(actor, { id, resolveRelated })
      return { post: toPost(post), related: related.map(toRelatedPost) }
    },
    listPosts: async ({ paging, view, ...asked }, { actor }) => {
      const { items, total, next } = await app.listPosts(actor, {
        ...asked,
        limit: paging?.limit,
        offset: paging?.offset,
        view: viewFrom(view),
      })
      return { posts: items.map(toPost), total, nextCursor: next }
    },
    updatePost: async ({ id, metadataJson, content, expectedRevision }, { actor }) =>
      toPost(
        await app.updatePost(actor, { id, metadata: metadataFrom(metadataJson), content, expectedRevision }),
      ),
    deletePost: async ({ id, expectedRevision }, { actor }) =>
      toPost(await app.deletePost(actor, { id, expectedRevision })),
    listTerms: async ({ kind, search, paging }, { actor }) => {
      const { items, total } = await app.listTerms(actor, {
        kind,
        search,
        limit: paging?.limit,
        offset: paging?.offset,
      })
      return { terms: items.map(({ name, count }) => ({ name, count })), total }
    },
    bulkPosts: async (request, { actor, signal }) => toBulkReply(await app.bulkPosts(actor, request, signal)),
  })

type Shown = PostHead & { readonly metadata: JsonObject; readonly content?: string | undefined }

export const toPost = ({ metadata, content, ...post }: Shown): PostInput => ({
  id: post.id,
  title: post.title,
  slug: post.slug,
  status: post.status,
  author: post.author,
  createdAt: toTimestamp(post.createdAt),
  updatedAt: toTimestamp(post.updatedAt),
  metadataJson: JSON.stringify({ ...metadata, ...shownSchedule(post) }),
  ...(content === undefined ? {} : { content }),
  revision: post.revision,
})

function toRelatedPost({
  id,
  title,
  slug,
  metadata: { subtitle, featuredImage, excerpt },
}: RelatedPost): RelatedPostInput {
  return { id, title, slug, metadataJson: JSON.stringify({ subtitle, featuredImage, excerpt }) }
}
