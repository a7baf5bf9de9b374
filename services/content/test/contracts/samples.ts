import type { Page } from '../../src/core/pages/page.ts'
import type { PostQuery } from '../../src/core/ports.ts'
import type { Post } from '../../src/core/posts/post.ts'

let count = 0

/** UUIDs in ascending order. */
export const nextId = (): string => `01900000-0000-7000-8000-${String(++count).padStart(12, '0')}`

export const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms)

/** A published item has a date of publication. */
const publicationOf = ({ status, createdAt = at(count) }: Partial<Post | Page>): Date | undefined =>
  status === 'published' ? createdAt : undefined

export function samplePost(over: Partial<Post> = {}): Post {
  const id = over.id ?? nextId()
  return {
    id,
    title: `Post ${id.slice(-4)}`,
    slug: `post-${id.slice(-6)}`,
    status: 'draft',
    author: 'ada',
    createdAt: at(count),
    updatedAt: at(count),
    publishAt: undefined,
    unpublishAt: undefined,
    publishedAt: publicationOf(over),
    revision: 1,
    metadata: {},
    content: 'Body',
    text: 'Body',
    ...over,
  }
}

/** A post in the form that lists return. */
export function shown({ text: _text, ...post }: Post): Omit<Post, 'text'> {
  return post
}

export function samplePage(over: Partial<Page> = {}): Page {
  const id = over.id ?? nextId()
  const slug = over.slug ?? `page-${id.slice(-6)}`
  return {
    id,
    title: `Page ${id.slice(-4)}`,
    slug,
    status: 'draft',
    pageType: 'custom',
    parentId: undefined,
    path: [slug],
    createdAt: at(count),
    updatedAt: at(count),
    publishAt: undefined,
    unpublishAt: undefined,
    publishedAt: publicationOf(over),
    revision: 1,
    metadata: {},
    content: 'Body',
    text: 'Body',
    ...over,
  }
}

export const everything: PostQuery = {
  sort: { by: 'createdAt', descending: true },
  limit: 100,
  offset: 0,
  body: 'none',
}

export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
