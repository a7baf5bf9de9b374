/** The order in which pages are rendered. What comes of them does not depend on it, but what it costs does. */
import type { PlannedPage } from '../pages/planned.ts'
import type { Post } from '../site/site.ts'

/** Fewer pages show no more posts than a renderer can keep. */
const few = 1_000

/**
 * Pages that show the same posts near each other: on a large site a renderer can't keep all that it was told of posts, and every list
 * tells of every post. Pages that show none come last. `posts` are all, newest first.
 */
export function byPosts(pages: readonly PlannedPage[], posts: readonly Post[]): readonly PlannedPage[] {
  if (pages.length < few) return pages
  const places = new Map<object, number>()
  for (const [place, post] of posts.entries()) places.set(post, place)
  const placed = pages.map((page) => ({
    page,
    place: places.get(page.about.own ?? {}) ?? places.get(page.about.shows[0] ?? {}) ?? posts.length,
  }))
  return placed.sort((a, b) => a.place - b.place).map(({ page }) => page)
}
