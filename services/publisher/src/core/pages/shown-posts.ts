import type { ChunkedList } from './chunked-list.ts'
import type { NewerPosts, PageSource } from './page-draft.ts'
import type { PageAbout } from './planned.ts'

interface DraftedPage {
  readonly source: PageSource
  readonly file: { readonly about: Pick<PageAbout, 'own' | 'shows'> }
}

export interface ShownPosts {
  /** Numbers of the pages that the new revisions may affect, ascending. */
  pagesOf(newer: NewerPosts): readonly number[]
  /** Records the posts that a page shows now, in addition to those recorded earlier. */
  add(number: number, page: DraftedPage): void
}

export function shownPosts(pages: ChunkedList<DraftedPage>): ShownPosts {
  const numbers = new Map<string, number[]>()
  const alterable: number[] = []

  function note(id: string, number: number, isNoted: (known: readonly number[]) => boolean): void {
    const known = numbers.get(id)
    if (!known) numbers.set(id, [number])
    else if (!isNoted(known)) known.push(number)
  }

  function noteAll(
    number: number,
    { file }: DraftedPage,
    isNoted: (known: readonly number[]) => boolean,
  ): void {
    const { own, shows } = file.about
    if (own) note(own.id, number, isNoted)
    for (const { id } of shows) note(id, number, isNoted)
  }

  pages.forEach((page, number) => {
    noteAll(number, page, (known) => known.at(-1) === number)
    if (page.source.isAlteredBy) alterable.push(number)
  })

  return {
    add: (number, page) => noteAll(number, page, (known) => known.includes(number)),
    pagesOf(newer) {
      const found = new Set(alterable)
      for (const { id } of newer.keys()) for (const number of numbers.get(id) ?? []) found.add(number)
      return [...found].sort((a, b) => a - b)
    },
  }
}
