/** Differences between the routes of posts and pages. */
import type { BulkReply, Page, Post, RelatedPost } from '@typecase/contracts/messages'
import type { z } from 'zod'
import type { CallOptions, ContentApi } from '../../../core/ports.ts'
import {
  type Frontmatter,
  toFlatPage,
  toFlatPost,
  toPageFrontmatter,
  toPostFrontmatter,
  toUpdatedPage,
  toUpdatedPost,
  updatedPage,
  updatedPost,
} from '../shapes/content-item.ts'
import type { Call } from '../table.ts'
import { changedItem, filteredAnswer, newItem, pageFields, postFields } from './content-input.ts'

export type AnyCall = Call<unknown, unknown, unknown>

interface ItemBody {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly content?: string | null | undefined
}

/** The body of a GET response, with the revision of its item. */
export interface ShownRevision {
  readonly revision: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface ItemKind<T extends Post | Page> {
  readonly noun: 'post' | 'page'
  readonly items: 'posts' | 'pages'
  readonly group: string
  readonly newBody: z.ZodType<ItemBody>
  readonly changedBody: z.ZodType<Partial<ItemBody>>
  readonly updated: z.ZodObject
  readonly toFrontmatter: (item: T) => Frontmatter
  readonly toFlat: (item: T) => Frontmatter
  readonly toUpdated: (item: T) => Readonly<Record<string, unknown>>
  /** The item without related posts. @throws NOT_FOUND */
  readonly read: (content: ContentApi, id: string) => Promise<T>
  /**
   * All variants of the current GET response, because a client may have the ETag of any of them. @throws
   * NOT_FOUND
   */
  readonly answers: (call: AnyCall, id: string) => Promise<readonly ShownRevision[]>
  readonly create: (
    content: ContentApi,
    request: Parameters<ContentApi['createPost']>[0],
  ) => Promise<{ readonly item: T; readonly replayed: boolean }>
  readonly update: (content: ContentApi, request: Parameters<ContentApi['updatePost']>[0]) => Promise<T>
  readonly remove: (content: ContentApi, request: Parameters<ContentApi['deletePost']>[0]) => Promise<T>
  readonly restore: (content: ContentApi, request: Parameters<ContentApi['restorePost']>[0]) => Promise<T>
  readonly bulk: (
    content: ContentApi,
    request: Parameters<ContentApi['bulkPosts']>[0],
    options: CallOptions,
  ) => Promise<BulkReply>
}

export const postKind: ItemKind<Post> = {
  noun: 'post',
  items: 'posts',
  group: 'Posts',
  newBody: newItem(postFields),
  changedBody: changedItem(postFields),
  updated: updatedPost,
  toFrontmatter: toPostFrontmatter,
  toFlat: (post) => toFlatPost(post),
  toUpdated: toUpdatedPost,
  read: async (content, id) => required((await content.getPost({ id, resolveRelated: false })).post),
  answers: (call, id) =>
    Promise.all(
      [true, false].map(async (resolveRelated) => {
        const { post, related } = await readPost(call, id, resolveRelated)
        return { revision: post.revision, body: await postAnswer(call, post, related) }
      }),
    ),
  create: async (content, request) => {
    const { post, replayed } = await content.createPost(request)
    return { item: required(post), replayed }
  },
  update: (content, request) => content.updatePost(request),
  remove: (content, request) => content.deletePost(request),
  restore: (content, request) => content.restorePost(request),
  bulk: (content, request, options) => content.bulkPosts(request, options),
}

export const pageKind: ItemKind<Page> = {
  noun: 'page',
  items: 'pages',
  group: 'Pages',
  newBody: newItem(pageFields),
  changedBody: changedItem(pageFields),
  updated: updatedPage,
  toFrontmatter: toPageFrontmatter,
  toFlat: toFlatPage,
  toUpdated: toUpdatedPage,
  read: (content, id) => content.getPage({ id }),
  answers: async (call, id) => {
    const page = await call.services.content.getPage({ id })
    return [{ revision: page.revision, body: await pageAnswer(call, page) }]
  },
  create: async (content, request) => {
    const { page, replayed } = await content.createPage(request)
    return { item: required(page), replayed }
  },
  update: (content, request) => content.updatePage(request),
  remove: (content, request) => content.deletePage(request),
  restore: (content, request) => content.restorePage(request),
  bulk: (content, request, options) => content.bulkPages(request, options),
}

/** The post, with its related posts if requested. @throws NOT_FOUND */
export async function readPost({ services: { content } }: AnyCall, id: string, resolveRelated: boolean) {
  const { post, related } = await content.getPost({ id, resolveRelated })
  return { post: required(post), related: resolveRelated ? related : undefined }
}

export const postAnswer = async (call: AnyCall, post: Post, related: readonly RelatedPost[] | undefined) => ({
  data: await filteredAnswer(call, 'api_post', toFlatPost(post, related)),
})

export const pageAnswer = async (call: AnyCall, page: Page) => ({
  data: await filteredAnswer(call, 'api_page', toFlatPage(page)),
})

function required<T>(item: T | null): T {
  if (item === null) throw new Error('a reply without its item')
  return item
}
