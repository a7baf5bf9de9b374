/** What became of the changes that a generation took up. */
import type { Trigger } from '../../releases/generation.ts'

export type ChangeKind = 'post' | 'page' | 'settings' | 'theme' | 'menu' | 'media'

/** Something that was saved and that the site may show. */
export interface Change {
  /** Of its event. */
  readonly id: string
  readonly kind: ChangeKind
  /** Of what was changed; empty where there is one of its kind. */
  readonly entityId: string
  readonly revision: number
  /** What happened: `updated`, `published`, `deleted` … */
  readonly what: string
  readonly title: string | null
  readonly slug: string | null
  /** When it was saved. */
  readonly acceptedAt: Date
  /** ISO 8601; of posts and pages. */
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

/** Files of a generation: all, and what is done with them. */
export interface FileCounts {
  readonly total: number
  /** Pages. */
  readonly rendered: number
  /** Sitemap, feed and the like. */
  readonly written: number
  /** Of the theme and of media. */
  readonly copied: number
  readonly removed: number
}

/** `unchanged`: nothing of it shows on the site, or a generation before brought it there. */
export type ReceiptState = 'planned' | 'activated' | 'unchanged' | 'failed'

export interface Receipt {
  readonly generationId: string
  readonly trigger: Trigger
  readonly outputDir: string
  readonly state: ReceiptState
  /** The oldest first, at most a thousand. */
  readonly changes: readonly Change[]
  readonly changesTotal: number
  readonly files: FileCounts
  /** How many files are made for each reason; a file may have several. */
  readonly reasons: readonly { readonly reason: Reason; readonly files: number }[]
  readonly startedAt: Date
  readonly plannedAt: Date | null
  readonly renderedAt: Date | null
  /** When readers saw it. */
  readonly activatedAt: Date | null
  readonly finishedAt: Date | null
  /** Why it failed. */
  readonly error: string | null
  /** Digests of what all pages may share, by the reason that a change of it is. */
  readonly shared: Readonly<Record<string, string>>
}

/** Changes that one receipt names. */
export const changesNamed = 1_000
