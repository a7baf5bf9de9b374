/** Checks docs/contract.md#site-language-and-time-zone in every theme of the repository, in a browser. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from './api.ts'
import { launchBrowser } from './browser.ts'
import { oneSystem } from './one-system.ts'
import { fillLocalSite, localSites, publishedAt } from './scenarios/local-sites.ts'
import {
  installMarketplaceThemes,
  loadAxe,
  marketplaceThemes,
  overflow,
  themes,
  validationErrors,
  violations,
} from './theme-checks.ts'

const one = oneSystem()
const pages = ['/', '/post/newer/', '/about/', '/author/admin/', '/categories/', '/404.html']
/** Pages that are also checked for accessibility and horizontal overflow. */
const layoutPages = ['/', '/post/newer/']
let browser: Browser
let tab: Page

beforeAll(async () => {
  browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  await loadAxe(context)
  tab = await context.newPage()
  await installMarketplaceThemes(one.api)
}, 120_000)
afterAll(async () => browser?.close())

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>

const textsOf = (theme: string, language: string): Texts => {
  const folder = marketplaceThemes.includes(theme) ? `marketplace/${theme}` : theme
  const file = fileURLToPath(new URL(`../themes/${folder}/translations/${language}.json`, import.meta.url))
  return JSON.parse(readFileSync(file, 'utf8'))
}

const formsOf = (text: Texts[string]): readonly string[] =>
  typeof text === 'string' ? [text] : Object.values(text)

/** Patterns that match the theme's English texts, except those that are the same in `language`. */
function englishWords(theme: string, language: string): readonly RegExp[] {
  const translated = new Set(Object.values(textsOf(theme, language)).flatMap(formsOf))
  return Object.values(textsOf(theme, 'en'))
    .flatMap(formsOf)
    .filter((text) => !translated.has(text))
    .map((text) => text.split(/\{\d\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .filter((parts) => parts.some((part) => part.trim().length > 1))
    .map((parts) => new RegExp(`^\\s*${parts.join('.+')}\\s*$`, 's'))
}

/** Browser script that collects everything that a page displays or a screen reader announces. */
const words = `(() => {
  const found = []
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    if (!texts.currentNode.parentElement.closest('style, script')) found.push(texts.currentNode.data)
  for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
    for (const element of document.querySelectorAll('[' + name + ']')) found.push(element.getAttribute(name))
  return found.filter((text) => text.trim() !== '')
})()`

describe.each(localSites)('a site in $language', (site) => {
  const { language, direction, timeZone } = site
  beforeAll(() => fillLocalSite(one.api, site), 60_000)

  it.each(themes)(
    'has the right text direction, local dates and no English text with the theme %s',
    async (theme) => {
      await one.api.ok('POST', `/api/themes/switch/${theme}`)
      await one.api.generate()
      const english = englishWords(theme, language)
      expect(english.length).toBeGreaterThan(10)
      for (const path of pages) {
        const { text } = await apiClient(one.system.siteUrl).request('GET', path)
        expect(/<html [^>]*>/.exec(text)?.[0], path).toContain(`lang="${language}"`)
        expect(/<html [^>]*>/.exec(text)?.[0].includes('dir="rtl"'), path).toBe(direction === 'rtl')
        await tab.goto(one.system.siteUrl + path)
        const found = (await tab.evaluate(words)) as string[]
        expect(found.length, path).toBeGreaterThan(5)
        expect(
          found.filter((text) => english.some((word) => word.test(text))),
          path,
        ).toEqual([])
        expect(await validationErrors(text), path).toEqual([])
        if (!layoutPages.includes(path)) continue
        expect(await tab.evaluate(violations), path).toEqual([])
        expect(await tab.evaluate(overflow), `${path} scrolls sideways`).toBe(0)
      }
      const { text } = await apiClient(one.system.siteUrl).ok('GET', '/post/newer/')
      const dates = (['long', 'medium'] as const).map((dateStyle) =>
        new Intl.DateTimeFormat(language, { dateStyle, timeZone }).format(new Date(publishedAt)),
      )
      // One theme uses ISO dates in every language.
      const isDated = [...dates, '2025-01-01'].some((date) => text.includes(`>${date}<`))
      expect(isDated, dates.join(' or ')).toBe(true)
    },
    120_000,
  )
})
