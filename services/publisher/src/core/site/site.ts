/** What is published, at one moment: plain data, never changed once made. */

/** A rendered Markdown body. URLs stay open until the addresses of the site are known: `pieces` has one entry more than `urls`. */
export interface Body {
  /** Of all that the body was made from: equal digests mean equal bodies. */
  readonly digest: string
  /** May be read from where bodies are kept whenever it is asked for. */
  readonly pieces: readonly string[]
  /** Decoded values of the `href` and `src` attributes between the pieces. */
  readonly urls: readonly string[]
  /** May be made anew whenever they are asked for. */
  readonly headings: readonly Heading[]
  /** The beginning as plain text, for an entry that says none of its own. */
  readonly excerpt: string
  readonly words: number
}

export interface Heading {
  readonly level: number
  readonly text: string
  readonly id: string
}

export interface FeaturedImage {
  readonly url: string
  readonly alt: string
}

interface Entry {
  readonly id: string
  readonly title: string
  readonly slug: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly subtitle: string | null
  readonly excerpt: string | null
  readonly featuredImage: FeaturedImage | null
  /** Metadata fields that the system does not know. */
  readonly meta: Readonly<Record<string, unknown>>
  readonly body: Body
}

export interface Post extends Entry {
  readonly author: string
  readonly category: string | null
  readonly tags: readonly string[]
  readonly relatedPosts: readonly string[]
}

export interface Page extends Entry {
  readonly type: 'normal' | 'custom'
  /** Slugs from the root of a custom page's chain to the page itself; the slug alone for a normal page. */
  readonly path: readonly string[]
}

export interface Settings {
  readonly siteTitle: string
  readonly siteDescription: string
  readonly postsPerPage: number
  readonly footerCode: string
  readonly siteUrl: string
  readonly staticOutputDir: string
  readonly staticBaseUrl: string
  readonly staticCleanUrls: boolean
  readonly staticAutoPublish: boolean
  readonly allowRawHtml: boolean
  /** Newest posts in the feed. */
  readonly rssEntryLimit: number
  /** BCP 47. */
  readonly siteLanguage: string
  /** IANA. */
  readonly siteTimezone: string
}

export interface MenuItem {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly order: number
  readonly parent: string | null
  readonly class: string | null
  readonly target: string | null
}

/** A file of the theme that is copied: a path below `assets/` and the SHA-256 of its bytes. */
export interface Asset {
  readonly path: string
  readonly digest: string
}

export interface Theme {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly info: Readonly<Record<string, unknown>>
  /** Key under which the files of this version never change. */
  readonly digest: string
  readonly assets: readonly Asset[]
  /** Compiled templates by path: `templates/post.html`. */
  readonly templates: ReadonlyMap<string, Template>
}

/** What planning must know about a template. */
export interface Template {
  /** Names of values it can reach; a page is given no site-wide value that its template does not name. */
  readonly uses: ReadonlySet<string>
}

export interface MediaFile {
  /** images or documents. */
  readonly folder: string
  readonly filename: string
  /** /images/{filename} or /documents/{filename}. */
  readonly url: string
  readonly digest: string
  readonly mimeType: string
  readonly caption: string
  readonly width: number | null
  readonly height: number | null
  /** Narrower forms of an image, narrow ones first; made a while after it was stored. */
  readonly renditions: readonly Rendition[]
}

export interface Rendition {
  readonly filename: string
  readonly url: string
  readonly digest: string
  readonly mimeType: string
  readonly width: number
  readonly height: number
}

export interface Site {
  readonly settings: Settings
  /** Published ones, newest first (contract.md#post-lists). */
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
  readonly menu: readonly MenuItem[]
  readonly media: readonly MediaFile[]
  readonly theme: Theme
}

/** Newest first, then by id descending (contract.md#post-lists). */
export const newestFirst = (a: Pick<Entry, 'createdAt' | 'id'>, b: Pick<Entry, 'createdAt' | 'id'>): number =>
  compare(b.createdAt, a.createdAt) || compare(b.id, a.id)

/** By code units: the same on every machine. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
