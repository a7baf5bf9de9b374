import { expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import type { SiteStore, Staging } from '../src/core/ports.ts'
import { memorySiteStore } from './memory/site-store.ts'
import { testPublisher } from './support/publisher.ts'
import { anImage, aPost, aSourceSite } from './support/sites.ts'

/** A store in memory that counts written files, in total and after the end of the generation. */
function watchedStore(write: (paths: readonly string[]) => void = () => undefined) {
  const counted = { written: 0, late: 0 }
  const sites = memorySiteStore()
  const watched = (staging: Staging): Staging => {
    let isOver = false
    return {
      ...staging,
      async write(files) {
        if (isOver) counted.late += files.length
        write(files.map(({ path }) => path))
        await staging.write(files)
        counted.written += files.length
      },
      discard() {
        isOver = true
        return staging.discard()
      },
    }
  }
  const store: SiteStore = { ...sites, stage: async (request) => watched(await sites.stage(request)) }
  return { store, counted }
}

const site = aSourceSite({
  posts: Array.from({ length: 600 }, (_, n) => aPost(`post-${n}`)),
  media: [anImage('a', 10)],
})

async function failing(store: SiteStore, open: () => Promise<undefined>): Promise<void> {
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
  await expect(generate()).rejects.toThrow('no room')
  await new Promise((resolve) => setTimeout(resolve, 300))
}

it('a missing file stops rendering, and nothing is written afterwards', async () => {
  const { store, counted } = watchedStore()
  await failing(store, () => Promise.reject(new Error('no room')))
  expect(counted.written).toBeLessThan(site.posts.length / 2)
  expect(counted.late).toBe(0)
})

it('a page that cannot be written fails the generation, and nothing is written afterwards', async () => {
  let pages = 0
  const { store, counted } = watchedStore((paths) => {
    pages += paths.filter((path) => path.startsWith('post/')).length
    if (pages > 100) throw new Error('no room')
  })
  await failing(store, async () => undefined)
  expect(counted.written).toBeLessThan(site.posts.length / 2)
  expect(counted.late).toBe(0)
})
