/** Checks docs/contract.md#site-identity in every bundled and marketplace theme, in a browser. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from './api.ts'
import { launchBrowser } from './browser.ts'
import { oneSystem } from './one-system.ts'
import { squarePng } from './scenarios/png.ts'
import {
  installMarketplaceThemes,
  loadAxe,
  overflow,
  themes,
  validationErrors,
  violations,
} from './theme-checks.ts'

const one = oneSystem()
const pages = ['/', '/post/a-letter/', '/author/admin/']
let browser: Browser
let logo: { readonly id: string; readonly url: string }

beforeAll(async () => {
  browser = await launchBrowser()
  await installMarketplaceThemes(one.api)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(squarePng(64))], { type: 'image/png' }), 'mark.png')
  logo = (await one.api.ok('POST', '/api/media/upload', { form })).body.data as unknown as typeof logo
  await one.api.ok('POST', '/api/posts', {
    json: {
      metadata: {
        title: 'A letter',
        slug: 'a-letter',
        status: 'published',
        category: 'Letters',
        tags: ['a'],
      },
      content: 'Some **text** with a [link](https://example.org/).\n\n> A quotation.\n\n`code`',
    },
  })
  await one.api.ok('PUT', '/api/settings', {
    json: {
      siteTitle: 'Letters & <Co>',
      siteLogo: logo.id,
      siteIcon: logo.id,
      socialLinks: [{ title: 'Mastodon & "more"', url: 'https://social.example/@ann' }],
    },
  })
}, 120_000)
afterAll(async () => browser?.close())

async function violationsOn(colorScheme: 'light' | 'dark'): Promise<readonly string[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, colorScheme })
  await loadAxe(context)
  const tab = await context.newPage()
  const found: string[] = []
  for (const path of pages) {
    await tab.goto(one.system.siteUrl + path)
    for (const violation of (await tab.evaluate(violations)) as string[]) found.push(`${path} ${violation}`)
    if ((await tab.evaluate(overflow)) !== 0) found.push(`${path} scrolls sideways`)
  }
  await context.close()
  return found
}

describe.each(themes)('the theme %s', (themeName) => {
  beforeAll(async () => {
    await one.api.ok('POST', `/api/themes/switch/${themeName}`)
  }, 60_000)

  it.each(['#ffee00', '#101010'])('is accessible with a logo and the accent color %s', async (color) => {
    await one.api.ok('PUT', '/api/settings', { json: { siteAccentColor: color } })
    await one.api.generate()
    expect(await violationsOn('light')).toEqual([])
    expect(await violationsOn('dark')).toEqual([])
  })

  it('shows logo, icons, color and links as valid HTML', async () => {
    const { text } = await apiClient(one.system.siteUrl).ok('GET', '/')
    expect(text).toContain(`src="${logo.url}" alt="Letters &amp; &lt;Co&gt;"`)
    expect(text).toContain('href="https://social.example/@ann"')
    expect(text).toContain('<meta name="theme-color" content="#101010">')
    expect(text).toContain('<link rel="manifest" href="/site.webmanifest">')
    expect(text.match(/rel="icon"/g)).toHaveLength(2)
    expect(await validationErrors(text)).toEqual([])
  })
})
