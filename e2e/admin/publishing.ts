/** Publish history, link check, page explanation and generations, as an administrator sees them. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../api.ts'
import { themeForm } from '../scenarios/theme-package.ts'
import { accessibilityErrors } from './accessibility-errors.ts'
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
    const untilIdle = () => eventually('the end of all generations', last)

    it('shows the progress of a change from its save to the site, without polling', async () => {
      // Waits until earlier changes are published, so that the next history entry has only the change below.
      const before = await published('Earlier change', 'x')
      await eventually('the earlier change on the site', async () => {
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
      const id = await published('Followed live', 'x')
      const head = page.getByRole('button', { name: /Followed live.*Published/ })
      await head.waitFor()
      await page.unroute(/\/api\/static\/(status|receipts)/)
      // The newest entry opens automatically, unless another change has been published since.
      if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click()
      const receipt = page.locator('.mantine-Accordion-item').filter({ has: head })
      await receipt.getByText(/^Planned: \d+ files to generate after/).waitFor()
      await receipt
        .getByRole('list', { name: 'Why these files were generated' })
        .getByText('New × ')
        .waitFor()
      await receipt.getByText(/^Rendered after/).waitFor()
      await receipt.getByText(/^Visible to visitors after/).waitFor()
      await receipt.getByRole('link', { name: 'Followed live' }).click()
      await eventually('the editor', async () => page.url().endsWith(`/posts/${id}`))
    })

    it('polls while the event stream is broken, and reconnects', async () => {
      await page.route('**/api/static/events', (route) => route.abort())
      await go('/publish')
      await page.getByText('Updated every few seconds').waitFor()
      await published('Asked for', 'x')
      await region('Publish history')
        .getByRole('button', { name: /Asked for.*Published/ })
        .waitFor()
      await page.unroute('**/api/static/events')
      await page.getByText('Live updates').waitFor()
    })

    it('closes the event stream in a hidden tab, and reconnects when the tab is visible again', async () => {
      await go('/publish')
      await page.getByText('Live updates').waitFor()
      const setVisibility = (state: string) =>
        page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))`)
      const closed = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/api/static/events'),
      )
      await setVisibility('hidden')
      await closed
      await page.getByText('Updated every few seconds').waitFor()
      await setVisibility('visible')
      await page.getByText('Live updates').waitFor()
    })

    it('lists broken links with the content that contains them, until they are fixed', async () => {
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
      expect(await accessibilityErrors(page)).toEqual([])
      await eventually('the last link, behind the first page of them', async () => {
        const more = links.getByRole('button', { name: 'Show more' })
        // Clicks by script, because the button disappears when the last page has loaded.
        await more.evaluateAll((buttons: { click(): void }[]) => buttons[0]?.click())
        return (await links.getByText('/zz/23/').count()) > 0
      })
      await links.getByRole('link', { name: 'Pointing nowhere', exact: true }).click()
      await eventually('the editor', async () => page.url().endsWith(`/posts/${id}`))
      await go('/publish')
      await links.getByText('/post/no-such-post/').waitFor()
      await api().ok('PUT', `/api/posts/${id}`, { json: { content: 'fixed' } })
      await api().ok('DELETE', `/api/posts/${other}`)
      await api().ok('DELETE', '/api/menu/lost')
      await links.getByText('/post/no-such-post/').waitFor({ state: 'hidden' })
    })

    it('explains what a page contains and what changed it last, also from the editor', async () => {
      const id = await published('Asked why', 'x')
      const why = page.getByRole('region', { name: 'Explain a page' })
      await go('/publish')
      await why.getByRole('combobox', { name: 'Page' }).click()
      await page.getByRole('option', { name: 'Home page' }).click()
      await eventually('the change on the home page', async () => {
        if (
          (await why
            .getByRole('list', { name: 'Changes' })
            .getByRole('link', { name: 'Asked why' })
            .count()) > 0
        )
          return true
        await page.reload()
        await why.getByRole('combobox', { name: 'Page' }).click()
        await page.getByRole('option', { name: 'Home page' }).click()
        await why.getByText('Template').waitFor()
        return false
      })
      await why.getByRole('list', { name: 'Also shows' }).getByRole('link', { name: 'Asked why' }).waitFor()
      await why.getByText('A listed post').waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await why.getByRole('combobox', { name: 'Page' }).fill('/no/such/page/')
      await page.getByRole('option', { name: '/no/such/page/' }).click()
      await why.getByText('The site has no page with this address.').waitFor()
      await go(`/posts/${id}`)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Explain this page' }).click()
      const dialog = page.getByRole('dialog', { name: 'Explain a page' })
      await dialog.getByText('templates/post.html').waitFor()
      await page.locator('[data-menu-dropdown]').waitFor({ state: 'detached' })
      await dialog.getByRole('list', { name: 'Changes' }).getByRole('link', { name: 'Asked why' }).waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
    })

    it('shows the reason, template and content of a failed generation, in both languages', async () => {
      const id = await published('Too much for it', 'x')
      const added = {
        'templates/post.html': '\n{{#if (eq post.title "Too much for it")}}{{#each}}{{/each}}{{/if}}',
      }
      await api().ok('POST', '/api/themes/upload', { form: themeForm({ title: 'Spoiled', added }) })
      await api().ok('POST', '/api/themes/switch/spoiled')
      await go('/publish')
      const why = page.getByRole('alert').filter({ hasText: 'The site could not be generated' })
      await why.getByText('Must pass iterator to #each').waitFor()
      await why.getByText(/^templates\/post\.html, line \d+$/).waitFor()
      await why.getByRole('link', { name: 'Too much for it' }).waitFor()
      await page.getByRole('button', { name: /Theme spoiled.*Failed/ }).waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await page.getByRole('button', { name: 'Account of admin' }).click()
      await page.getByRole('menuitem', { name: 'Deutsch' }).click()
      await page.getByText('Besucher sehen weiterhin den vorherigen Stand der Website.').waitFor()
      await page.getByText(/^templates\/post\.html, Zeile \d+$/).waitFor()
      await page.getByRole('alert').getByRole('link', { name: 'Too much for it' }).click()
      await eventually('the editor', async () => page.url().endsWith(`/posts/${id}`))
      await api().ok('POST', '/api/themes/switch/default')
      await eventually('a whole site', async () => (await last())?.state === 'succeeded')
    })

    it('shows warnings of a generation, with links to the content', async () => {
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
      expect(await accessibilityErrors(page)).toEqual([])
      await remarks.getByRole('link', { name: 'The second sheet' }).click()
      await eventually('the editor', async () => page.url().endsWith(`/pages/${id}`))
      await api().ok('DELETE', `/api/pages/${id}`)
      await eventually('a whole site', async () => (await last())?.errors.length === 0)
    })

    it('generates on demand and rolls back', async () => {
      const before = await untilIdle()
      await go('/publish')
      await page.getByRole('button', { name: 'Generate site' }).click()
      const generated = await eventually('a generation by hand', async () => {
        const ended = await last()
        return ended?.id !== before.id && ended?.trigger === 'manual' && ended
      })
      const generations = region('Previous generations')
      await generations.getByText('Live').waitFor()
      await generations.getByRole('button', { name: 'Roll back' }).first().click()
      await page.getByText('Visitors now see this generation').waitFor()
      const { generations: stored } = (await api().ok('GET', '/api/static/generations')).body as unknown as {
        generations: { id: string; live: boolean }[]
      }
      expect(stored.find(({ live }) => live)?.id).not.toBe(generated.id)
    })
  })
}
