import type { PlannedPage } from '../pages/planned.ts'
import type { Post } from '../site/site.ts'

/** A renderer caches this many posts, so the order has no effect on fewer pages. */
const few = 1_000

/** Orders pages by the posts they show, because a renderer caches few posts. `posts` are newest first. */
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
