/** Checks sites with the bundled and marketplace themes, in a browser and with an HTML validator. */
import { rmSync } from 'node:fs'
import { themesWithHistory } from '@typecase/testing/theme-history'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiClient, eventually, loggedIn } from './api.ts'
import { launchBrowser } from './browser.ts'
import { administrator, type SystemProcess, startProcess, temporaryFolder } from './process.ts'
import { squarePng } from './scenarios/png.ts'
import { loadAxe, marketplaceThemes, overflow, themes, validationErrors, violations } from './theme-checks.ts'

const folder = temporaryFolder()
const themesDir = themesWithHistory()
let system: SystemProcess
let browser: Browser
let api: Api

const pages = [
  '/',
  '/page/2/',
  '/post/a-case-for-every-letter-1/',
  '/post/a-case-for-every-letter-3/',
  '/post/a-case-without-a-picture/',
  '/post/ein-kasten/',
  '/post/sunduq/',
  '/about/',
  '/about/shop/',
  '/about/shop/hours/',
  '/page/imprint/',
  '/category/craft-letters/',
  '/tag/type/',
  '/author/admin/',
  '/blog/',
  '/categories/',
  '/sitemap/',
  '/404.html',
]

beforeAll(async () => {
  system = await startProcess(folder.path, { BUNDLED_THEMES_DIR: themesDir })
  api = await loggedIn(system.apiUrl, administrator)
  await fill()
  browser = await launchBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await system?.end('SIGTERM')
  folder.remove()
  rmSync(themesDir, { recursive: true })
}, 60_000)

async function fill(): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(squarePng(64))], { type: 'image/png' }), 'sea.png')
  const image = (await api.ok('POST', '/api/media/upload', { form })).body.data as { id: string; url: string }
  await api.ok('PUT', '/api/settings', {
    json: { siteTitle: 'The "Compositor" & sons', siteDescription: 'Notes on <letters>.', postsPerPage: 3 },
  })
  const { body: users } = await api.ok('GET', '/api/users')
  await api.ok('PUT', `/api/users/${users.data?.[0]?.id}`, {
    json: {
      displayName: 'Ada "B" & <Co>',
      bio: 'Sets type.\nBy hand & by "machine".',
      avatar: image.id,
      links: [
        { title: 'Press & <ink>', url: 'https://example.org/' },
        { title: 'Mail', url: 'mailto:ada@example.org' },
      ],
    },
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
    related.push(
      String(
        (await api.ok('POST', '/api/posts', { json: { metadata, content: markdown(image.url) } })).body.id,
      ),
    )
  }
  const long = `A case that goes on and on, ${'over the edge of every card and line, '.repeat(4)}and then ends`
  const tags = Array.from({ length: 12 }, (_, n) => `a tag of some length ${n}`)
  const original = await api.ok('POST', '/api/posts', {
    json: {
      metadata: { title: long, slug: 'a-case-without-a-picture', status: 'published', tags },
      content: 'Short.',
    },
  })
  const translationOf = String(original.body.id)
  for (const metadata of [
    { title: 'Ein Kasten ohne Bild', slug: 'ein-kasten', language: 'de', authors: ['admin', 'Ada Byron'] },
    { title: 'صندوق لكل حرف', slug: 'sunduq', language: 'ar' },
  ])
    await api.ok('POST', '/api/posts', {
      json: { metadata: { ...metadata, status: 'published', translationOf }, content: markdown(image.url) },
    })
  const page = (metadata: object) =>
    api.ok('POST', '/api/pages', {
      json: { metadata: { status: 'published', ...metadata }, content: markdown(image.url) },
    })
  await page({ title: 'About', slug: 'about', pageType: 'custom' })
  await page({
    title: 'The shop',
    slug: 'shop',
    pageType: 'custom',
    parentPage: 'about',
    featuredImage: { ...image, alt: 'The sea' },
  })
  await page({ title: 'When it is open', slug: 'hours', pageType: 'custom', parentPage: 'shop' })
  await page({ title: 'Imprint', slug: 'imprint' })
  const menu = [
    { id: 'home', title: 'Home', url: '/' },
    { id: 'about', title: 'About', url: '/about/' },
    { id: 'shop', title: 'The shop', url: '/about/shop/', parent: 'about' },
    { id: 'hours', title: 'When it is open', url: '/about/shop/hours/', parent: 'shop' },
    { id: 'far', title: 'Elsewhere', url: 'https://example.org/', target: '_blank' },
  ]
  await api.ok('PUT', '/api/menu', { json: menu })
}

/** Headings with the same text as ids in the themes' templates, to test that their ids do not conflict. */
const conflictingHeadings = [
  'Main',
  'Related',
  'Below',
  'Contents',
  'Tree',
  'News',
  'Lately',
  'Desk',
  'Desk craft letters',
]

