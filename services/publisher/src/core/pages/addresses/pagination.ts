import type { Addresses } from './addresses.ts'
import { urlOf } from './addresses.ts'
import type { Route } from './routes.ts'

export interface Slice<T> {
  readonly page: number
  readonly pages: number
  readonly items: readonly T[]
}

export const pageCount = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage))

export const paginate = <T>(items: readonly T[], perPage: number): Slice<T>[] =>
  Array.from({ length: pageCount(items.length, perPage) }, (_, index) => sliceOf(items, perPage, index + 1))

export const sliceOf = <T>(items: readonly T[], perPage: number, page: number): Slice<T> => ({
  page,
  pages: pageCount(items.length, perPage),
  items: items.slice((page - 1) * perPage, page * perPage),
})

export interface PaginationModel {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly perPage: number
  readonly previous: string | null
  readonly next: string | null
  readonly first: string
  readonly last: string
  readonly items: readonly PaginationItem[]
}

type PaginationItem =
  | { readonly number: number; readonly url: string; readonly current: boolean }
  | { readonly gap: true }

/** Page numbers shown on each side of the current page. */
const neighbours = 2

export function paginationModel(
  addresses: Addresses,
  { page, pages }: Omit<Slice<unknown>, 'items'>,
  list: { readonly total: number; readonly perPage: number; readonly route: (page: number) => Route },
): PaginationModel {
  const url = (number: number) => urlOf(addresses, list.route(number))
  const items: PaginationItem[] = []
  let before = 0
  const show = (number: number) => {
    if (number - before > 1) items.push({ gap: true })
    items.push({ number, url: url(number), current: number === page })
    before = number
  }
  show(1)
  for (
    let number = Math.max(2, page - neighbours);
    number <= Math.min(page + neighbours, pages - 1);
    number += 1
  )
    show(number)
  if (pages > 1) show(pages)
  return {
    page,
    pages,
    total: list.total,
    perPage: list.perPage,
    previous: page > 1 ? url(page - 1) : null,
    next: page < pages ? url(page + 1) : null,
    first: url(1),
    last: url(pages),
    items,
  }
}
