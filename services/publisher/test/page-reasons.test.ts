import { anonymous } from '@typecase/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import type { SiteStore } from '../src/core/ports.ts'
import type { Change } from '../src/core/reports/history/receipt.ts'
import { memoryPageRecordStore } from './memory/page-records.ts'
import { memorySiteStore } from './memory/site-store.ts'
import { testPublisher } from './support/publisher.ts'
import { aMenuItem, anImage, aPage, aPost, aSourceSite, aSourceTheme } from './support/sites.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher(...args: Parameters<typeof testPublisher>) {
  const fixture = testPublisher(...args)
  closing.push(fixture.close)
  const newest = async () =>
    (await fixture.app.listReceipts(fixture.admin, { limit: 1, offset: 0 })).receipts[0]
  const explain = (path: string) => fixture.app.explainPage(fixture.admin, path)
  return { ...fixture, newest, explain }
}

let count = 0
const change = (changes: Partial<Change> = {}): Change => ({
  id: `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`,
  kind: 'post',
  entityId: '',
  revision: 2,
  what: 'updated',
  title: null,
  slug: null,
  acceptedAt: new Date(Date.UTC(2025, 0, 1, 0, count)),
  updatedAt: null,
  ...changes,
})

const posts = Array.from({ length: 12 }, (_, n) => aPost(`p${n}`, { at: n + 1, category: 'News' }))
const about = aPage('about')
const site = () => aSourceSite({ posts, pages: [about], menu: [aMenuItem({ id: 'm', url: '/blog/' })] })
const retitled = (slug: string, from = site()) => {
  const updatedAt = '2026-03-01T00:00:00.000Z'
  return {
    ...from,
    posts: from.posts.map((post) =>
      post.slug === slug ? { ...post, title: 'Another title', updatedAt } : post,
    ),
  }
}

