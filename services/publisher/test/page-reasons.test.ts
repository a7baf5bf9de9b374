import { anonymous } from '@typecase/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import type { Change } from '../src/core/reports/history/receipt.ts'
import { memoryPageRecordStore } from './memory/page-records.ts'
import { testPublisher } from './support/publisher.ts'
import { aMenuItem, anImage, aPage, aPost, aSourceSite, aSourceTheme } from './support/sites.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher(...args: Parameters<typeof testPublisher>) {
  const made = testPublisher(...args)
  closing.push(made.close)
  const newest = async () => (await made.app.listReceipts(made.admin, { limit: 1, offset: 0 })).receipts[0]
  const why = (path: string) => made.app.explainPage(made.admin, path)
  return { ...made, newest, why }
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
  it('has its inputs and its last change', async () => {
    const { generate, event, change: become, why, app } = publisher(site())
    const first = await generate()
    become(retitled('p0'))
    const saved = change({ entityId: posts[0]?.id ?? '', title: 'Another title', slug: 'p0' })
    const second = await event(saved, change({ kind: 'menu', what: 'changed' }))
    expect(await why('/post/p0/')).toMatchObject({
      path: 'post/p0/index.html',
      kind: 'post',
      template: 'templates/layout.html',
      own: { kind: 'post', id: posts[0]?.id, title: 'Another title' },
      lastChange: { generationId: second?.id, reasons: ['entry'] },
      changes: [saved],
    })
    expect((await why('/post/p1/')).lastChange).toMatchObject({
      generationId: second?.id,
      reasons: ['neighbours'],
    })
    expect((await why('/post/p1/')).shows).toContainEqual({
      kind: 'post',
      id: posts[0]?.id,
      title: 'Another title',
    })
    expect((await why('/about')).lastChange).toMatchObject({ generationId: first?.id, reasons: ['new'] })
    expect(await why('/rss.xml')).toMatchObject({
      kind: 'feed',
      lastChange: { generationId: second?.id, reasons: ['feed'] },
    })
    const editor = { kind: 'user', id: 'u', username: 'ed', role: 'editor', sessionId: 's' } as const
    expect(await app.explainPage(editor, '/post/p0/')).toMatchObject({ kind: 'post' })
    await expect(app.explainPage(anonymous, '/')).rejects.toMatchObject({ kind: 'unauthenticated' })
    await expect(why('/gone/')).rejects.toMatchObject({ code: 'PAGE_NOT_FOUND' })
  })

  it('keeps the last change when it is rendered again without changes', async () => {
    const { generate, event, change: become, why } = publisher(site())
    const first = await generate()
    become({ ...site(), media: [anImage('cat', 100)] })
    const second = await event(change({ kind: 'media', what: 'stored' }))
    await generate()
    expect((await why('/post/p0/')).lastChange).toMatchObject({ generationId: first?.id })
    expect(await why('/images/cat.png')).toMatchObject({
      kind: 'media',
      lastChange: { generationId: second?.id, reasons: ['new'] },
    })
  })

  it('survives a full generation without changes, although records are read after the switch', async () => {
    const records = memoryPageRecordStore()
    const read: boolean[] = []
    let isShown = false
    const watched = {
      ...records,
      read: (...given: Parameters<typeof records.read>) => {
        read.push(isShown)
        return records.read(...given)
      },
    }
    const {
      generate,
      event,
      change: become,
      why,
      sites,
      app,
      admin,
    } = publisher(site(), { records: watched })
    const stage = sites.stage
    sites.stage = async (request) => {
      const staging = await stage(request)
      const activate: typeof staging.activate = async (...given) => {
        await staging.activate(...given)
        isShown = true
      }
      return { ...staging, activate }
    }
    const first = await generate()
    expect(read).toEqual([true])
    isShown = false
    await generate()
    expect(read).toEqual([true, true])
    expect((await why('/post/p0/')).lastChange).toMatchObject({ generationId: first?.id, reasons: ['new'] })
    become(retitled('p0'))
    isShown = false
    read.length = 0
    await generate()
    expect(read[0]).toBe(false)
    expect((await app.explainPage(admin, '/post/p0/')).lastChange).toMatchObject({ reasons: ['entry'] })
    become(site())
    read.length = 0
    isShown = false
    await event(change({ entityId: posts[0]?.id ?? '' }))
    expect(read[0]).toBe(false)
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
      expect((await second.why(path)).lastChange, path).not.toBeNull()
  })

  it('of a file has only changes that may concern it', async () => {
    const { generate, event, change: become, why } = publisher(site())
    await generate()
    become({ ...retitled('p0'), theme: { ...aSourceTheme(), digest: 'new' }, media: [anImage('cat', 100)] })
    const ofPost = change({ entityId: posts[0]?.id ?? '' })
    const ofTheme = change({ kind: 'theme', what: 'updated' })
    const ofCat = change({ kind: 'media', what: 'stored', title: 'cat.png' })
    const ofDog = change({ kind: 'media', what: 'stored', title: 'dog.png' })
    await event(ofPost, ofTheme, ofCat, ofDog)
    const changesOf = async (path: string) => (await why(path)).changes.map(({ id }) => id)
    expect(await changesOf('/images/cat.png')).toEqual([ofCat.id])
    expect(await changesOf('/robots.txt')).toEqual([])
    expect(await changesOf('/post/p0/')).toEqual(expect.arrayContaining([ofPost.id]))
  })

  it('has settings, theme and image changes where they apply', async () => {
    const { generate, event, change: become, why, site: now } = publisher(site())
    await generate()
    const theme = {
      ...aSourceTheme(),
      digest: 'new',
      assets: [{ path: 'assets/css/style.css', digest: 'new' }],
    }
    const photo = { ...anImage('cat', 100), filename: 'cat.jpg', url: '/images/cat.jpg' }
    const shown = now().posts.map((post) => ({ ...post, featuredImage: { url: '/images/cat.png', alt: '' } }))
    const media = [anImage('cat', 640), photo, anImage('cat-2', 100)]
    become({
      ...now(),
      posts: shown,
      theme,
      media,
      settings: { ...now().settings, siteTitle: 'Another title', postsPerPage: 1 },
    })
    const [ofPost, ofSettings] = [change({ entityId: posts[0]?.id ?? '' }), change({ kind: 'settings' })]
    const [ofTheme, ofCat] = [change({ kind: 'theme' }), change({ kind: 'media', title: 'cat.png' })]
    await event(ofPost, ofSettings, ofTheme, ofCat)
    const changesOf = async (path: string) => (await why(path)).changes.map(({ id }) => id)
    for (const path of ['/rss.xml', '/page/9/'])
      expect(await changesOf(path), path).toEqual([ofPost.id, ofSettings.id])
    expect(await changesOf('/assets/css/style.css')).toEqual([ofTheme.id])
    for (const path of ['/images/cat.png', '/images/cat.320w.webp'])
      expect(await changesOf(path), path).toEqual([ofCat.id])
    for (const path of ['/images/cat.jpg', '/images/cat-2.png'])
      expect(await changesOf(path), path).toEqual([])
  })

  it('is found with or without the base path, in both address styles', async () => {
    const { generate, why } = publisher(
      aSourceSite({ posts, settings: { staticBaseUrl: 'https://x.test/base', staticCleanUrls: false } }),
    )
    await generate()
    for (const path of ['/base/post/p0.html', '/post/p0.html', 'post/p0.html', '/base/post/p0.html?x#y'])
      expect((await why(path)).path).toBe('post/p0.html')
    expect((await why('/base/')).path).toBe('index.html')
  })
})
