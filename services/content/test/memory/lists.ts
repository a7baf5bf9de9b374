import type { PageOf } from '@typecase/kernel'
import { listBytes, listTooLarge } from '../../src/core/list-input.ts'
import type { Page, PageHead } from '../../src/core/pages/page.ts'
import type { Body, Listed } from '../../src/core/ports.ts'
import type { Post, PostHead } from '../../src/core/posts/post.ts'
import { copied } from './state.ts'

/** Newest first, then by id descending. */
export const byNewest = (a: { id: string; createdAt: Date }, b: { id: string; createdAt: Date }): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)

export function headOf(item: Post): PostHead
export function headOf(item: Page): PageHead
export function headOf({
  metadata: _metadata,
  content: _content,
  text: _text,
  ...head
}: Post | Page): PostHead | PageHead {
  return copied(head)
}

export function listedOf(item: Post, body: Body): Listed<PostHead>
export function listedOf(item: Page, body: Body): Listed<PageHead>
export function listedOf({ content, text, ...head }: Post | Page, body: Body): Listed<PostHead | PageHead> {
  return { ...copied(head), body: body === 'content' ? content : body === 'text' ? text : undefined }
}

export const pageOf = <T>(
  found: readonly T[],
  { limit, offset }: { limit?: number | undefined; offset: number },
): PageOf<T> => ({
  items: found.slice(offset, limit === undefined ? undefined : offset + limit),
  total: found.length,
})

/** @throws VALIDATION_ERROR when the items together exceed the limit of a list. */
export function requireShort<T extends Listed<object>>(items: readonly T[], body: Body): readonly T[] {
  const sizes = items.map((item) =>
    Buffer.byteLength(JSON.stringify(item.metadata) + (body === 'content' ? item.body : '')),
  )
  if (sizes.reduce((sum, size) => sum + size, 0) > listBytes) throw listTooLarge(body)
  return items
}
