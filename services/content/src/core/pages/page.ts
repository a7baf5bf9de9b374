/** Fields that only pages have: a type, and a place in the tree. */
import type { Head, Item } from '../items/item.ts'

export const pageTypes = ['normal', 'custom'] as const
export type PageType = (typeof pageTypes)[number]
export const isPageType = (value: unknown): value is PageType => pageTypes.some((type) => type === value)

export interface PageFields {
  readonly pageType: PageType
  /** Set for custom pages only; the parent is a custom page. */
  readonly parentId: string | undefined
  /** Slugs from the root page to this page. */
  readonly path: readonly string[]
}

/** A page without its long texts. */
export type PageHead = Head<PageFields>
export type Page = Item<PageFields>

export const parentSlug = ({ path }: Pick<PageHead, 'path'>): string | undefined => path.at(-2)
