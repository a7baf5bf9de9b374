import type { ItemKey } from '@typecase/kernel'

/** The part of a post or page that matters for files. */
export interface ContentItem extends ItemKey {
  readonly revision: number
  readonly title: string
  readonly slug: string
  readonly status: string
  readonly body: string
  /** With its additional fields. */
  readonly featuredImage?: Readonly<Record<string, unknown>>
}

export type ReferenceType = 'featuredImage' | 'embedded'

/** A URL and how often the item shows it. */
export interface Use {
  readonly referenceType: ReferenceType
  /** As written. Empty for a featured image that names its file by id only. */
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
