/**
 * Measures the cost of planning a site and of its manifest. Planning is measured for the publisher that
 * coordinates a build and for the other publishers. Run `node --expose-gc` with the flags of
 * deploy/node-flags.json and `services/publisher/test/planning-cost.ts 10000 100000`. It prints a line per
 * number of posts; docs/scaling.md has the results.
 */
import { createHash } from 'node:crypto'
import { manifestText, type SiteObjects } from '@typecase/contracts/published-site'
import { addressesOf } from '../src/core/pages/addresses/addresses.ts'
import { atOnce } from '../src/core/pages/in-turns.ts'
import { numberedPages } from '../src/core/pages/plan-by-number.ts'
import { sitePlanner } from '../src/core/pages/plan-site.ts'
import type { PlannedPage } from '../src/core/pages/planned.ts'
import { aPost, aSite, aTheme } from './support/sites.ts'

const syllables = [
  'kan',
  'lo',
  'mil',
  'ten',
  'ra',
  'vor',
  'sil',
  'dor',
  'nes',
  'pu',
  'gan',
  'the',
  'bri',
  'cas',
  'wel',
  'for',
]
let state = 1
/** Random words, so that no two posts are equal. */
const words = (count: number) => {
  let text = ''
  for (let n = 0; n < count; n++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += `${syllables[state >>> 28]}${(state >>> 24) & 1 ? ' ' : ''}`
  }
  // A flat string, like one read from the database.
  return Buffer.from(text).toString()
}
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const heap = () => {
  global.gc?.()
  return process.memoryUsage().heapUsed
}
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const sampled = 1_280

for (const posts of process.argv.slice(2).map(Number)) {
  const before = heap()
  const site = aSite({
    posts: Array.from({ length: posts }, (_, n) => {
      const body = {
        digest: digest(`${n}`),
        pieces: [words(1_000)],
        urls: [],
        headings: [],
        excerpt: words(50),
        words: 600,
      }
      const tags = [n, n * 7, n * 13].map((tag) => `Tag ${tag % 200}`)
      return aPost(`post-${n}`, {
        at: (n % 300) + 1,
        category: `Category ${n % 20}`,
        tags: [...new Set(tags)],
        body,
      })
    }),
    settings: { postsPerPage: 10 },
    theme: aTheme({ 'templates/layout.html': ['categories', 'recentPosts'] }),
  })
  const loaded = heap()
  const plan = sitePlanner(digest)
  const planStart = cpuMs()
  const { files } = atOnce(plan(site, addressesOf('', true, 'http://site.test')))
  const planEnd = cpuMs()
  const inMemory = heap()
  const pages = [...files].filter((file): file is PlannedPage => file.type === 'page')

  // The other publishers first compute what all pages share, then plan single pages.
  const sharedStart = cpuMs()
  const numbered = numberedPages(digest)(site, addressesOf('', true, 'http://site.test'))
  const sharedEnd = cpuMs()
  for (const { number } of pages.slice(0, sampled)) numbered.page(number)
  const pagesEnd = cpuMs()
  const manifest: SiteObjects = new Map(
    [...files].map(({ path, digest: source }) => [path, { source, digest: digest(path), size: 12_345 }]),
  )
  const manifestStart = cpuMs()
  const bytes = Buffer.byteLength(manifestText(manifest))
  const manifestMs = cpuMs() - manifestStart
  const per = (value: number, count: number, unit: string, digits = 3) =>
    `${(value / count).toFixed(digits)} ${unit}`
  console.log(
    [
      `${posts} posts, ${files.length} files`,
      `plan ${((planEnd - planStart) / 1000).toFixed(1)} s, ${per(planEnd - planStart, files.length, 'ms a file')}`,
      `heap of the plan ${per((inMemory - loaded) / 1024, files.length, 'KiB a file', 2)}, of entries and bodies ${per((loaded - before) / 1024, posts, 'KiB a post', 2)}`,
      `each other publisher: site layout ${(sharedEnd - sharedStart).toFixed(0)} ms, ${per(pagesEnd - sharedEnd, sampled, 'ms a page')}`,
      `manifest ${(bytes / 2 ** 20).toFixed(1)} MiB, ${per(bytes, files.length, 'bytes a file', 0)}, ${manifestMs.toFixed(0)} ms`,
    ].join('; '),
  )
}
