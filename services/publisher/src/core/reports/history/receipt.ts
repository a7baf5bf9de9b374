import type { Trigger } from '../../releases/generation.ts'

export type ChangeKind = 'post' | 'page' | 'settings' | 'theme' | 'menu' | 'media' | 'user'

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
 * Why a file is written. Most reasons name what has changed:
 * - `new`: it did not exist; `requested`: a user requested all pages;
 * - `entry`: its own post or page; `list`: its list of posts; `neighbours`: other posts or pages it shows;
 * - `media`: an image on it; `menu`, `settings`, `theme`, `categories`, `tags`, `recentPosts`, `updatedAt`:
 *   shared values that its template uses;
 * - `authors`: probably a profile of an author on it;
 * - `feed`: sitemap, RSS or robots.txt; `file`: a file of the theme or of media;
 * - `program`: a new version of the publisher, or an extension, renders the page differently.
 */
export const reasons = [
  'new',
  'requested',
  'entry',
  'list',
  'neighbours',
  'media',
  'menu',
  'settings',
  'theme',
  'authors',
  'categories',
  'tags',
  'recentPosts',
  'updatedAt',
  'feed',
  'file',
  'program',
] as const

export type Reason = (typeof reasons)[number]

export interface FileCounts {
  readonly total: number
  readonly rendered: number
  readonly written: number
  readonly copied: number
  readonly removed: number
}

/** `unchanged`: the changes do not affect the site, or an earlier generation published them. */
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
  /** Digests of shared values by name. */
  readonly shared: Readonly<Record<string, string>>
}

export const changesNamed = 1_000
