/** Response types of the public API, limited to the fields that the interface reads. */
import type { Profile } from './profile.ts'

export type Role = 'admin' | 'editor'
export type Status = 'published' | 'draft'
export type Kind = 'posts' | 'pages'

export interface User extends Profile {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly role: Role
  readonly createdAt: string
  readonly updatedAt?: string
}

export interface FeaturedImage {
  readonly id?: string | null
  readonly url?: string | null
  readonly alt?: string | null
}

export interface Frontmatter {
  readonly id: string
  readonly title: string
  readonly subtitle?: string
  readonly slug: string
  readonly status: Status
  readonly author?: string
  readonly authors?: readonly string[]
  readonly language?: string
  readonly translationOf?: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly category?: string
  readonly tags?: readonly string[]
  readonly excerpt?: string
  readonly featuredImage?: FeaturedImage
  readonly publishAt?: string
  readonly unpublishAt?: string
  readonly publishedAt?: string
  readonly relatedPosts?: readonly string[]
  readonly pageType?: 'normal' | 'custom'
  readonly parentPage?: string | null
}
export interface Item extends Frontmatter {
  readonly content: string
}

export interface ListOf<T> {
  readonly data: readonly T[]
  readonly total: number
}
export interface ListItem {
  readonly frontmatter: Frontmatter
}

export interface Term {
  readonly name: string
  readonly count: number
}
/** What every user may know of every user. */
export interface UserName {
  readonly username: string
  readonly displayName?: string
}
export type TermList = 'categories' | 'tags' | 'authors'

export interface BulkResult {
  readonly success: boolean
  readonly results: readonly { readonly id: string; readonly success: boolean; readonly error?: string }[]
  readonly totalItems: number
  readonly successCount: number
  readonly errorCount: number
}

export interface Revision {
  readonly revision: number
  readonly author: string
  readonly createdAt: string
  readonly title: string
  readonly status: Status
  readonly changed: readonly string[]
  /** Unsaved text, stored as a revision only. */
  readonly snapshot: boolean
}
export interface WholeRevision extends Revision {
  readonly metadata: Omit<Frontmatter, 'id' | 'createdAt' | 'updatedAt'>
  readonly content: string
}
export interface LinePart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly lines: number
  readonly text: string
}
export interface Comparison {
  readonly fields: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[]
  readonly content: readonly LinePart[]
}

export interface MediaFile {
  readonly id: string
  readonly filename: string
  readonly originalFilename: string
  readonly url: string
  readonly size: number
  readonly type: 'image' | 'document'
  readonly createdAt: string
  readonly alt: string
  readonly caption: string
  readonly width?: number
  readonly height?: number
  readonly renditions: readonly { readonly url: string; readonly width: number; readonly mimeType: string }[]
}
export interface Reference {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly referenceType: 'featuredImage' | 'embedded'
  readonly status?: string
}

export interface SetupState {
  /** The first administrator still has the printed password. */
  readonly needsAccount: boolean
  readonly finished: boolean
}

export interface Settings {
  readonly siteTitle: string
  readonly siteDescription: string
  readonly postsPerPage: number
  readonly activeTheme: string
  readonly footerCode: string
  readonly siteUrl: string
  readonly staticOutputDir: string
  readonly staticBaseUrl: string
  readonly staticCleanUrls: boolean
  readonly staticAutoPublish: boolean
  readonly allowRawHtml: boolean
  readonly rssEntryLimit: number
  readonly siteLanguage: string
  readonly siteTimezone: string
  readonly permalinkPost: string
  readonly permalinkPage: string
  readonly redirectPages: boolean
}

