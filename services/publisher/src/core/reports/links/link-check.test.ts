import { expect, it } from 'vitest'
import { generator, type Random } from '../../../../test/support/random-edits.ts'
import type { ChangeSet } from '../../pages/change-set.ts'
import { type Checked, type LinkCheck, linkCheck } from './link-check.ts'

type Page = { digest: string; links: readonly number[]; ids: string }
type Files = ReadonlyMap<string, string>

const memoryOf = (links: readonly string[], pages: ReadonlyMap<string, Page>): Checked => ({
  links,
  pages,
  targets: { basePath: '', list: [] },
  site: undefined,
})

interface Since {
  readonly from: Files
  readonly paths: ReadonlySet<string>
}

const ids = new Map<Files, string>()
function idOf(files: Files): string {
  const id = ids.get(files) ?? `g${ids.size}`
  ids.set(files, id)
  return id
}

function changeSetOf(files: Files, { from, paths }: Since): ChangeSet {
  const some = (is: (path: string) => boolean) => new Set([...paths].filter(is))
  return {
    base: idOf(from),
    added: some((path) => !from.has(path) && files.has(path)),
    changed: some((path) => from.has(path) && files.has(path)),
    removed: some((path) => from.has(path) && !files.has(path)),
  }
}

/** Returns the result and the number of steps. */
function checked(
  memory: Checked,
  files: Files,
  since?: Since,
  basePath = '',
): { readonly result: LinkCheck; readonly steps: number } {
  const built = { id: idOf(files), files, basePath }
  const steps = linkCheck(memory, built, since && changeSetOf(files, since))
  for (let count = 0; ; count += 1) {
    const step = steps.next()
    if (step.done) return { result: step.value, steps: count }
  }
}

const size = 5_000
const largeSite = () => {
  const linkTexts = Array.from({ length: size }, (_, n) => `/post-${n}/`)
  const pages = new Map(
    linkTexts.map((_, n): [string, Page] => [
      `post-${n}/index.html`,
      { digest: 'd', links: [n, (n + 1) % size], ids: '' },
    ]),
  )
  const files = new Map([...pages.keys()].map((path) => [path, 'd']))
  files.delete('post-7/index.html')
  return { linkTexts, pages, files }
}

it('checks a large site in many steps', () => {
  const { linkTexts, pages, files } = largeSite()
  const { result, steps } = checked(memoryOf(linkTexts, pages), files)
  expect(result).toEqual({
    pages: size - 1,
    total: 1,
    listed: [{ page: 'post-6/index.html', link: '/post-7/' }],
    links: [{ link: '/post-7/', pagesTotal: 1, pages: ['post-6/index.html'] }],
  })
  expect(steps).toBeGreaterThanOrEqual(12)
})

it('checks only changed pages', () => {
  const { linkTexts, pages, files: from } = largeSite()
  const memory = memoryOf(linkTexts, pages)
  checked(memory, from)
  linkTexts.push('/nowhere/')
  pages.set('post-3/index.html', { digest: 'e', links: [size], ids: '' })
  const files = new Map(from).set('post-3/index.html', 'e')
  const { result, steps } = checked(memory, files, { from, paths: new Set(['post-3/index.html']) })
  expect(result).toMatchObject({ total: 2, listed: [{ page: 'post-3/index.html', link: '/nowhere/' }, {}] })
  expect(steps).toBeLessThan(3)
})

const names = Array.from({ length: 8 }, (_, n) => `p${n}.html`)
const links = names.flatMap((name) => [`/${name}`, `/${name}#a`, `/${name}#b`, '/away', `/${name}?q#c`])
const randomSubset = <T>(items: readonly T[], random: Random): readonly T[] =>
  items.filter(() => random(3) === 0)

interface Small {
  readonly linkTexts: string[]
  readonly pages: Map<string, Page>
  files: Files
}

/** Changes the digest of some pages, adds and removes a few, and returns the changed paths. */
function edit(site: Small, digest: string, random: Random): ReadonlySet<string> {
  const files = new Map(site.files)
  const paths = new Set(random(6) === 0 ? names : randomSubset(names, random))
  for (const path of paths) {
    if (random(20) === 0) files.delete(path)
    else files.set(path, digest)
    if (random(8) === 0) continue
    const linksOfPage = randomSubset(random(4) === 0 ? links : site.linkTexts, random)
    for (const link of linksOfPage) if (!site.linkTexts.includes(link)) site.linkTexts.push(link)
    site.pages.set(path, {
      digest,
      links: linksOfPage.map((link) => site.linkTexts.indexOf(link)),
      ids: randomSubset(['a', 'b', 'c'], random).join(' '),
    })
  }
  site.files = files
  return paths
}

it.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  'finds the same as a full check, seed %d',
  (seed) => {
    const random = generator(seed)
    const site: Small = {
      linkTexts: [],
      pages: new Map(),
      files: new Map(names.map((name) => [name, 'first'])),
    }
    const memory = memoryOf(site.linkTexts, site.pages)
    for (let step = 0; step < 25; step++) {
      const from = site.files
      const paths = edit(site, `${step}`, random)
      const isFullCheck = random(8) === 0
      const basePath = random(10) === 0 ? '/base' : ''
      const { result } = checked(memory, site.files, isFullCheck ? undefined : { from, paths }, basePath)
      expect(result, `step ${step}`).toEqual(
        checked(memoryOf([...site.linkTexts], new Map(site.pages)), site.files, undefined, basePath).result,
      )
    }
  },
)

it('checks fragments only if the target is a page, and ignores text directives', () => {
  const linkTexts = [
    '/icons.svg#menu',
    '/a.pdf#page=3',
    '/p/#:~:text=hello',
    '/p/#part:~:text=x',
    '/p/#none',
    '/p/#none:~:text=x',
  ]
  const pages = new Map<string, Page>([
    ['index.html', { digest: 'd', links: linkTexts.map((_, n) => n), ids: '' }],
    ['p/index.html', { digest: 'd', links: [], ids: 'part' }],
    ['icons.svg', { digest: 'd', links: [], ids: '' }],
    ['a.pdf', { digest: 'd', links: [], ids: '' }],
  ])
  const files = new Map([...pages.keys()].map((path) => [path, 'd']))
  const { result } = checked(memoryOf(linkTexts, pages), files)
  expect(result.listed.map(({ link }) => link)).toEqual(['/p/#none', '/p/#none:~:text=x'])
})
