import type { BrokenLink, LinkOnPages } from './page-record-store.ts'

export interface BrokenLinks {
  /** Number of broken links, summed over all pages. */
  readonly total: number
  readonly listed: readonly BrokenLink[]
  readonly links: readonly LinkOnPages[]
}

const listedAtMost = 100
/** Maximum listed links. If there are more, most have the same few causes, such as a moved folder. */
const linksAtMost = 10_000
/** Maximum listed pages of a link. A link on more pages is in a template or menu. */
const pagesAtMost = 100
const placesAtMost = 50_000
const stepSize = 1_000

interface Places {
  readonly link: string
  pagesTotal: number
  readonly pages: string[]
  /** The last counted page, because a page may contain a link twice. */
  last: string
}

export function* brokenLinks(found: ReadonlyMap<string, readonly string[]>): Generator<void, BrokenLinks> {
  const byLink = new Map<string, Places>()
  const listed: BrokenLink[] = []
  let total = 0
  let places = 0
  let looked = 0
  for (const page of [...found.keys()].sort()) {
    const links = found.get(page) ?? []
    looked += 1
    if (looked % stepSize === 0) yield
    total += links.length
    if (listed.length < listedAtMost)
      listed.push(...links.slice(0, listedAtMost - listed.length).map((link) => ({ page, link })))
    for (const link of links) places += countedPage(byLink, link, page, places < placesAtMost)
  }
  const links = [...byLink.values()].sort(onMostPages).slice(0, linksAtMost)
  return { total, listed, links: links.map(({ link, pagesTotal, pages }) => ({ link, pagesTotal, pages })) }
}

function countedPage(byLink: Map<string, Places>, link: string, page: string, hasRoom: boolean): number {
  const known = byLink.get(link)
  if (!known) {
    byLink.set(link, { link, pagesTotal: 1, pages: [page], last: page })
    return 0
  }
  if (known.last === page) return 0
  known.last = page
  known.pagesTotal += 1
  if (!hasRoom || known.pages.length >= pagesAtMost) return 0
  known.pages.push(page)
  return 1
}

const onMostPages = (one: Places, other: Places): number =>
  other.pagesTotal - one.pagesTotal || (one.link < other.link ? -1 : 1)
