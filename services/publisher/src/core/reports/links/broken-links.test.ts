import { expect, it } from 'vitest'
import { type BrokenLinks, brokenLinks } from './broken-links.ts'

function grouped(found: ReadonlyMap<string, readonly string[]>): {
  readonly result: BrokenLinks
  readonly steps: number
} {
  const all = brokenLinks(found)
  for (let steps = 0; ; steps += 1) {
    const step = all.next()
    if (step.done) return { result: step.value, steps }
  }
}
const numbered = <T>(count: number, item: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => item(n))
const name = (n: number) => `page-${String(n).padStart(6, '0')}.html`

it('names each link once with its pages, the link on most pages first', () => {
  const { result } = grouped(
    new Map([
      ['b.html', ['/z/', '/y/', '/y/']],
      ['a.html', ['/x/', '/y/']],
    ]),
  )
  expect(result.links).toEqual([
    { link: '/y/', pagesTotal: 2, pages: ['a.html', 'b.html'] },
    { link: '/x/', pagesTotal: 1, pages: ['a.html'] },
    { link: '/z/', pagesTotal: 1, pages: ['b.html'] },
  ])
  expect(result.total).toBe(5)
  expect(result.listed[0]).toEqual({ page: 'a.html', link: '/x/' })
})

it('counts all pages of a link and names the first hundred, in steps', () => {
  const { result, steps } = grouped(new Map(numbered(5_000, (n) => [name(n), ['/gone/']])))
  expect(result.links).toEqual([{ link: '/gone/', pagesTotal: 5_000, pages: numbered(100, name) }])
  expect(result.listed).toHaveLength(100)
  expect(steps).toBe(5)
})

it('lists at most 10,000 links, each with a page', () => {
  const { result } = grouped(
    new Map(numbered(600, (n) => [name(n), numbered(20, (link) => `/${n}/${link}/`)])),
  )
  expect(result.links).toHaveLength(10_000)
  expect(result.total).toBe(12_000)
})

it('lists at most 50,000 pages in addition to the first of each link', () => {
  const everywhere = numbered(1_000, (link) => `/${link}/`)
  const { result } = grouped(new Map(numbered(90, (n) => [name(n), everywhere])))
  expect(result.links.every(({ pagesTotal, pages }) => pagesTotal === 90 && pages.length >= 1)).toBe(true)
  expect(result.links.reduce((sum, { pages }) => sum + pages.length, 0)).toBe(51_000)
})
