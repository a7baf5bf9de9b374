/** Tests of docs/contract.md, "Static site" and "Hooks". */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { apiClient, eventually } from '../api.ts'
import { oneSystem } from '../one-system.ts'

const one = oneSystem({
  EXTENSIONS: fileURLToPath(new URL('../fixtures/extensions/broken.mjs', import.meta.url)),
  HOOK_TIMEOUT_MS: '200',
})
const site = async (path: string) => {
  const response = await fetch(one.system.siteUrl + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const post = (metadata: object, content = '') =>
  one.api.ok('POST', '/api/posts', { json: { metadata: { status: 'published', ...metadata }, content } })
const page = (metadata: object, content = '') =>
  one.api.ok('POST', '/api/pages', { json: { metadata: { status: 'published', ...metadata }, content } })
const settings = (json: object) => one.api.ok('PUT', '/api/settings', { json })
const status = async () => (await one.api.ok('GET', '/api/static/status')).body

describe('site-listener', () => {
  it('returns 404 before the first generation, then serves the site and its 404 page', async () => {
    expect((await site('/')).status).toBe(404)
    await post(
      { title: 'First post', category: 'News & more', tags: ['Ink'] },
      'Hello <script>alert(1)</script> *world*',
    )
    await one.api.generate()
    const home = await site('/')
    expect(home.status).toBe(200)
    expect(home.headers.get('set-cookie')).toBeNull()
    expect((await site('/none/')).status).toBe(404)
    expect((await site('/none/')).text).toContain('<html')
  })
})

describe('generation-options', () => {
  it('are returned with their effective values, and are rejected if invalid', async () => {
    const { body } = await one.api.ok('POST', '/api/static/generate', {
      json: { outputDir: 'other', cleanUrls: false },
    })
    expect(body.options).toEqual({ outputDir: 'other', baseUrl: '', cleanUrls: false })
    for (const json of [
      { outputDir: '../up' },
      { outputDir: '/abs' },
      { outputDir: '' },
      { baseUrl: 'ftp://x' },
      { cleanUrls: 'no' },
    ])
      expect((await one.api.request('POST', '/api/static/generate', { json })).status).toBe(400)
  })
})

describe('generation-status', () => {
  it('describes the last generation', async () => {
    await one.api.generate()
    const { last, lastGenerated, ...rest } = await status()
    expect(rest).toMatchObject({
      status: 'ready',
      current: null,
      settings: { staticOutputDir: '_site', staticCleanUrls: true },
    })
    expect(last).toMatchObject({
      state: 'succeeded',
      trigger: 'manual',
      errors: [],
      finishedAt: lastGenerated,
    })
  })
})

describe('generation-order', () => {
  it('publishes the newest state after concurrent generation requests', async () => {
    const requests = Array.from({ length: 4 }, () => one.api.ok('POST', '/api/static/generate'))
    await Promise.all(requests)
    await post({ title: 'Late comer' })
    await one.api.generate()
    expect((await site('/post/late-comer/')).status).toBe(200)
  })
})

describe('atomic-generations', () => {
  it('produce identical files for the same state, and do not change the footer code', async () => {
    await settings({ footerCode: '<!-- footer & code -->' })
    await one.api.generate()
    const paths = ['/', '/blog/', '/rss.xml', '/sitemap.xml', '/post/first-post/']
    const first = await Promise.all(paths.map(site))
    await one.api.generate()
    const second = await Promise.all(paths.map(site))
    expect(second.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
    expect(first[0]?.text).toContain('<!-- footer & code -->')
  })
})

describe('authors', () => {
  it('have pages with their profiles; changing a profile or deleting a user updates the site', async () => {
    const user = { username: 'Ada.B', email: 'ada@example.org', password: 'a-long-password-of-ada' }
    const { body } = await one.api.ok('POST', '/api/users', { json: user })
    const { id } = body.data as { id: string }
    await post({ title: 'Written by Ada', author: 'Ada.B' })
    await one.api.generate()
    expect((await site('/post/written-by-ada/')).text).toContain(
      'href="/author/ada.b/" rel="author">Ada.B</a>',
    )
    const profile = { displayName: 'Ada Byron', bio: 'Writes <programs>.' }
    await one.api.ok('PUT', `/api/users/${id}`, { json: profile })
    await eventually('the display name', async () =>
      (await site('/post/written-by-ada/')).text.includes('href="/author/ada.b/" rel="author">Ada Byron</a>'),
    )
    const authorPage = (await site('/author/ada.b/')).text
    expect(authorPage).toContain('<h1>Ada Byron</h1>')
    expect(authorPage).toContain('Writes &lt;programs&gt;.')
    expect(authorPage).toContain('href="/post/written-by-ada/"')
    expect((await site('/rss.xml')).text).toContain('<dc:creator>Ada Byron</dc:creator>')
    expect((await site('/sitemap.xml')).text).toContain('/author/ada.b/</loc>')
    await one.api.ok('DELETE', `/api/users/${id}`)
    await eventually('the username', async () =>
      (await site('/author/ada.b/')).text.includes('<h1>Ada.B</h1>'),
    )
  })
})

describe('site-language-and-time-zone', () => {
  it('determine lang, dir, texts and dates of a page', async () => {
    const { body } = await post({ title: 'Dated' })
    const { createdAt } = (await one.api.ok('GET', `/api/posts/${body.id}`)).body.data as {
      createdAt: string
    }
    const dateIn = (language: string, timeZone: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(createdAt))
    for (const [siteLanguage, siteTimezone, root, words] of [
      ['de', 'Pacific/Kiritimati', '<html lang="de">', 'Alle Beiträge'],
      ['ar', 'Pacific/Pago_Pago', '<html lang="ar" dir="rtl">', 'كل المقالات'],
      ['en', 'UTC', '<html lang="en">', 'All posts'],
    ] as const) {
      await settings({ siteLanguage, siteTimezone })
      await one.api.generate()
      const { text } = await site('/post/dated/')
      expect(text).toContain(root)
      expect(text).toContain(words)
      expect(text).toContain(`<time datetime="${createdAt}">${dateIn(siteLanguage, siteTimezone)}</time>`)
    }
  })
})

describe('automatic-generations', () => {
  it('publish a change, and remove an unpublished post from the site', async () => {
    const { body } = await post({ title: 'By event' })
    await eventually('the page', async () => (await site('/post/by-event/')).status === 200)
    await one.api.ok('PUT', `/api/posts/${body.id}`, { json: { metadata: { status: 'draft' } } })
    await eventually('the removal of the page', async () => (await site('/post/by-event/')).status === 404)
    expect((await status()).last).toMatchObject({ trigger: 'event' })
  })
})

describe('holding-automatic-generations', () => {
  it('delays automatic generations until the hold ends, but not manual ones', async () => {
    const hold = { json: { seconds: 600 } }
    const { body } = await one.api.ok('PUT', '/api/static/hold', hold)
    expect((await status()).heldUntil).toBe(body.heldUntil)
    await post({ title: 'Held' })
    await one.api.ok('POST', '/api/static/generate')
    await eventually('the held page', async () => (await site('/post/held/')).status === 200)
    await post({ title: 'Held longer' })
    await eventually('the request', async () => (await status()).current !== null)
    await one.api.ok('DELETE', '/api/static/hold')
    await eventually('the page', async () => (await site('/post/held-longer/')).status === 200)
    expect((await status()).heldUntil).toBeNull()
  })
})

describe('site-addresses', () => {
  it('are clean or end in .html, in links too', async () => {
    await page({ title: 'Plain page' })
    await page({ title: 'Parent', pageType: 'custom' })
    await page({ title: 'Child', pageType: 'custom', parentPage: 'parent' })
    await settings({ postsPerPage: 1 })
    await one.api.generate()
    const clean = [
      '/page/2/',
      '/post/first-post/',
      '/page/plain-page/',
      '/parent/',
      '/parent/child/',
      '/tag/ink/',
      '/blog/page/2/',
    ]
    for (const path of clean) expect([path, (await site(path)).status]).toEqual([path, 200])
    await one.api.generate({ cleanUrls: false })
    const traditional = [
      '/page-2.html',
      '/post/first-post.html',
      '/page/plain-page.html',
      '/parent/child.html',
      '/blog/page-2.html',
    ]
    for (const path of traditional) expect([path, (await site(path)).status]).toEqual([path, 200])
    expect((await site('/index.html')).text).toMatch(/href="[^"]*\.html"/)
    await settings({ postsPerPage: 10 })
    await one.api.generate()
    // This is a former address of the post, so it redirects.
    const former = await site('/post/first-post.html')
    expect([former.status, former.headers.get('location')]).toEqual([301, '/post/first-post/'])
  })
})

describe('blog-and-category-lists', () => {
  it('are always generated', async () => {
    expect((await site('/blog/')).text).toContain('First post')
    expect((await site('/categories/')).text).toContain('News &amp; more')
  })
})

describe('taxonomy-slugs', () => {
  it('put terms with the same slug on one page', async () => {
    await post({ title: 'Other spelling', category: 'news more' })
    await one.api.generate()
    const { text } = await site('/category/news-more/')
    expect(text).toContain('First post')
    expect(text).toContain('Other spelling')
  })
})

describe('raw-html', () => {
  it('is sanitized unless an administrator allows it', async () => {
    expect((await site('/post/first-post/')).text).not.toContain('<script>alert(1)')
    await settings({ allowRawHtml: true })
    await one.api.generate()
    expect((await site('/post/first-post/')).text).toContain('<script>alert(1)</script>')
    await settings({ allowRawHtml: false })
  })
})

describe('template-fallback', () => {
  it('uses the most specific template that the theme has', async () => {
    const template = async (path: string) =>
      (await one.api.ok('GET', `/api/static/why?path=${path}`)).body.template
    expect(await template('/post/first-post/')).toMatch(/^templates\/(post|content|layout)\.html$/)
    expect(await template('/tag/ink/')).toMatch(/^templates\/(taxonomy|layout)\.html$/)
  })
})

describe('hooks', () => {
  it('are skipped if they throw or time out', async () => {
    const answer = await apiClient(one.system.apiUrl).request('GET', '/api/posts')
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(answer.body.data?.[0]?.frontmatter).toHaveProperty('title')
  })
})
