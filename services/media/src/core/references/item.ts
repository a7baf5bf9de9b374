import type { ItemKey } from '@typecase/kernel'

/** The part of a post or page that may reference files. */
export interface ContentItem extends ItemKey {
  readonly revision: number
  readonly title: string
  readonly slug: string
  readonly status: string
  readonly body: string
  readonly featuredImage?: ImageField
  readonly socialImage?: ImageField
}

/** An image with its additional fields. */
export type ImageField = Readonly<Record<string, unknown>>

/** Metadata fields that name one image each. */
export const imageFields = ['featuredImage', 'socialImage'] as const

export type ReferenceType = (typeof imageFields)[number] | 'embedded'

/** Settings of the site that name one image each (contract.md#site-identity). */
export const siteImages = ['siteLogo', 'siteIcon'] as const
export type SiteImage = (typeof siteImages)[number]

/** The settings that references depend on. `siteLogo` and `siteIcon` are ids of files, empty for none. */
export type SiteSettings = {
  readonly siteTitle: string
  /** Origins that absolute URLs of the site's media may have: `https://example.org`. */
  readonly origins: readonly string[]
} & { readonly [image in SiteImage]: string }

/** A URL and the number of its uses in an item. */
export interface Use {
  readonly referenceType: ReferenceType
  /** URL as written. Empty for an image field with an id only. */
  readonly url: string
  readonly fileId?: string
  readonly count: number
}

export interface ItemUses extends ItemKey {
  readonly revision: number
  readonly title: string
  readonly slug: string
  readonly status: string
  readonly uses: readonly Use[]
}
