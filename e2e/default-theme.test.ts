/** The first thing anyone sees: the site that the bundled default theme makes, looked at by a browser and a validator. */
import axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiClient, loggedIn } from './api.ts'
import { launchBrowser } from './browser.ts'
import { administrator, type SystemProcess, startProcess, temporaryFolder } from './process.ts'
import { squarePng } from './scenarios/main-job.ts'

const folder = temporaryFolder()
let system: SystemProcess
let browser: Browser

const pages = [
  '/',
  '/page/2/',
  '/post/a-case-for-every-letter-1/',
  '/post/a-case-for-every-letter-3/',
  '/about/',
  '/about/shop/',
  '/page/imprint/',
  '/category/craft-letters/',
  '/tag/type/',
  '/blog/',
  '/categories/',
  '/sitemap/',
  '/404.html',
]

beforeAll(async () => {
  system = await startProcess(folder.path)
  await fill(await loggedIn(system.apiUrl, administrator))
  browser = await launchBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

async function fill(api: Api): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(squarePng(64))], { type: 'image/png' }), 'sea.png')
  const image = (await api.ok('POST', '/api/media/upload', { form })).body.data as { id: string; url: string }
  await api.ok('PUT', '/api/settings', {
    json: { siteTitle: 'The "Compositor" & sons', siteDescription: 'Notes on <letters>.', postsPerPage: 3 },
  })
  const related: string[] = []
  for (const n of [1, 2, 3, 4]) {
    const metadata = {
      title: `A case for every letter ${n}`,
      subtitle: n % 2 ? 'With a subtitle' : undefined,
      status: 'published',
      category: 'Craft & letters',
      tags: ['type', 'hand'],
      featuredImage: n % 2 ? { ...image, alt: 'The sea' } : undefined,
      relatedPosts: related.slice(-2),
    }
    related.push(String((await api.ok('POST', '/api/posts', { json: { metadata, content: markdown(image.url) } })).body.id))
  }
  const page = (metadata: object) =>
    api.ok('POST', '/api/pages', { json: { metadata: { status: 'published', ...metadata }, content: 'Some **text**.' } })
  await page({ title: 'About', slug: 'about', pageType: 'custom' })
  await page({ title: 'The shop', slug: 'shop', pageType: 'custom', parentPage: 'about' })
  await page({ title: 'Imprint', slug: 'imprint' })
  const menu = [
    { id: 'home', title: 'Home', url: '/' },
    { id: 'about', title: 'About', url: '/about/' },
    { id: 'shop', title: 'The shop', url: '/about/shop/', parent: 'about' },
    { id: 'far', title: 'Elsewhere', url: 'https://example.org/', target: '_blank' },
  ]
  await api.ok('PUT', '/api/menu', { json: menu })
  await api.generate()
}

const markdown = (image: string) =>
  `Some **text** with a [link](https://example.org/).\n\n## A heading\n\n![The sea](${image})\n\n> A quotation.\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- open\n\n\`\`\`js\nconst a = "<tag>"\n\`\`\`\n`

describe('the default theme', () => {
  it.each(pages)('%s is valid HTML of less than 50 KB', async (path) => {
    const { text } = await apiClient(system.siteUrl).ok('GET', path)
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024)
    const report = await new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'no-trailing-whitespace': 'off' },
    }).validateString(text)
    expect(
      report.results.flatMap((result) => result.messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`)),
    ).toEqual([])
  })

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)(
    'has nothing that axe finds, %s at %i pixels, asks no other host and says nothing to the console',
    async (colorScheme, width) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
      const tab = await context.newPage()
      const noise: string[] = []
      tab.on('console', (message) => noise.push(`${message.location().url}: ${message.text()}`))
      tab.on('request', (request) => {
        if (new URL(request.url()).origin !== system.siteUrl) noise.push(`asked ${request.url()}`)
      })
      for (const path of pages) {
        await tab.goto(system.siteUrl + path)
        await tab.addScriptTag({ content: axe.source })
        const found = await tab.evaluate('axe.run().then((result) => result.violations.map((v) => v.id + ": " + v.nodes[0].html))')
        expect(found, path).toEqual([])
        const wide = await tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        expect(wide, `${path} scrolls sideways`).toBe(0)
      }
      expect(noise).toEqual([])
      await context.close()
    },
    60_000,
  )
})
