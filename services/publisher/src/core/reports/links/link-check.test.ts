import { expect, it } from 'vitest'
import { generator, type Random } from '../../../../test/support/random-edits.ts'
import type { ChangeSet } from '../../pages/change-set.ts'
import { type Checked, type LinkCheck, linkCheck } from './link-check.ts'

type Page = { digest: string; links: readonly number[]; ids: string }
type Files = ReadonlyMap<string, string>

const remembered = (links: readonly string[], pages: ReadonlyMap<string, Page>): Checked => ({
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

/** The result and the number of steps. */
function checked(
  memory: Checked,
  files: Files,
  since?: Since,
  basePath = '',
): { readonly told: LinkCheck; readonly steps: number } {
  const built = { id: idOf(files), files, basePath }
  const steps = linkCheck(memory, built, since && changeSetOf(files, since))
  for (let count = 0; ; count += 1) {
    const step = steps.next()
    if (step.done) return { told: step.value, steps: count }
  }
}

const size = 5_000
const largeSite = () => {
  const lines = Array.from({ length: size }, (_, n) => `/post-${n}/`)
  const pages = new Map(
    lines.map((_, n): [string, Page] => [
      `post-${n}/index.html`,
      { digest: 'd', links: [n, (n + 1) % size], ids: '' },
    ]),
  )
  const files = new Map([...pages.keys()].map((path) => [path, 'd']))
  files.delete('post-7/index.html')
  return { lines, pages, files }
}

it('looks at a large site in many steps, and comes to the same as in one', () => {
  const { lines, pages, files } = largeSite()
  const { told, steps } = checked(remembered(lines, pages), files)
  expect(told).toEqual({
    pages: size - 1,
    total: 1,
    listed: [{ page: 'post-6/index.html', link: '/post-7/' }],
    links: [{ link: '/post-7/', pagesTotal: 1, pages: ['post-6/index.html'] }],
  })
  expect(steps).toBeGreaterThanOrEqual(12)
})

it('looks at no more than what has changed', () => {
  const { lines, pages, files: from } = largeSite()
  const memory = remembered(lines, pages)
  checked(memory, from)
  lines.push('/nowhere/')
  pages.set('post-3/index.html', { digest: 'e', links: [size], ids: '' })
  const files = new Map(from).set('post-3/index.html', 'e')
  const { told, steps } = checked(memory, files, { from, paths: new Set(['post-3/index.html']) })
  expect(told).toMatchObject({ total: 2, listed: [{ page: 'post-3/index.html', link: '/nowhere/' }, {}] })
  expect(steps).toBeLessThan(3)
})

const names = Array.from({ length: 8 }, (_, n) => `p${n}.html`)
const links = names.flatMap((name) => [`/${name}`, `/${name}#a`, `/${name}#b`, '/away', `/${name}?q#c`])
const some = <T>(items: readonly T[], random: Random): readonly T[] => items.filter(() => random(3) === 0)

interface Small {
  readonly lines: string[]
  readonly pages: Map<string, Page>
  files: Files
}

/** Some pages are other ones; few come or go, and few keep the record of what they were. Answers the paths that changed. */
function edit(site: Small, digest: string, random: Random): ReadonlySet<string> {
  const files = new Map(site.files)
  const paths = new Set(random(6) === 0 ? names : some(names, random))
  for (const path of paths) {
    if (random(20) === 0) files.delete(path)
    else files.set(path, digest)
    if (random(8) === 0) continue
    const wanted = some(random(4) === 0 ? links : site.lines, random)
    for (const line of wanted) if (!site.lines.includes(line)) site.lines.push(line)
    site.pages.set(path, {
      digest,
      links: wanted.map((line) => site.lines.indexOf(line)),
      ids: some(['a', 'b', 'c'], random).join(' '),
    })
  }
  site.files = files
  return paths
}

it.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  'comes to what a check of everything comes to, seed %d',
  (seed) => {
    const random = generator(seed)
    const site: Small = {
      lines: [],
      pages: new Map(),
      files: new Map(names.map((name) => [name, 'first'])),
    }
    const memory = remembered(site.lines, site.pages)
    for (let step = 0; step < 25; step++) {
      const from = site.files
      const paths = edit(site, `${step}`, random)
      const isUnknown = random(8) === 0
      const basePath = random(10) === 0 ? '/base' : ''
      const { told } = checked(memory, site.files, isUnknown ? undefined : { from, paths }, basePath)
      expect(told, `step ${step}`).toEqual(
        checked(remembered([...site.lines], new Map(site.pages)), site.files, undefined, basePath).told,
      )
    }
  },
)

it('asks for parts of pages only, and not for what is for the browser', () => {
  const lines = [
    '/icons.svg#menu',
    '/a.pdf#page=3',
    '/p/#:~:text=hello',
    '/p/#part:~:text=x',
    '/p/#none',
    '/p/#none:~:text=x',
  ]
  const pages = new Map<string, Page>([
    ['index.html', { digest: 'd', links: lines.map((_, n) => n), ids: '' }],
    ['p/index.html', { digest: 'd', links: [], ids: 'part' }],
    ['icons.svg', { digest: 'd', links: [], ids: '' }],
    ['a.pdf', { digest: 'd', links: [], ids: '' }],
  ])
  const { told } = checked(remembered(lines, pages), new Map([...pages.keys()].map((path) => [path, 'd'])))
  expect(told.listed.map(({ link }) => link)).toEqual(['/p/#none', '/p/#none:~:text=x'])
})
