/** Login, permissions, accessibility and the end of a session. */
import { describe, expect, it } from 'vitest'
import { eventually } from '../api.ts'
import { administrator } from '../process.ts'
import { loadAxe } from '../theme-checks.ts'
import { accessibilityErrors } from './accessibility-errors.ts'
import { whenLoaded } from './page-loaded.ts'
import type { Running } from './running.ts'

const ada = { username: 'ada', password: 'a good password' }
const screens = [
  '',
  '/posts',
  '/pages',
  '/media',
  '/menu',
  '/redirects',
  '/themes',
  '/publish',
  '/settings',
  '/users',
  '/import',
  '/export',
  '/posts/new',
]

export function accessScenarios(running: () => Running): void {
  describe('the web interface', () => {
    it('loads with under 300 KB of compressed script, no inline script and no console errors', async () => {
      const page = await running().admin.open()
      const loaded = whenLoaded(page)
      const consoleErrors: string[] = []
      let bytes = 0
      page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
      page.on('response', async (response) => {
        if (response.url().endsWith('.js')) bytes += Number(response.headers()['content-length'] ?? 0)
      })
      await page.goto(`${running().admin.system.apiUrl}/admin`)
      await loaded()
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThan(300_000)
      expect(await page.locator('script:not([src])').count()).toBe(0)
      expect(consoleErrors).toEqual([])
      // The site has content, so the setup counts as finished.
      await eventually(
        'the end of the setup',
        async () => (await running().admin.api.ok('GET', '/api/setup')).body.data?.finished === true,
      )
      await page.context().close()
    })

    it('opens the requested address after login, reports a wrong password, and logs out', async () => {
      const page = await (await running().admin.browser.newContext({ locale: 'en-GB' })).newPage()
      await page.goto(`${running().admin.system.apiUrl}/admin/posts?status=draft`)
      expect(await accessibilityErrors(page)).toEqual([])
      await page.getByLabel('Username').fill(administrator.username)
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong password')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText('The username or the password is wrong.').waitFor()
      await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('link', { name: 'Notes on making margins' }).waitFor()
      expect(await page.getByRole('row').count()).toBe(3)
      const logOut = async () => {
        await page.getByRole('button', { name: 'Account of admin' }).click()
        await page.getByRole('menuitem', { name: 'Log out' }).click()
      }
      // Offline, the session continues, so the logout must fail with an error.
      await page.context().setOffline(true)
      await logOut()
      await page.getByText('The server cannot be reached.').waitFor()
      await page.context().setOffline(false)
      await logOut()
      await page.getByLabel('Username').waitFor()
      await page.context().close()
    })

    it('shows how long an account stays locked', async () => {
      const page = await (await running().admin.browser.newContext({ locale: 'de-DE' })).newPage()
      await page.goto(`${running().admin.system.apiUrl}/admin`)
      await page.getByLabel('Benutzername').fill('unknown')
      for (let n = 0; n < 5; n++) {
        await page.getByRole('textbox', { name: 'Passwort' }).fill(`guess ${n}`)
        await page.getByRole('button', { name: 'Anmelden' }).click()
        await page
          .getByRole('alert')
          .filter({ hasText: n < 4 ? 'ist falsch' : 'noch' })
          .waitFor()
        await eventually(
          'an answer',
          async () => (await page.getByRole('textbox', { name: 'Passwort' }).inputValue()) === '',
        )
      }
      expect(await page.getByRole('alert').textContent()).toMatch(/noch 1[45] Minuten/)
      expect(await page.getByRole('button', { name: 'Anmelden' }).isDisabled()).toBe(true)
      await page.context().close()
    })

    it('hides from editors the functions that only administrators may use', async () => {
      const page = await running().admin.open(undefined, { as: ada })
      const loaded = whenLoaded(page)
      await page.goto(`${running().admin.system.apiUrl}/admin`)
      await loaded()
      const navigation = page.getByRole('navigation', { name: 'Main' })
      expect(await navigation.getByRole('link').allTextContents()).toEqual([
        'Dashboard',
        'Posts',
        'Pages',
        'Media',
        'Menu',
        'Themes',
        'Settings',
      ])
      for (const path of ['users', 'publish', 'import', 'export']) {
        await page.goto(`${running().admin.system.apiUrl}/admin/${path}`)
        await page.getByText('Your role does not allow this.').waitFor()
        expect(await page.locator('#main').getByRole('button').count()).toBe(0)
      }
      await page.goto(`${running().admin.system.apiUrl}/admin/settings`)
      expect(await page.getByLabel('Output folder').isDisabled()).toBe(true)
      await page.context().close()
    })

    it.each([
      ['on a desktop', { width: 1280, dark: false }],
      ['in German, in dark mode, on a phone', { width: 390, dark: true, locale: 'de-DE' }],
    ])('is accessible and fits the window on every screen, %s', async (_where, options) => {
      const page = await running().admin.open(undefined, options)
      await loadAxe(page.context())
      const loaded = whenLoaded(page)
      const found: string[] = []
      for (const path of [...screens, `/posts/${running().postId}`]) {
        await page.goto(`${running().admin.system.apiUrl}/admin${path}`)
        await loaded()
        for (const error of await accessibilityErrors(page)) found.push(`${path} ${error}`)
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        if (overflow !== 0) found.push(`${path} is ${overflow} pixels too wide`)
        const cut = await page.evaluate(`[...document.querySelectorAll('.mantine-Badge-label')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`)
        for (const label of cut as string[]) found.push(`${path} cuts “${label}”`)
      }
      expect(found).toEqual([])
      await page.context().close()
    })

    it('asks for the password over the open screen when the session ends', async () => {
      const page = await running().admin.open('/posts', { as: ada })
      await page.getByRole('link', { name: 'Ink, paper, patience' }).waitFor()
      await page.evaluate(`fetch('/api/auth/logout', { method: 'POST' })`)
      await page.getByRole('link', { name: 'Media' }).click()
      await page.getByText('Your session has ended').waitFor()
      await page.getByRole('textbox', { name: 'Password' }).fill(ada.password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByText('Your session has ended').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Details of type-case.png' }).waitFor()
      await page.context().close()
    })

    it('stays logged in if a script of the site sets forged session and device cookies', async () => {
      const page = await running().admin.open(undefined, { as: ada })
      await page.goto(running().admin.system.siteUrl)
      const set = await page.evaluate(`['/api', '/api/', '/api/users/me', '/admin', '/'].map((path) => {
        document.cookie = 'authToken=tossed; path=' + path
        document.cookie = 'typecaseDevice=tossed; path=' + path
        return path
      })`)
      expect(set).toHaveLength(5)
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/users/me'))
      await page.goto(`${running().admin.system.apiUrl}/admin/media`)
      expect((await (await sent).allHeaders()).cookie?.match(/authToken=tossed/g)?.length).toBeGreaterThan(1)
      await page.getByRole('button', { name: 'Details of type-case.png' }).waitFor()
      await page.context().close()
    })

    it('changes a password only with the current password, and rejects a weak new one', async () => {
      const iris = { username: 'iris', password: 'a good password' }
      await running().admin.api.ok('POST', '/api/users', { json: { ...iris, email: 'iris@example.org' } })
      const page = await running().admin.open('', { as: iris })
      await page.getByRole('button', { name: 'Account of iris' }).click()
      await page.getByRole('menuitem', { name: 'Change password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change password' })
      const attempt = async (current: string, next: string, answer: string) => {
        await dialog.getByRole('textbox', { name: 'Current password' }).fill(current)
        await dialog.getByRole('textbox', { name: 'New password' }).fill(next)
        await dialog.getByRole('button', { name: 'Change password' }).click()
        await page.getByText(answer).waitFor()
      }
      await attempt(iris.password, 'password1', 'This password is one of the most common ones.')
      await attempt('not the password', 'a better password', 'The current password is wrong.')
      expect(await accessibilityErrors(page)).toEqual([])
      await attempt(iris.password, 'a better password', 'Password changed')
      const login = { username: 'iris', password: 'a better password' }
      expect((await running().admin.api.request('POST', '/api/auth/login', { json: login })).status).toBe(200)
      await page.context().close()
    })

    it('shows "Not found" for an unknown address', async () => {
      const page = await running().admin.open('/nowhere/at/all')
      await page.getByText('Not found').waitFor()
      await page.context().close()
    })
  })
}