export interface ThemeInfo {
  readonly title: string
  readonly description: string
  readonly version: string
  readonly author: string
  readonly colors?: readonly string[]
  readonly tags?: readonly string[]
}
export interface Theme {
  readonly name: string
  readonly info: ThemeInfo
  readonly active: boolean
  readonly bundled: boolean
  readonly previousVersion: string | null
}
export interface MarketplaceTheme {
  readonly marketplaceName: string
  readonly title: string
  readonly description?: string
  readonly version: string
  readonly author?: string
  readonly tags?: readonly string[]
  readonly screenshot?: string
  readonly lastUpdated?: string
}
export interface ThemeUpdate {
  readonly name: string
  readonly title: string
  readonly currentVersion: string
  readonly latestVersion: string
  readonly marketplaceName: string
  readonly changelog: Readonly<Record<string, readonly string[]>>
}

export interface MenuItem {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly order: number
  readonly parent: string | null
  readonly class?: string
  readonly target?: string
}

export interface GenerationError {
  readonly message: string
  readonly template: string | null
  readonly line: number | null
  readonly page: string | null
  readonly entry: { readonly type: 'post' | 'page'; readonly id: string } | null
}
export interface Generation {
  readonly id: string
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed'
  readonly trigger: 'manual' | 'event'
  readonly pagesDone: number
  readonly pagesTotal: number
  readonly pagesWritten: number
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly durationMs: number | null
  readonly errors: readonly GenerationError[]
}
export interface LinkOnPages {
  readonly link: string
  readonly pagesTotal: number
  /** At most 100. */
  readonly pages: readonly string[]
}
export interface SiteStatus {
  readonly lastGenerated: string | null
  readonly current: Generation | null
  readonly last: Generation | null
  readonly linkCheck: { readonly checkedAt: string; readonly pages: number; readonly broken: number } | null
}
/** A saved change that may affect the site. */
export interface SiteChange {
  readonly kind: 'post' | 'page' | 'settings' | 'theme' | 'menu' | 'media' | 'user'
  readonly id: string
  readonly revision: number
  readonly what: string
  readonly title: string | null
}
/** Why a file is generated: docs/publishing.md explains each reason. */
export type Reason =
  | ('new' | 'requested' | 'entry' | 'list' | 'neighbours' | 'media' | 'menu' | 'settings' | 'theme')
  | ('authors' | 'categories' | 'tags' | 'recentPosts' | 'updatedAt' | 'feed' | 'file' | 'program')
/** One entry of the publish history: a generation and the changes it included. */
export interface Receipt {
  readonly generationId: string
  readonly trigger: 'manual' | 'event'
  readonly state: 'planned' | 'activated' | 'unchanged' | 'failed'
  readonly acceptedAt: string | null
  readonly startedAt: string | null
  readonly plannedAt: string | null
  readonly renderedAt: string | null
  readonly activatedAt: string | null
  readonly finishedAt: string | null
  /** At most 20. */
  readonly changes: readonly SiteChange[]
  readonly changesTotal: number
  readonly files: Readonly<Record<'total' | 'rendered' | 'written' | 'copied' | 'removed', number>>
  readonly reasons: readonly { readonly reason: Reason; readonly files: number }[]
  readonly error: string | null
}
/** The inputs of a file of the site. */
export interface PageExplanation {
  readonly path: string
  readonly template: string | null
  /** The post or page that the file shows. */
  readonly entry: SiteEntry | null
  /** Posts that it lists or links to as neighbours. */
  readonly shows: readonly SiteEntry[]
  /** Site-wide values that its template uses. */
  readonly shared: readonly string[]
  readonly lastChange: {
    readonly at: string
    readonly reasons: readonly Reason[]
    readonly changes: readonly SiteChange[]
  } | null
}
export interface SiteEntry {
  readonly kind: 'post' | 'page'
  readonly id: string
  readonly title: string
}
export interface StoredGeneration {
  readonly id: string
  readonly at: string | null
  readonly trigger: 'manual' | 'event'
  readonly pages: number
  readonly live: boolean
}

export interface RemovedHtml {
  /** 1-based. */
  readonly line: number
  readonly element: string
  readonly attribute?: string
  readonly reason: 'shown-as-text' | 'never-closed' | 'element' | 'attribute' | 'address'
}

export interface PreviewedPage {
  readonly html: string
  readonly template: string
  readonly url: string
  readonly removed: readonly RemovedHtml[]
}
