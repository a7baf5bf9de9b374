import { AppError, anonymous } from '@typecase/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import type { GenerationLedger } from '../src/core/releases/generation-ledger.ts'
import { contentFeedOf } from './support/content-feed.ts'
import { testPublisher } from './support/publisher.ts'
import { aPage, aPost, aSourceSite, aSourceTheme, withMarkdown } from './support/sites.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher(...args: Parameters<typeof testPublisher>) {
  const fixture = testPublisher(...args)
  closing.push(fixture.close)
  return fixture
}

const small = () =>
  aSourceSite({
    posts: [aPost('one', { at: 1, tags: ['A'] }), aPost('two', { at: 2, category: 'News' })],
    pages: [aPage('about')],
  })
const unavailable = new AppError(
  'unavailable',
  'UPSTREAM_UNAVAILABLE',
  'A part of the system is not available. Please try again.',
)

const brokenTheme = aSourceTheme({ 'templates/post.html': 'a\n{{#if title}}' })

describe('a manual generation', () => {
  it('writes the site and reports counts', async () => {
    const { generate, files, ledger } = publisher(small())
    expect(await generate()).toMatchObject({
      state: 'succeeded',
      trigger: 'manual',
      pagesDone: 11,
      pagesTotal: 11,
      pagesWritten: 11,
      errors: [],
    })
    expect((await files()).get('post/one/index.html')).toContain('<h1>Title one</h1><p>Body one</p>')
    expect(ledger.facts).toMatchObject([
      { type: 'publisher.site.generated', data: { pagesTotal: 11, pagesWritten: 11, outputDir: '_site' } },
    ])
  })

  it('is for administrators only', async () => {
    const { app } = publisher(small())
    const editor = { kind: 'user', id: 'u', username: 'ed', role: 'editor', sessionId: 's' } as const
    await expect(app.generateSite(editor, {})).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'Only administrators can generate static sites',
    })
    await expect(app.getSiteStatus(editor)).rejects.toMatchObject({
      message: 'Only administrators can generate static sites',
    })
    await expect(app.generateSite(anonymous, {})).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  it('uses the settings, and prefers staticBaseUrl to siteUrl (contract.md#generation-options)', async () => {
    const { app, admin } = publisher(
      aSourceSite({
        settings: {
          siteUrl: 'https://a.test',
          staticBaseUrl: '/b',
          staticOutputDir: 'x/y',
          staticCleanUrls: false,
        },
      }),
    )
    expect((await app.generateSite(admin, {})).options).toEqual({
      outputDir: 'x/y',
      baseUrl: '/b',
      cleanUrls: false,
    })
    // A character that HTML forbids.
    expect((await app.generateSite(admin, { baseUrl: '/\ufffe' })).options.baseUrl).toBe('/%EF%BF%BE')
    expect((await app.generateSite(admin, { baseUrl: '', cleanUrls: true })).options).toEqual({
      outputDir: 'x/y',
      baseUrl: '',
      cleanUrls: true,
    })
  })

  it.each(['', '.', '..', 'a/../b', '/tmp/x', 'a\\b', 'a//b', 'a/', '.generations/x', 'a\u0000'])(
    'rejects the output folder %j',
    async (outputDir) => {
      const { app, admin } = publisher(small())
      await expect(app.generateSite(admin, { outputDir })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        problems: [{ path: 'outputDir' }],
      })
    },
  )

  it.each(['ftp://x', 'example.test', '//x', 'javascript:x', 'https://', 'https://a b', '/a?b'])(
    'rejects the base URL %j',
    async (baseUrl) => {
      const { app, admin } = publisher(small())
      await expect(app.generateSite(admin, { baseUrl })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        problems: [{ path: 'baseUrl' }],
      })
    },
  )

  it('writes the same bytes twice, and copies files once', async () => {
    const { generate, files, opened } = publisher(small())
    await generate()
    const first = await files()
    await generate()
    expect(await files()).toEqual(first)
    expect(opened).toEqual(['assets/css/style.css'])
  })

  it('that fails reports message, template, line, page and post, and keeps the old site', async () => {
    const { generate, files, change, site, ledger } = publisher(small())
    await generate()
    const before = await files()
    change({ ...site(), theme: brokenTheme })
    expect(await generate()).toMatchObject({ state: 'failed', errors: [{ template: 'templates/post.html' }] })
    change({ ...site(), theme: aSourceTheme({ 'templates/post.html': 'x\n\n{{#each}}{{/each}}' }) })
    const failed = await generate()
    expect(failed?.errors).toContainEqual({
      message: 'Must pass iterator to #each',
      template: 'templates/post.html',
      line: 3,
      page: 'post/one/index.html',
      entry: { type: 'post', id: site().posts.find(({ slug }) => slug === 'one')?.id },
    })
    expect(await files()).toEqual(before)
    expect((await ledger.overview()).lastSuccess?.id).not.toBe(failed?.id)
    expect(ledger.facts.at(-1)?.type).toBe('publisher.site.failed')
  })

  it('requested while another runs has the newest state (contract.md#generation-order)', async () => {
    const fixture = publisher(small())
    await fixture.app.generateSite(fixture.admin, {})
    let hasRequested = false
    const siteContext = async () => {
      const now = fixture.site()
      if (!hasRequested) {
        hasRequested = true
        fixture.change({ ...now, posts: [...now.posts, withMarkdown(aPost('late'))] })
        await fixture.app.generateSite(fixture.admin, {})
        await fixture.app.generateSite(fixture.admin, {})
      }
      return now
    }
    const { app } = publisher(small(), {
      ledger: fixture.ledger,
      sites: fixture.sites,
      source: { settings: async () => fixture.site().settings, siteContext, open: async () => undefined },
      feed: contentFeedOf(fixture.site),
    })
    await app.runGenerations(new AbortController().signal)
    expect((await fixture.files()).has('post/late/index.html')).toBe(true)
    expect(fixture.ledger.facts).toHaveLength(2)
  })

  it('retries while a service is unavailable, then fails with the reason', async () => {
    const source = {
      settings: async () => small().settings,
      siteContext: () => Promise.reject(unavailable),
      open: async () => undefined,
    }
    const { app, admin, run, wait, ledger } = publisher(small(), { source })
    await app.generateSite(admin, {})
    for (let attempt = 0; attempt < 5; attempt++) {
      await run()
      expect((await ledger.overview()).current?.state).toBe('queued')
      wait(60_000)
    }
    await run()
    expect((await ledger.overview()).last).toMatchObject({
      state: 'failed',
      errors: [{ message: unavailable.message }],
    })
  })

  it('omits a media file that is deleted meanwhile', async () => {
    const media = [
      {
        id: 'f1',
        folder: 'images',
        filename: 'a.png',
        url: '/images/a.png',
        digest: 'd',
        caption: '',
        width: 1,
        height: 1,
        mimeType: 'image/png',
        renditions: [],
      },
    ]
    const site = aSourceSite({ media })
    const source = {
      settings: async () => site.settings,
      siteContext: async () => site,
      open: async () => undefined,
    }
    const { generate, files } = publisher(site, { source })
    expect((await generate())?.state).toBe('succeeded')
    expect((await files()).has('images/a.png')).toBe(false)
  })

  it('omits a page whose address is taken, and reports why', async () => {
    const { generate, event, files } = publisher(
      aSourceSite({ posts: [aPost('a')], pages: [aPage('post/a', { title: 'Mine' })] }),
    )
    const errors = [
      {
        message: 'The page "Mine" is left out: its address /post/a/ belongs to the post "Title a"',
        page: 'post/a/index.html',
      },
    ]
    expect(await generate()).toMatchObject({ state: 'succeeded', errors })
    expect((await files()).get('post/a/index.html')).toContain('Title a')
    expect(await event()).toMatchObject({ state: 'succeeded', pagesWritten: 0, errors })
  })

  it('reports the total first, and all pages as done before the switch', async () => {
    const fixture = publisher(small())
    const reports: unknown[] = []
    const ledger: GenerationLedger = {
      ...fixture.ledger,
      progress: async (id, counts) => {
        reports.push([counts.pagesDone, counts.pagesTotal])
        await fixture.ledger.progress(id, counts)
      },
      whileRunning: async (run, work) => {
        reports.push('switch')
        await fixture.ledger.whileRunning(run, work)
      },
    }
    const watched = publisher(small(), { ledger })
    await watched.app.generateSite(watched.admin, {})
    await watched.run()
    expect(reports[0]).toEqual([0, 11])
    expect(reports.slice(-2)).toEqual([[11, 11], 'switch'])
    expect(reports.filter((each) => String(each) === '11,11')).toHaveLength(1)
  })

  it('that fails reports its counts', async () => {
    const { generate } = publisher({
      ...small(),
      theme: aSourceTheme({ 'templates/post.html': '{{#each}}{{/each}}' }),
    })
    expect(await generate()).toMatchObject({ state: 'failed', pagesDone: 9, pagesTotal: 11 })
  })

  it('shows the source of a body that cannot be rendered, and reports the page', async () => {
    const deep = aPost('deep', {
      at: 3,
      body: { ...aPost('x').body, excerpt: `${'> '.repeat(20_000)}<b>end</b>` },
    })
    const { generate, event, files } = publisher({
      ...small(),
      posts: [...small().posts, withMarkdown(deep)],
    })
    const page = 'post/deep/index.html'
    const errors = [
      {
        message: `The page ${page} shows the source of its content, because it nests deeper than 100 levels`,
        page,
      },
    ]
    expect(await generate()).toMatchObject({ state: 'succeeded', errors })
    expect((await files()).get(page)).toContain(`<pre>${'&gt; '.repeat(20_000)}&lt;b&gt;end&lt;/b&gt;</pre>`)
    expect((await files()).get('post/one/index.html')).toContain('<p>Body one</p>')
    expect(await event()).toMatchObject({ state: 'succeeded', pagesWritten: 0, errors })
  })

  it('puts the footer code on every page, unescaped', async () => {
    const { generate, files } = publisher({
      ...small(),
      settings: { ...small().settings, footerCode: '<script>foot()</script>' },
    })
    await generate()
    for (const [path, html] of await files())
      if (path.endsWith('.html')) expect(html.split('<script>foot()</script>'), path).toHaveLength(2)
  })
})
