import { AppError } from '@typecase/kernel'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { bodyPool } from '../src/adapters/markup/body-pool.ts'
import { markedMarkup } from '../src/adapters/markup/markup.ts'
import { preparation } from '../src/core/build/preparation.ts'
import type { SiteBuilder } from '../src/core/build/site-builder.ts'
import type { PublisherPorts } from '../src/core/ports.ts'
import { memoryModelStore } from './memory/model-store.ts'
import { contentFeedOf } from './support/content-feed.ts'
import { intercepted } from './support/intercepted.ts'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite } from './support/sites.ts'

const options = { outputDir: '_site', baseUrl: '', cleanUrls: true }
const { signal } = new AbortController()
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A preparation with a site builder that records its calls. */
function recordedPreparation(prepare: SiteBuilder['prepare'], siteOptions: typeof options | null = options) {
  const prepared: Parameters<SiteBuilder['prepare']>[] = []
  const builder: Pick<SiteBuilder, 'prepare'> = {
    prepare: (...requested) => {
      prepared.push(requested)
      return prepare(...requested)
    },
  }
  return { prepared, next: preparation(builder, async () => siteOptions) }
}

describe('the preparation of a generation', () => {
  it('runs once while nothing is due', async () => {
    const { next, prepared } = recordedPreparation(async () => undefined)
    for (let n = 0; n < 3; n++) {
      next.prepare(signal)
      await nextTurn()
    }
    expect(prepared).toEqual([[options, expect.objectContaining({ signal })]])
  })

  it('does not run without automatic publishing', async () => {
    const { next, prepared } = recordedPreparation(async () => undefined, null)
    next.prepare(signal)
    await next.generationBegins('event')
    expect(prepared).toEqual([])
  })

  it('is retried while a service is unavailable, but not after other errors', async () => {
    const errors: Error[] = [new AppError('unavailable', 'UPSTREAM_UNAVAILABLE', 'away'), new Error('broken')]
    const { next, prepared } = recordedPreparation(async () => {
      throw errors[prepared.length - 1]
    })
    for (let n = 0; n < 4; n++) {
      next.prepare(signal)
      await nextTurn()
    }
    expect(prepared).toHaveLength(2)
  })

  it('runs again after each manual generation, and not after automatic ones', async () => {
    const { next, prepared } = recordedPreparation(async () => undefined)
    for (const trigger of ['manual', 'event', 'event', 'manual'] as const) {
      next.prepare(signal)
      await nextTurn()
      await next.generationBegins(trigger)
    }
    next.prepare(signal)
    await nextTurn()
    expect(prepared).toHaveLength(3)
  })

  it('runs again after the lease was lost during it', async () => {
    const { next, prepared } = recordedPreparation(async () => undefined)
    const lease = new AbortController()
    next.prepare(lease.signal)
    lease.abort()
    await next.generationBegins('event')
    next.prepare(signal)
    await nextTurn()
    expect(prepared.map(([, until]) => until.signal)).toEqual([signal])
  })

  it('is cancelled by a generation, which waits for its end', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { next, prepared } = recordedPreparation(() => promise)
    next.prepare(signal)
    await nextTurn()
    let hasStarted = false
    const waiting = next.generationBegins('event').then(() => {
      hasStarted = true
    })
    expect(prepared[0]?.[1].superseded.aborted).toBe(true)
    await nextTurn()
    expect(hasStarted).toBe(false)
    resolve()
    await waiting
    expect(hasStarted).toBe(true)
  })
})