describe('the explanation of a page', () => {
  it('has the inputs and the last change of the page', async () => {
    const { generate, event, change: setSite, explain, app } = publisher(site())
    const first = await generate()
    setSite(retitled('p0'))
    const saved = change({ entityId: posts[0]?.id ?? '', title: 'Another title', slug: 'p0' })
    const second = await event(saved, change({ kind: 'menu', what: 'changed' }))
    expect(await explain('/post/p0/')).toMatchObject({
      path: 'post/p0/index.html',
      kind: 'post',
      template: 'templates/layout.html',
      own: { kind: 'post', id: posts[0]?.id, title: 'Another title' },
      lastChange: { generationId: second?.id, reasons: ['entry'] },
      changes: [saved],
    })
    expect((await explain('/post/p1/')).lastChange).toMatchObject({
      generationId: second?.id,
      reasons: ['neighbours'],
    })
    expect((await explain('/post/p1/')).shows).toContainEqual({
      kind: 'post',
      id: posts[0]?.id,
      title: 'Another title',
    })
    expect((await explain('/about')).lastChange).toMatchObject({ generationId: first?.id, reasons: ['new'] })
    expect(await explain('/rss.xml')).toMatchObject({
      kind: 'feed',
      lastChange: { generationId: second?.id, reasons: ['feed'] },
    })
    const editor = { kind: 'user', id: 'u', username: 'ed', role: 'editor', sessionId: 's' } as const
    expect(await app.explainPage(editor, '/post/p0/')).toMatchObject({ kind: 'post' })
    await expect(app.explainPage(anonymous, '/')).rejects.toMatchObject({ kind: 'unauthenticated' })
    await expect(explain('/gone/')).rejects.toMatchObject({ code: 'PAGE_NOT_FOUND' })
  })

  it('keeps the last change when the page is rendered again without changes', async () => {
    const { generate, event, change: setSite, explain } = publisher(site())
    const first = await generate()
    setSite({ ...site(), media: [anImage('cat', 100)] })
    const second = await event(change({ kind: 'media', what: 'stored' }))
    await generate()
    expect((await explain('/post/p0/')).lastChange).toMatchObject({ generationId: first?.id })
    expect(await explain('/images/cat.png')).toMatchObject({
      kind: 'media',
      lastChange: { generationId: second?.id, reasons: ['new'] },
    })
  })

  it('survives a full generation without changes, although records are read after the switch', async () => {
    const records = memoryPageRecordStore()
    const readsAfterSwitch: boolean[] = []
    let isSwitched = false
    const watched = {
      ...records,
      read: (...args: Parameters<typeof records.read>) => {
        readsAfterSwitch.push(isSwitched)
        return records.read(...args)
      },
    }
    const sites = memorySiteStore()
    const watchedSites: SiteStore = {
      ...sites,
      async stage(request) {
        const staging = await sites.stage(request)
        const activate: typeof staging.activate = async (...args) => {
          await staging.activate(...args)
          isSwitched = true
        }
        return { ...staging, activate }
      },
    }
    const {
      generate,
      event,
      change: setSite,
      explain,
      app,
      admin,
    } = publisher(site(), { records: watched, sites: watchedSites })
    const first = await generate()
    expect(readsAfterSwitch).toEqual([true])
    isSwitched = false
    await generate()
    expect(readsAfterSwitch).toEqual([true, true])
    expect((await explain('/post/p0/')).lastChange).toMatchObject({
      generationId: first?.id,
      reasons: ['new'],
    })
    setSite(retitled('p0'))
    isSwitched = false
    readsAfterSwitch.length = 0
    await generate()
    expect(readsAfterSwitch[0]).toBe(false)
    expect((await app.explainPage(admin, '/post/p0/')).lastChange).toMatchObject({ reasons: ['entry'] })
    setSite(site())
    readsAfterSwitch.length = 0
    isSwitched = false
    await event(change({ entityId: posts[0]?.id ?? '' }))
    expect(readsAfterSwitch[0]).toBe(false)
  })

  it('is recorded again after an upgrade from a version that stored it elsewhere', async () => {
    const first = publisher(site())
    await first.generate()
    const { sites, ledger } = first
    const second = publisher(site(), { sites, ledger, records: memoryPageRecordStore() })
    second.change(retitled('p0'))
    await second.app.noteChanges(ledger)
    second.wait(60_000)
    await second.run()
    for (const path of ['/post/p0/', '/post/p9/', '/about/', '/robots.txt'])
      expect((await second.explain(path)).lastChange, path).not.toBeNull()
  })

  it('lists only changes that may affect the file', async () => {
    const { generate, event, change: setSite, explain } = publisher(site())
    await generate()
    setSite({ ...retitled('p0'), theme: { ...aSourceTheme(), digest: 'new' }, media: [anImage('cat', 100)] })
    const ofPost = change({ entityId: posts[0]?.id ?? '' })
    const ofTheme = change({ kind: 'theme', what: 'updated' })
    const ofCat = change({ kind: 'media', what: 'stored', title: 'cat.png' })
    const ofDog = change({ kind: 'media', what: 'stored', title: 'dog.png' })
    await event(ofPost, ofTheme, ofCat, ofDog)
    const changesOf = async (path: string) => (await explain(path)).changes.map(({ id }) => id)
    expect(await changesOf('/images/cat.png')).toEqual([ofCat.id])
    expect(await changesOf('/robots.txt')).toEqual([])
    expect(await changesOf('/post/p0/')).toEqual(expect.arrayContaining([ofPost.id]))
  })

  it('lists changes of settings, theme and images for the files they affect', async () => {
    const { generate, event, change: setSite, explain, site: now } = publisher(site())
    await generate()
    const theme = {
      ...aSourceTheme(),
      digest: 'new',
      assets: [{ path: 'assets/css/style.css', digest: 'new' }],
    }
    const photo = { ...anImage('cat', 100), filename: 'cat.jpg', url: '/images/cat.jpg' }
    const withImage = now().posts.map((post) => ({
      ...post,
      featuredImage: { url: '/images/cat.png', alt: '' },
    }))
    const media = [anImage('cat', 640), photo, anImage('cat-2', 100)]
    setSite({
      ...now(),
      posts: withImage,
      theme,
      media,
      settings: { ...now().settings, siteTitle: 'Another title', postsPerPage: 1 },
    })
    const [ofPost, ofSettings] = [change({ entityId: posts[0]?.id ?? '' }), change({ kind: 'settings' })]
    const [ofTheme, ofCat] = [change({ kind: 'theme' }), change({ kind: 'media', title: 'cat.png' })]
    await event(ofPost, ofSettings, ofTheme, ofCat)
    const changesOf = async (path: string) => (await explain(path)).changes.map(({ id }) => id)
    for (const path of ['/rss.xml', '/page/9/'])
      expect(await changesOf(path), path).toEqual([ofPost.id, ofSettings.id])
    expect(await changesOf('/assets/css/style.css')).toEqual([ofTheme.id])
    for (const path of ['/images/cat.png', '/images/cat.320w.webp'])
      expect(await changesOf(path), path).toEqual([ofCat.id])
    for (const path of ['/images/cat.jpg', '/images/cat-2.png'])
      expect(await changesOf(path), path).toEqual([])
  })

  it('is found with or without the base path, in both address styles', async () => {
    const { generate, explain } = publisher(
      aSourceSite({ posts, settings: { staticBaseUrl: 'https://x.test/base', staticCleanUrls: false } }),
    )
    await generate()
    for (const path of ['/base/post/p0.html', '/post/p0.html', 'post/p0.html', '/base/post/p0.html?x#y'])
      expect((await explain(path)).path).toBe('post/p0.html')
    expect((await explain('/base/')).path).toBe('index.html')
  })
})
