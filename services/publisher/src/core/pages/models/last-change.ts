import type { Post, Site } from '../../site/site.ts'

type Entries = Pick<Site, 'posts' | 'pages'>

/** The time of the last change of a post or page; null for an empty site. */
export const lastChangeOf = ({ posts, pages }: Entries): string | null => later(later(null, posts), pages)

/** Updates the time after posts were replaced. Reads all entries only if the newest post is now older. */
export function lastChangeAfter(
  before: string | null,
  newer: ReadonlyMap<Post, Post>,
  site: Entries,
): string | null {
  for (const [{ updatedAt }, now] of newer)
    if (updatedAt === before && now.updatedAt < before) return lastChangeOf(site)
  return later(before, newer.values())
}

function later(time: string | null, entries: Iterable<{ readonly updatedAt: string }>): string | null {
  let last = time
  for (const { updatedAt } of entries) if (last === null || updatedAt > last) last = updatedAt
  return last
}
