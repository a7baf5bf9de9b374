import type { PostInput, RelatedPostInput } from '@typecase/contracts/messages'
import { PostServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import type { PostHead } from '../../core/posts/post.ts'
import type { RelatedPost } from '../../core/posts/queries.ts'
import { itemMessage, listFrom, newItemFrom, type Shown, toBulkReply, updateFrom } from './items.ts'

export const postHandlers = (app: ContentApp) =>
  implement(PostServiceDef, {
    createPost: async (request, { actor }) => {
      const { item, replayed } = await app.createPost(actor, newItemFrom(request))
      return { post: toPost(item), replayed }
    },
    getPost: async ({ id, resolveRelated }, { actor }) => {
      const { post, related } = await app.getPost(actor, { id, resolveRelated })
      return { post: toPost(post), related: related.map(toRelatedPost) }
    },
    listPosts: async (request, { actor }) => {
      const { items, total, next } = await app.listPosts(actor, listFrom(request))
      return { posts: items.map(toPost), total, nextCursor: next }
    },
    updatePost: async (request, { actor }) => toPost(await app.updatePost(actor, updateFrom(request))),
    deletePost: async (request, { actor }) => toPost(await app.deletePost(actor, request)),
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

export const toPost = (post: Shown<PostHead>): PostInput => ({ ...itemMessage(post), author: post.author })

function toRelatedPost({
  id,
  title,
  slug,
  metadata: { subtitle, featuredImage, excerpt },
}: RelatedPost): RelatedPostInput {
  return { id, title, slug, metadataJson: JSON.stringify({ subtitle, featuredImage, excerpt }) }
}
