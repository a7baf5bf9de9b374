import { type Actor, invalid, type PageOf } from '@typecase/kernel'
import { seesDrafts, visibleStatus } from '../access.ts'
import { pageNotFound } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { type ListInput, listBounds, shownBody } from '../list-input.ts'
import type { Ports } from '../ports.ts'
import { isPageType, type Page, type PageHead } from './page.ts'

export interface PageListInput extends ListInput {
  readonly pageType?: string | undefined
}

export type ShownPage = PageHead & { readonly metadata: JsonObject; readonly content: string | undefined }

/** @throws PAGE_NOT_FOUND, also when an anonymous caller requests a draft */
export const getPage =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, id: string): Promise<Page> => {
    const page = await store.read.pages.get(id)
    if (!page || (page.status !== 'published' && !seesDrafts(actor))) throw pageNotFound()
    return page
  }

/**
 * Lists pages. Without a limit, returns all pages (contract.md#page-lists).
 * @throws VALIDATION_ERROR or UNAUTHORIZED
 */
export const listPages =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, input: PageListInput): Promise<PageOf<ShownPage>> => {
    const { bounds, errors } = listBounds(input)
    const pageType = input.pageType || undefined
    if (pageType !== undefined && !isPageType(pageType))
      errors.push({ path: 'pageType', message: 'pageType must be normal or custom' })
    if (errors.length > 0) throw invalid(errors)
    const status = visibleStatus(actor, bounds.status)
    const { items, total } = await store.read.pages.list({
      ...bounds,
      status,
      pageType: isPageType(pageType) ? pageType : undefined,
    })
    return { items: items.map(({ body, ...page }) => ({ ...page, content: shownBody(body, input) })), total }
  }