const markdown = (image: string) => `Some **text** with a [link](https://example.org/).

## A heading

![The sea](${image})

> A quotation.

### A smaller one

| letter | compartment | share | remark |
|---|---|--:|---|
| e | largest | 12.7 % | lies in the middle, right under the hand |
| z | tiny | 0.1 % | far away |

- [x] done
- open
  1. in order

\`\`\`js
const line = "<tag>" // ${'a line that is longer than any screen is wide, '.repeat(3)}
\`\`\`

## Another heading

${'word '.repeat(60)}

${conflictingHeadings.map((heading) => `## ${heading}\n\nIt bears the name of a part of the page.\n`).join('\n')}`

const kilobytes = (text: string) => Buffer.byteLength(text) / 1024

describe.each(themes)('the theme %s', (theme) => {
  const site = () => apiClient(system.siteUrl)

  beforeAll(async () => {
    if (marketplaceThemes.includes(theme))
      await api.ok('POST', '/api/themes/marketplace/install', { json: { themeName: theme } })
    await api.ok('POST', `/api/themes/switch/${theme}`)
    await api.generate()
  }, 120_000)

  it.each(pages)('renders %s as valid HTML, less than 50 KB with its stylesheet', async (path) => {
    const { text } = await site().ok('GET', path)
    const styles = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, url]) =>
      String(url).replaceAll('&#x3D;', '='),
    )
    expect(styles).toHaveLength(1)
    const { text: css } = await site().ok('GET', String(styles[0]))
    expect(kilobytes(text) + kilobytes(css)).toBeLessThan(50)
    expect(await validationErrors(text)).toEqual([])
  })

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)(
    'has no axe violations in %s mode at %i pixels, runs no script, requests no other host and logs nothing',
    async (colorScheme, width) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
      await loadAxe(context)
      const tab = await context.newPage()
      const noise: string[] = []
      tab.on('console', (message) => noise.push(`${message.location().url}: ${message.text()}`))
      tab.on('request', (request) => {
        if (new URL(request.url()).origin !== system.siteUrl) noise.push(`asked ${request.url()}`)
        if (request.resourceType() === 'script') noise.push(`ran ${request.url()}`)
      })
      for (const path of pages) {
        await tab.goto(system.siteUrl + path)
        const found = await tab.evaluate(violations)
        expect(found, path).toEqual([])
        for (const other of [width, 820]) {
          await tab.setViewportSize({ width: other, height: 800 })
          const wide = await tab.evaluate(overflow)
          expect(wide, `${path} scrolls sideways at ${other}`).toBe(0)
        }
        await tab.setViewportSize({ width, height: 800 })
      }
      expect(noise).toEqual([])
      await context.close()
    },
    240_000,
  )
})

it('the page tree of the docs theme opens without a script, and closes on Escape', async () => {
  await api.ok('POST', '/api/themes/switch/docs')
  await api.generate()
  const context = await browser.newContext({
    viewport: { width: 390, height: 800 },
    javaScriptEnabled: false,
  })
  const tab = await context.newPage()
  await tab.goto(`${system.siteUrl}/about/shop/`)
  const entry = tab.getByRole('link', { name: 'When it is open' }).first()
  await tab.getByRole('button', { name: 'Menu' }).click()
  expect(await tab.getByRole('navigation', { name: 'Contents', exact: true }).isVisible()).toBe(true)
  expect(await entry.isVisible()).toBe(true)
  await tab.keyboard.press('Escape')
  expect(await tab.getByRole('button', { name: 'Close' }).isVisible()).toBe(false)
  await tab.goto(`${system.siteUrl}/about/shop/`)
  expect(await tab.locator('a[rel=prev]').getAttribute('href')).toBe('/about/')
  expect(await tab.locator('a[rel=next]').getAttribute('href')).toBe('/about/shop/hours/')
  await context.close()
})

it('an update of the active theme is published automatically, and a rollback reverts it', async () => {
  const isDark = async () => {
    const { text } = await apiClient(system.siteUrl).ok('GET', '/')
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
    return (await apiClient(system.siteUrl).ok('GET', style.replaceAll('&#x3D;', '='))).text.includes(
      'prefers-color-scheme: dark',
    )
  }
  const themeName = 'typewriter'
  await api.ok('POST', '/api/themes/switch/default')
  // The theme is installed if the tests above ran.
  await api.request('DELETE', `/api/themes/${themeName}`)
  await api.ok('POST', '/api/themes/marketplace/install', { json: { themeName, version: '1.0.0' } })
  await api.ok('POST', `/api/themes/switch/${themeName}`)
  await api.generate()
  expect(await isDark()).toBe(false)
  const { body } = await api.ok('POST', '/api/themes/marketplace/update', { json: { themeName } })
  expect(body.changelog).toContain('Dark mode')
  await eventually('the update on the site', isDark, 60_000)
  await api.ok('POST', `/api/themes/rollback/${themeName}`)
  await eventually('the earlier version on the site', async () => !(await isDark()), 60_000)
})
