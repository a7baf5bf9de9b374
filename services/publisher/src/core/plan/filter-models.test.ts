import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { aPost, aSite, aTheme } from '../../../test/support/sites.ts'
import { atOnce } from '../generations/in-turns.ts'
import type { SiteHooks } from '../ports.ts'
import { addressesOf } from './addresses.ts'
import { withFilteredModels } from './filter-models.ts'
import { sitePlanner } from './plan-site.ts'
import type { PageData, PlannedPage, SitePlan } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const posts = Array.from({ length: 3 }, (_, n) => aPost(`p${n}`, { at: n + 1, tags: ['A', 'B'] }))
const plan = atOnce(
  sitePlanner(digest)(aSite({ posts, theme: aTheme({ 'templates/layout.html': [] }) }), addressesOf('', true, 'http://x.test')),
)

const filtered = (change: (model: PageData) => object) => {
  const templateData: SiteHooks['templateData'] = async (model) => JSON.parse(JSON.stringify(change(structuredClone(model)))) as PageData
  return withFilteredModels(plan, { changesTemplateData: () => true, templateData, siteGenerated: async () => undefined }, digest)
}
const pages = ({ files }: SitePlan) => files.filter((file): file is PlannedPage => file.type === 'page')
const digests = (of: SitePlan) => of.files.map((file) => file.digest)

it('what an extension leaves as it is stays what pages share, and is not kept once more for each of them', async () => {
  const changed = await filtered((model) => ({ ...model, weather: 'sunny' }))
  expect(pages(changed)).toHaveLength(pages(plan).length)
  for (const [at, page] of pages(changed).entries()) {
    const before = pages(plan)[at]
    expect(page.model).toEqual({ ...before?.model, weather: 'sunny' })
    for (const [n, post] of page.model.posts.entries()) expect(post).toBe(before?.model.posts[n])
    expect(page.digest).not.toBe(before?.digest)
  }
})

it('pages that an extension answers as they were given are the same pages', async () => {
  expect(digests(await filtered((model) => model))).toEqual(digests(plan))
})

it('a page is another one where an extension answers something else, and only then', async () => {
  const [sunny, again, rainy] = [await filtered(saying('sunny')), await filtered(saying('sunny')), await filtered(saying('rainy'))]
  expect(digests(sunny)).toEqual(digests(again))
  expect(pages(sunny).filter((page, at) => page.digest !== pages(rainy)[at]?.digest)).toHaveLength(3)
})

const saying = (weather: string) => (model: PageData) => (model.post ? { ...model, post: { ...model.post, weather } } : model)
