/** Sorts pages for their creation. */
import type { Metadata } from './model.ts'

/** Items without a parent first, then their children; otherwise in the given order. */
export function parentsFirst<T extends { readonly metadata: Metadata }>(items: readonly T[]): T[] {
  const parents = new Map(
    items.flatMap(({ metadata }) =>
      metadata.pageType === 'custom' ? [[metadata.slug, metadata.parentPage] as const] : [],
    ),
  )
  const depthOf = ({ parentPage }: Metadata): number => {
    const seen = new Set<string>()
    for (let at = parentPage; at && !seen.has(at); at = parents.get(at)) seen.add(at)
    return seen.size
  }
  return items
    .map((item) => ({ item, depth: depthOf(item.metadata) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ item }) => item)
}
