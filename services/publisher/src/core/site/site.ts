/** A rendered body. Its URLs are inserted between `pieces`, so there is one piece more than `urls`. */
export interface Body {
  readonly digest: string
  /** Each access may read them from a file. */
  readonly pieces: readonly string[]
  readonly urls: readonly string[]
  /** Each access may parse them. */
  readonly headings: readonly Heading[]
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

/** Fields for search engines and social networks (contract.md#search-and-social-fields). */
export interface Seo {
  readonly title: string | null
  readonly description: string | null
  readonly canonicalUrl: string | null
  readonly noindex: boolean
  readonly image: FeaturedImage | null
}

interface Entry {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly createdAt: string
  readonly updatedAt: string
  /** The date that readers see and by which the site is sorted. */
  readonly publishedAt: string
  readonly subtitle: string | null
  readonly excerpt: string | null
  readonly featuredImage: FeaturedImage | null
  /** Null if none of its fields is set. */
  readonly seo: Seo | null
  readonly meta: Readonly<Record<string, unknown>>
  /** BCP 47; null for the language of the site. */
  readonly language: string | null
  /** Id of the translated item of the same kind. */
  readonly translationOf: string | null
  readonly body: Body
}

export interface Post extends Entry {
  /** Usernames, or imported names; the first is the main author. */
  readonly authors: readonly string[]
  readonly category: string | null
  readonly tags: readonly string[]
  readonly relatedPosts: readonly string[]
}

export interface Page extends Entry {
  readonly type: 'normal' | 'custom'
  /** Slugs from the root page to this page. */
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
  readonly rssEntryLimit: number
  /** BCP 47. */
  readonly siteLanguage: string
  /** IANA. */
  readonly siteTimezone: string
  /** Patterns of addresses: `/{year}/{slug}/`. */
  readonly permalinkPost: string
  readonly permalinkPage: string
  /** True if each redirect is also an HTML page, for hosts without redirect support. */
  readonly redirectPages: boolean
  /** Ids of media files; empty for none. */
  readonly siteLogo: string
  readonly siteIcon: string
  /** `#rrggbb`; empty for the color of the theme. */
  readonly siteAccentColor: string
  /** True if posts and pages without an image have a social card. */
  readonly socialCards: boolean
  readonly socialLinks: readonly { readonly title: string; readonly url: string }[]
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

export interface Asset {
  readonly path: string
  readonly digest: string
}

export interface Theme {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly info: Readonly<Record<string, unknown>>
  /** Digest of this version of the theme. The files of a version never change. */
  readonly digest: string
  readonly assets: readonly Asset[]
  readonly templates: ReadonlyMap<string, Template>
}

export interface Template {
  /** Site-wide values that the template can read. */
  readonly uses: ReadonlySet<string>
}

export interface MediaFile {
  readonly id: string
  readonly folder: string
  readonly filename: string
  readonly url: string
  readonly digest: string
  readonly mimeType: string
  readonly caption: string
  readonly width: number | null
  readonly height: number | null
  /** Narrowest first; empty until they are rendered after the upload. */
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

/** Public profile of a user. */
export interface Profile {
  readonly username: string
  readonly displayName: string | null
  /** Plain text. */
  readonly bio: string | null
  /** URL of a media file. */
  readonly avatar: string | null
  readonly links: readonly { readonly title: string; readonly url: string }[]
}

export interface Site {
  readonly settings: Settings
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
  readonly menu: readonly MenuItem[]
  readonly media: readonly MediaFile[]
  readonly profiles: readonly Profile[]
  readonly theme: Theme
}

type Placed = Pick<Entry, 'publishedAt' | 'createdAt' | 'id'>

/** Sorts by publication, newest first (contract.md#publication-date). */
export const newestFirst = (a: Placed, b: Placed): number =>
  compare(b.publishedAt, a.publishedAt) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id)

/** Compares by code units. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
