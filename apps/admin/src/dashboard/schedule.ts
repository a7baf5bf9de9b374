import type { Frontmatter, Kind } from '../api/types.ts'

export interface Listed extends Frontmatter {
  readonly kind: Kind
}

export interface Scheduled {
  readonly item: Listed
  readonly at: string
  readonly what: 'publishes' | 'unpublishes'
}

/** Scheduled changes, the next first. */
export const scheduleOf = (items: readonly Listed[], limit = 8): readonly Scheduled[] =>
  items
    .flatMap((item): Scheduled[] => [
      ...(item.status === 'draft' && item.publishAt
        ? [{ item, at: item.publishAt, what: 'publishes' as const }]
        : []),
      ...(item.unpublishAt ? [{ item, at: item.unpublishAt, what: 'unpublishes' as const }] : []),
    ])
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .slice(0, limit)