describe('a publisher that has started', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  function processes(changes: Partial<PublisherPorts> = {}, posts = [aPost('one'), aPost('two', { at: 2 })]) {
    const model = intercepted(memoryModelStore())
    let modelReads = 0
    model.intercept('records', (forward) => {
      modelReads += 1
      return forward()
    })
    let site = aSourceSite({ posts })
    const feed = contentFeedOf(() => site)
    const before = testPublisher(site, { model, feed })
    const { ledger, sites } = before
    let gate = Promise.resolve()
    const waited: typeof feed = {
      ...feed,
      async changesSince(...given) {
        await gate
        return feed.changesSince(...given)
      },
    }
    const after = testPublisher(site, { model, feed: waited, ledger, sites, ...changes })
    /** Blocks the content service until the returned function is called. */
    const blockContent = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    }
    closing.push(before.close, after.close)
    const retitled = () => {
      site = {
        ...site,
        posts: site.posts.map((post) => (post.slug === 'one' ? { ...post, title: 'Another title' } : post)),
      }
      after.change(site)
      return site
    }
    return { before, after, ledger, modelReads: () => modelReads, retitled, blockContent }
  }

  it('loads content before the first generation, which has the same result as a new build', async () => {
    const { before, after, ledger, modelReads, retitled } = processes()
    await before.generate()
    const readsBefore = modelReads()
    await after.run()
    await expect.poll(() => modelReads() - readsBefore, { timeout: 10_000 }).toBe(1)
    const fresh = testPublisher(retitled())
    await after.app.noteChanges(ledger)
    after.wait(60_000)
    await after.run()
    expect((await ledger.overview()).last).toMatchObject({ trigger: 'event', state: 'succeeded' })
    expect(modelReads() - readsBefore).toBe(1)
    closing.push(fresh.close)
    await fresh.generate()
    expect(await before.files()).toEqual(await fresh.files())
    expect((await before.files()).get('post/one/index.html')).toContain('Another title')
  })

  /**
   * Markup without a cache, which records the digests it renders, by chunk. Renders nothing before `gate`
   * resolves.
   */
  function uncachedMarkup(gate: Promise<void> = Promise.resolve()) {
    const markup = markedMarkup({ pool: bodyPool() })
    const requested: string[][] = []
    const counted: typeof markup = {
      ...markup,
      async render(sources, options) {
        requested.push(sources.map(({ textDigest }) => textDigest))
        await gate
        return markup.render(sources, options)
      },
    }
    onTestFinished(() => markup.part.stop())
    return { markup: counted, requested }
  }

  const many = Array.from({ length: 600 }, (_, n) => aPost(`post-${n}`, { at: n + 1 }))

  it('renders uncached bodies before the first generation', async () => {
    const { markup, requested } = uncachedMarkup()
    const { before, after, ledger } = processes({ markup }, many)
    await before.generate()
    await after.run()
    await expect.poll(() => new Set(requested.flat()).size, { timeout: 20_000 }).toBe(600)
    await after.app.noteChanges(ledger)
    after.wait(60_000)
    await after.run()
    expect((await ledger.overview()).last).toMatchObject({ trigger: 'event', state: 'succeeded' })
    expect(requested.flat()).toHaveLength(600)
  })

  it('renders each body once when a generation starts while bodies are rendered', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { markup, requested } = uncachedMarkup(gate)
    const { before, after, ledger } = processes({ markup }, many)
    await before.generate()
    /** Chunks requested when the generation started. */
    let chunksAtStart = 0
    ledger.intercept('start', (forward, ...given) => {
      chunksAtStart = requested.length
      return forward(...given)
    })
    await after.run()
    await expect.poll(() => requested.length, { timeout: 20_000 }).toBeGreaterThan(0)
    await after.app.generateSite(after.admin, {})
    const running = after.run()
    await nextTurn()
    const chunks = requested.length
    open()
    await running
    expect((await ledger.overview()).last).toMatchObject({ trigger: 'manual', state: 'succeeded' })
    expect(requested.flat()).toHaveLength(600)
    // Running chunks are completed, and no further one is started for the preparation.
    expect(chunksAtStart).toBe(chunks)
    expect(chunks).toBeLessThan(requested.length)
  })

  it('does not start a waiting generation after its lease is lost', async () => {
    const { before, after, ledger, blockContent } = processes()
    await before.generate()
    const lease = new AbortController()
    const release = blockContent()
    await after.app.runGenerations(lease.signal)
    await after.app.generateSite(after.admin, {})
    const running = after.app.runGenerations(lease.signal)
    await nextTurn()
    lease.abort()
    release()
    expect(await running).toBeNull()
    expect((await ledger.overview()).current).toMatchObject({ state: 'queued', attempts: 0 })
  })

  it('prepares the first edit after each manual generation', async () => {
    const { markup } = uncachedMarkup()
    const warmedUp: string[] = []
    const posts = [aPost('one'), aPost('two', { at: 2 })]
    const watched: typeof markup = { ...markup, warmUp: (of) => void warmedUp.push(of) }
    const { after, ledger } = processes({ markup: watched }, posts)
    for (let n = 0; n < 2; n++) {
      warmedUp.length = 0
      await after.generate()
      // Of the generation, then of the preparation.
      await expect.poll(() => warmedUp, { timeout: 10_000 }).toEqual(['site', 'author', 'site'])
      expect((await ledger.overview()).last).toMatchObject({ trigger: 'manual', state: 'succeeded' })
    }
  })

  it('loads no content if no generation was ever requested', async () => {
    const { after, modelReads } = processes()
    await after.run()
    await nextTurn()
    expect(modelReads()).toBe(0)
  })
})
