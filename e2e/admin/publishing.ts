/** What the publisher tells, as an administrator sees it. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../api.ts'
import { themeForm } from '../scenarios/theme-package.ts'
import { faults } from './faults.ts'
import type { Running } from './running.ts'

export function publishingScenarios(running: () => Running): void {
  describe('publishing', () => {
    let page: Page
    beforeEach(async () => {
      page = await running().admin.open()
      return () => page.context().close()
    })
    const api = () => running().admin.api
    const go = (path: string) => page.goto(`${running().admin.system.apiUrl}/admin${path}`)
    const region = (name: string | RegExp) => page.getByRole('region', { name })
    const published = async (title: string, content: string) =>
      String(
        (
          await api().ok('POST', '/api/posts', {
            json: { metadata: { title, status: 'published' }, content },
          })
        ).body.id,
      )
    const last = async () => {
      const { current, last: ended } = (await api().ok('GET', '/api/static/status')).body
      return current === null
        ? (ended as { id: string; state: string; trigger: string; errors: object[] })
        : undefined
    }
    const rest = () => eventually('rest', last)

    it('shows what becomes of a change as it happens, from its save to the site, without asking', async () => {
      // What came before is on the site, and so not in the receipt of what comes now.
      const before = await published('Told before', 'x')
      await eventually('what came before', async () => {
        const { data } = (await api().ok('GET', '/api/static/receipts')).body as unknown as {
          data: { state: string; changes: { id: string }[] }[]
        }
        return data.some(
          ({ state, changes }) => state === 'activated' && changes.some((change) => change.id === before),
        )
      })
      await go('/publish')
      await page.getByText('Live updates').waitFor()
      await region('Publish history').getByRole('button').first().waitFor()
      await page.route(/\/api\/static\/(status|receipts)/, (route) => route.abort())
      const id = await published('Told as it happens', 'x')
      const head = page.getByRole('button', { name: /Told as it happens.*Visible/ })
      await head.waitFor()
      await page.unroute(/\/api\/static\/(status|receipts)/)
      // The newest is open by itself, and this is the newest until something else comes to the site.
      if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click()
      const receipt = page.locator('.mantine-Accordion-item').filter({ has: head })
      await receipt.getByText(/^Planned: \d+ files to generate after/).waitFor()
      await receipt.getByRole('list', { name: 'Why files are generated' }).getByText('New × ').waitFor()
      await receipt.getByText(/^Rendered after/).waitFor()
      await receipt.getByText(/^Visible to visitors after/).waitFor()
      await receipt.getByRole('link', { name: 'Told as it happens' }).click()
      await eventually('the editor', async () => page.url().endsWith(`/posts/${id}`))
    })

    it('goes on by asking while the stream of events is broken, and has it back', async () => {
      await page.route('**/api/static/events', (route) => route.abort())
      await go('/publish')
      await page.getByText('Updated every few seconds').waitFor()
      await published('Asked for', 'x')
      await region('Publish history')
        .getByRole('button', { name: /Asked for.*Visible/ })
        .waitFor()
      await page.unroute('**/api/static/events')
      await page.getByText('Live updates').waitFor()
    })

    it('holds no connection in a tab that nobody sees', async () => {
      await go('/publish')
      await page.getByText('Live updates').waitFor()
      const turn = (state: string) =>
        page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))`)
      const closed = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/api/static/events'),
      )
      await turn('hidden')
      await closed
      await page.getByText('Updated every few seconds').waitFor()
      await turn('visible')
      await page.getByText('Live updates').waitFor()
    })

    it('lists links that lead nowhere with the content that has them, until they are mended', async () => {
      const id = await published(
        'Pointing nowhere',
        '[there](/post/no-such-post/) [and there](/post/no-such-post/)',
      )
      const many = Array.from({ length: 24 }, (_, n) => `[x](/zz/${String(n).padStart(2, '0')}/)`).join(' ')
      const other = await published('Pointing nowhere often', many)
      await api().ok('POST', '/api/menu', { json: { id: 'lost', title: 'Lost', url: '/lost/' } })
      await go('')
      await page.getByRole('link', { name: /broken links on the site$/ }).click()
      const links = region(/broken links?$/)
      await links.getByText('/post/no-such-post/').waitFor()
      await links.getByRole('link', { name: 'in the menu: Lost' }).waitFor()
      expect(await faults(page)).toEqual([])
      await eventually('the last link, behind the first page of them', async () => {
        const more = links.getByRole('button', { name: 'Show more' })
        // Clicked as it is found: the button goes when the last page is read.
        await more.evaluateAll((buttons: { click(): void }[]) => buttons[0]?.click())
        return (await links.getByText('/zz/23/').count()) > 0
      })
      await links.getByRole('link', { name: 'Pointing nowhere', exact: true }).click()
      await eventually('the editor', async () => page.url().endsWith(`/posts/${id}`))
      await go('/publish')
      await links.getByText('/post/no-such-post/').waitFor()
      await api().ok('PUT', `/api/posts/${id}`, { json: { content: 'mended' } })
      await api().ok('DELETE', `/api/posts/${other}`)
      await api().ok('DELETE', '/api/menu/lost')
      await links.getByText('/post/no-such-post/').waitFor({ state: 'hidden' })
    })

    it('says of any page what it is made of and what changed it last, from the panel and from what is written', async () => {
      const id = await published('Asked why', 'x')
      const why = page.getByRole('region', { name: 'Explain a page' })
      await go('/publish')
      await why.getByRole('combobox', { name: 'Page' }).click()
      await page.getByRole('option', { name: 'Home page' }).click()
      await eventually('the change on the home page', async () => {
        if (
          (await why
            .getByRole('list', { name: 'What changed' })
            .getByRole('link', { name: 'Asked why' })
            .count()) > 0
        )
          return true
        await page.reload()
        await why.getByRole('combobox', { name: 'Page' }).click()
        await page.getByRole('option', { name: 'Home page' }).click()
        await why.getByText('Rendered with').waitFor()
        return false
      })
      await why
        .getByRole('list', { name: 'What it shows' })
        .getByRole('link', { name: 'Asked why' })
        .waitFor()
      await why.getByText('A listed post').waitFor()
      expect(await faults(page)).toEqual([])
      await why.getByRole('combobox', { name: 'Page' }).fill('/no/such/page/')
      await page.getByRole('option', { name: '/no/such/page/' }).click()
      await why.getByText('There is no such page on the site.').waitFor()
      await go(`/posts/${id}`)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Explain the page on the site' }).click()
      const dialog = page.getByRole('dialog', { name: 'Explain a page' })
      await dialog.getByText('templates/post.html').waitFor()
      await page.locator('[data-menu-dropdown]').waitFor({ state: 'detached' })
      await dialog
        .getByRole('list', { name: 'What changed' })
        .getByRole('link', { name: 'Asked why' })
        .waitFor()
      expect(await faults(page)).toEqual([])
    })

    it('says why a generation failed, in which template and with which content, in both languages', async () => {
      const id = await published('Too much for it', 'x')
      const added = {
        'templates/post.html': '\n{{#if (eq post.title "Too much for it")}}{{#each}}{{/each}}{{/if}}',
      }
      await api().ok('POST', '/api/themes/upload', { form: themeForm({ title: 'Spoiled', added }) })
      await api().ok('POST', '/api/themes/switch/spoiled')
      await go('/publish')
      const why = page.getByRole('alert').filter({ hasText: 'Why it failed' })
      await why.getByText('Must pass iterator to #each').waitFor()
      await why.getByText(/^templates\/post\.html, line \d+$/).waitFor()
      await why.getByRole('link', { name: 'Too much for it' }).waitFor()
      await page.getByRole('button', { name: /Theme spoiled.*Failed/ }).waitFor()
      expect(await faults(page)).toEqual([])
      await page.getByRole('button', { name: 'Account of admin' }).click()
      await page.getByRole('menuitem', { name: 'Deutsch' }).click()
      await page.getByText('Besucher sehen weiterhin die vorherige Website.').waitFor()
      await page.getByText(/^templates\/post\.html, Zeile \d+$/).waitFor()
      await page.getByRole('alert').getByRole('link', { name: 'Too much for it' }).click()
      await eventually('the editor', async () => page.url().endsWith(`/posts/${id}`))
      await api().ok('POST', '/api/themes/switch/default')
      await eventually('a whole site', async () => (await last())?.state === 'succeeded')
    })

    it('says what a site that was made had to leave out, and leads there', async () => {
      await api().ok('PUT', '/api/settings', { json: { postsPerPage: 1 } })
      const newPage = async (title: string, slug: string, parentPage: string | null) => {
        const metadata = { title, slug, parentPage, status: 'published', pageType: 'custom' }
        return String((await api().ok('POST', '/api/pages', { json: { metadata, content: 'x' } })).body.id)
      }
      await newPage('Blog', 'blog', null)
      await newPage('Sheets', 'page', 'blog')
      const id = await newPage('The second sheet', '2', 'page')
      await go('/publish')
      const remarks = page.getByRole('alert').filter({ hasText: 'Generated with warnings' })
      await remarks.getByText('The page "The second sheet" is left out').waitFor()
      await remarks.getByRole('link', { name: 'The second sheet' }).waitFor()
      expect(await faults(page)).toEqual([])
      await remarks.getByRole('link', { name: 'The second sheet' }).click()
      await eventually('the editor', async () => page.url().endsWith(`/pages/${id}`))
      await api().ok('DELETE', `/api/pages/${id}`)
      await eventually('a whole site', async () => (await last())?.errors.length === 0)
    })

    it('is done on demand, and undone', async () => {
      const before = await rest()
      await go('/publish')
      await page.getByRole('button', { name: 'Generate the site' }).click()
      const made = await eventually('a generation by hand', async () => {
        const ended = await last()
        return ended?.id !== before.id && ended?.trigger === 'manual' && ended
      })
      const generations = region('Previous generations')
      await generations.getByText('Live').waitFor()
      await generations.getByRole('button', { name: 'Roll back' }).first().click()
      await page.getByText('Visitors see this generation now').waitFor()
      const { generations: stored } = (await api().ok('GET', '/api/static/generations')).body as unknown as {
        generations: { id: string; live: boolean }[]
      }
      expect(stored.find(({ live }) => live)?.id).not.toBe(made.id)
    })
  })
}
