import { expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import type { SiteStore, Staging } from '../src/core/ports.ts'
import { memorySiteStore } from './memory/site-store.ts'
import { testPublisher } from './support/publisher.ts'
import { anImage, aPost, aSourceSite } from './support/sites.ts'

/** An in-memory store that counts written files, and those written after the generation ended. */
function watchedStore(write: (paths: readonly string[]) => void = () => undefined) {
  const counts = { written: 0, late: 0 }
  const sites = memorySiteStore()
  const watched = (staging: Staging): Staging => {
    let isOver = false
    return {
      ...staging,
      async write(files) {
        if (isOver) counts.late += files.length
        write(files.map(({ path }) => path))
        await staging.write(files)
        counts.written += files.length
      },
      discard() {
        isOver = true
        return staging.discard()
      },
    }
  }
  const store: SiteStore = { ...sites, stage: async (request) => watched(await sites.stage(request)) }
  return { store, counts }
}

const site = aSourceSite({
  posts: Array.from({ length: 600 }, (_, n) => aPost(`post-${n}`)),
  media: [anImage('a', 10)],
})

async function expectFailure(store: SiteStore, open: () => Promise<undefined>): Promise<void> {
  const renderer = handlebarsRenderer({ processes: 2, timeLimit: 10_000 })
  onTestFinished(() => renderer.close())
  const source = {
    settings: async () => site.settings,
    siteContext: async () => structuredClone(site),
    open,
  }
  const { generate } = testPublisher(site, { sites: store, source, renderer } as Parameters<
    typeof testPublisher
  >[1])
  await expect(generate()).rejects.toThrow('storage failed')
  await new Promise((resolve) => setTimeout(resolve, 300))
}

it('a media file that cannot be read stops rendering, and nothing is written afterwards', async () => {
  const { store, counts } = watchedStore()
  await expectFailure(store, () => Promise.reject(new Error('storage failed')))
  expect(counts.written).toBeLessThan(site.posts.length / 2)
  expect(counts.late).toBe(0)
})

it('a page that cannot be written fails the generation, and nothing is written afterwards', async () => {
  let pages = 0
  const { store, counts } = watchedStore((paths) => {
    pages += paths.filter((path) => path.startsWith('post/')).length
    if (pages > 100) throw new Error('storage failed')
  })
  await expectFailure(store, async () => undefined)
  expect(counts.written).toBeLessThan(site.posts.length / 2)
  expect(counts.late).toBe(0)
})
