import type { ItemKey } from '@typecase/kernel'

/** A post or page, as far as files are concerned. */
export interface ContentItem extends ItemKey {
  readonly revision: number
  readonly title: string
  readonly slug: string
  readonly status: string
  readonly body: string
  /** As the item has it, further fields included. */
  readonly featuredImage?: Readonly<Record<string, unknown>>
}

export type ReferenceType = 'featuredImage' | 'embedded'

/** How often an item shows what stands under an url. */
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
