import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aPost, aSite, aTheme } from '../../../test/support/sites.ts'
import type { SiteHooks } from '../ports.ts'
import { addressesOf } from './addresses/addresses.ts'
import { filteredPlan, modelFilter } from './filter-models.ts'
import { atOnce } from './in-turns.ts'
import { sitePlanner } from './plan-site.ts'
import type { PageData, PlannedPage, SitePlan } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const posts = Array.from({ length: 3 }, (_, n) => aPost(`p${n}`, { at: n + 1, tags: ['A', 'B'] }))
const plan = atOnce(
  sitePlanner(digest)(
    aSite({ posts, theme: aTheme({ 'templates/layout.html': [] }) }),
    addressesOf('', true, 'http://x.test'),
  ),
)

const filtered = (change: (model: PageData) => object, most?: number, pause?: () => Promise<void>) => {
  const templateData: SiteHooks['templateData'] = async (model) => {
    await pause?.()
    return JSON.parse(JSON.stringify(change(structuredClone(model)))) as PageData
  }
  const hooks: SiteHooks = {
    changesTemplateData: () => true,
    templateData,
    siteGenerated: async () => undefined,
  }
  return filteredPlan(plan, hooks, modelFilter(hooks, digest, most))
}
const pages = ({ files }: SitePlan) => [...files].filter((file): file is PlannedPage => file.type === 'page')
const digests = (of: SitePlan) => [...of.files].map((file) => file.digest)

it('values that an extension does not change stay shared between pages', async () => {
  const changed = await filtered((model) => ({ ...model, weather: 'sunny' }))
  expect(pages(changed)).toHaveLength(pages(plan).length)
  for (const [at, page] of pages(changed).entries()) {
    const before = pages(plan)[at]
    expect(page.model).toEqual({ ...before?.model, weather: 'sunny' })
    for (const [n, post] of page.model.posts.entries()) expect(post).toBe(before?.model.posts[n])
    expect(page.digest).not.toBe(before?.digest)
  }
})

it('pages that an extension does not change keep their digests', async () => {
  expect(digests(await filtered((model) => model))).toEqual(digests(plan))
})

it('the digest of a page changes only if the extension changes its data', async () => {
  const [sunny, again, rainy] = [
    await filtered(withWeather('sunny')),
    await filtered(withWeather('sunny')),
    await filtered(withWeather('rainy')),
  ]
  expect(digests(sunny)).toEqual(digests(again))
  expect(pages(sunny).filter((page, at) => page.digest !== pages(rainy)[at]?.digest)).toHaveLength(3)
  for (const { files, manifest } of [sunny, rainy])
    expect(Array.from(files, ({ path }) => manifest.get(path))).toEqual(
      Array.from(files, ({ digest }) => digest),
    )
})

const withWeather = (weather: string) => (model: PageData) =>
  model.post ? { ...model, post: { ...model.post, weather } } : model

describe('changes by extensions on many pages', () => {
  const maxBytes = 12_000
  const partners = Array.from({ length: 100 }, (_, n) => ({ name: `Partner ${n}` }))
  const withPartners = (model: PageData) => ({ ...model, partners })
  const withOwnPartners = (model: PageData) => ({
    ...model,
    partners: partners.map(({ name }) => ({ name: `${name} of ${model.url}` })),
  })

  it('are stored once if they are equal', async () => {
    const all = await filtered(withPartners, maxBytes)
    expect(all.omitted).toEqual([])
    for (const page of pages(all)) expect(page.model).toMatchObject({ partners })
  })

  it('may add values before shared ones', async () => {
    const all = await filtered((model) => ({ weather: 'sunny', ...model }), maxBytes)
    expect(all.omitted).toEqual([])
    for (const [at, page] of pages(all).entries()) {
      const before = pages(plan)[at]?.model
      expect(Object.keys(page.model)).toEqual(['weather', ...Object.keys(before ?? {})])
      expect(page.model.posts).toEqual(before?.posts)
      for (const [n, post] of page.model.posts.entries()) expect(post).toBe(before?.posts[n])
    }
  })

  it('are limited by memory: further pages stay unchanged, and an error is reported', async () => {
    const all = await filtered(withOwnPartners, maxBytes)
    const same = pages(all).filter((page) => pages(plan).includes(page))
    expect(same.length).toBeGreaterThan(0)
    expect(same.length).toBeLessThan(pages(plan).length)
    expect(pages(all)[0]?.model).toHaveProperty('partners')
    expect(all.omitted).toMatchObject([
      { page: same[0]?.path, message: expect.stringContaining(`${same.length} pages, starting with`) },
    ])
  })

  it('are stored for the same pages, whatever the order of results', async () => {
    const times = [30, 0, 20, 10, 5]
    const filteredLate = filtered(
      withOwnPartners,
      maxBytes,
      () => new Promise((resolve) => setTimeout(resolve, times.pop() ?? 0)),
    )
    expect(digests(await filteredLate)).toEqual(digests(await filtered(withOwnPartners, maxBytes)))
  })
})
