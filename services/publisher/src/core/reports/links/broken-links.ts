/** The broken links of a site in the forms in which they are reported. */
import type { BrokenLink, LinkOnPages } from './page-record-store.ts'

export interface BrokenLinks {
  /** Links times pages. */
  readonly total: number
  /** The first hundred, by page. */
  readonly listed: readonly BrokenLink[]
  /** Each link once, the one on most pages first. */
  readonly links: readonly LinkOnPages[]
}

const listedAtMost = 100
/** Links that are kept. A site with more has few causes: a moved folder, another address. */
const linksAtMost = 10_000
/** Pages that are kept of one link: one on more pages stands in a template or in the menu. */
const pagesAtMost = 100
/** Pages that are kept of all links, beside the first page of each. */
const placesAtMost = 50_000
/** Pages of one step. */
const stepSize = 1_000

interface Places {
  readonly link: string
  pagesTotal: number
  readonly pages: string[]
  /** The page that was counted last: a page may have a link twice. */
  last: string
}

/** Groups what was found on each page. */
export function* brokenLinks(found: ReadonlyMap<string, readonly string[]>): Generator<void, BrokenLinks> {
  const byLink = new Map<string, Places>()
  const listed: BrokenLink[] = []
  let total = 0
  let places = 0
  let looked = 0
  for (const [page, links] of [...found].sort(([one], [other]) => (one < other ? -1 : 1))) {
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

/** Counts the page under the link; answers how many pages were kept beside the first. */
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
