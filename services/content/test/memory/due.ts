import type { Page } from '../../src/core/pages/page.ts'
import type { Post } from '../../src/core/posts/post.ts'
import { dueAt, isDue } from '../../src/core/schedule/schedule.ts'

export const dueOf = (items: Iterable<Post | Page>, at: Date, limit: number): string[] =>
  [...items]
    .filter((item) => isDue(item, at))
    .toSorted((a, b) => Number(dueAt(a)) - Number(dueAt(b)) || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id }) => id)
