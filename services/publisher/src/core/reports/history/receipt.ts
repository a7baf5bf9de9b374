import type { Trigger } from '../../releases/generation.ts'

export type ChangeKind = 'post' | 'page' | 'settings' | 'theme' | 'menu' | 'media'

export interface Change {
  readonly id: string
  readonly kind: ChangeKind
  readonly entityId: string
  readonly revision: number
  readonly what: string
  readonly title: string | null
  readonly slug: string | null
  readonly acceptedAt: Date
  readonly updatedAt: string | null
}

/**
 * Why a file is made:
 * - `new`: it was not there; `requested`: somebody asked for all pages;
 * - `entry`: its own post or page; `list`: what it lists; `neighbours`: other posts or pages that it shows; `media`: an image that it shows;
 * - `menu`, `settings`, `theme`, `categories`, `tags`, `recentPosts`, `updatedAt`: something of the whole site that its template names;
 * - `feed`: sitemap, RSS or robots.txt; `file`: a file of the theme or of media;
 * - `program`: what makes pages, an extension included, makes another page of the same.
 */
export const reasons = [
  ...(['new', 'requested', 'entry', 'list', 'neighbours', 'media', 'menu', 'settings', 'theme'] as const),
  ...(['categories', 'tags', 'recentPosts', 'updatedAt', 'feed', 'file', 'program'] as const),
] as const

export type Reason = (typeof reasons)[number]

export interface FileCounts {
  readonly total: number
  readonly rendered: number
  readonly written: number
  readonly copied: number
  readonly removed: number
}

/** `unchanged`: nothing of it shows, or an earlier generation published it. */
export type ReceiptState = 'planned' | 'activated' | 'unchanged' | 'failed'

export interface Receipt {
  readonly generationId: string
  readonly trigger: Trigger
  readonly outputDir: string
  readonly state: ReceiptState
  readonly changes: readonly Change[]
  readonly changesTotal: number
  readonly files: FileCounts
  readonly reasons: readonly { readonly reason: Reason; readonly files: number }[]
  readonly startedAt: Date
  readonly plannedAt: Date | null
  readonly renderedAt: Date | null
  readonly activatedAt: Date | null
  readonly finishedAt: Date | null
  readonly error: string | null
  /** By the reason that a change of it is. */
  readonly shared: Readonly<Record<string, string>>
}

export const changesNamed = 1_000
