/** Who gets in, what everybody can read, and what happens when a session ends. */
import { describe, expect, it } from 'vitest'
import { eventually } from '../api.ts'
import { administrator } from '../process.ts'
import { faults } from './faults.ts'
import type { Running } from './running.ts'
import { settling } from './settling.ts'

const ada = { username: 'ada', password: 'a good password' }
const screens = [
  '',
  '/posts',
  '/pages',
  '/media',
  '/menu',
  '/themes',
  '/publish',
  '/settings',
  '/users',
  '/posts/new',
]

export function accessScenarios(running: () => Running): void {
  describe('the web interface', () => {
    it('loads its first screen with under 300 KB of compressed script, none of it inline, and without a complaint', async () => {
      const page = await running().admin.open()
      const settled = settling(page)
      const complaints: string[] = []
      let bytes = 0
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('response', async (response) => {
        if (response.url().endsWith('.js')) bytes += Number(response.headers()['content-length'] ?? 0)
      })
      await page.goto(`${running().admin.system.apiUrl}/admin`)
      await settled()
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThan(300_000)
      expect(await page.locator('script:not([src])').count()).toBe(0)
      expect(complaints).toEqual([])
      // There is something on the site: nobody is to be led through a first start any more.
      await eventually(
        'the end of the setup',
        async () => (await running().admin.api.ok('GET', '/api/setup')).body.data?.finished === true,
      )
      await page.context().close()
    })

    it('lets in at the address that was asked for, says what is wrong before, and lets out', async () => {
      const page = await (await running().admin.browser.newContext({ locale: 'en-GB' })).newPage()
      await page.goto(`${running().admin.system.apiUrl}/admin/posts?status=draft`)
      expect(await faults(page)).toEqual([])
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
      // A session that goes on is not said to be over.
      await page.context().setOffline(true)
      await logOut()
      await page.getByText('The server cannot be reached.').waitFor()
      await page.context().setOffline(false)
      await logOut()
      await page.getByLabel('Username').waitFor()
      await page.context().close()
    })

    it('says how long an account stays locked', async () => {
      const page = await (await running().admin.browser.newContext({ locale: 'de-DE' })).newPage()
      await page.goto(`${running().admin.system.apiUrl}/admin`)
      await page.getByLabel('Benutzername').fill('somebody')
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

    it('shows editors nothing that they may not do', async () => {
      const page = await running().admin.open(undefined, { as: ada })
      const settled = settling(page)
      await page.goto(`${running().admin.system.apiUrl}/admin`)
      await settled()
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
      for (const path of ['users', 'publish']) {
        await page.goto(`${running().admin.system.apiUrl}/admin/${path}`)
        await page.getByText('Your role does not allow this.').waitFor()
        expect(await page.locator('#main').getByRole('button').count()).toBe(0)
      }
      await page.goto(`${running().admin.system.apiUrl}/admin/settings`)
      expect(await page.getByLabel('Output folder').isDisabled()).toBe(true)
      await page.context().close()
    })

    it.each([
      ['on a desk', { width: 1280, dark: false }],
      ['in German, in the dark, on a phone', { width: 390, dark: true, locale: 'de-DE' }],
    ])('can be read by everybody on every screen, %s', async (_where, options) => {
      const page = await running().admin.open(undefined, options)
      const settled = settling(page)
      const found: string[] = []
      for (const path of [...screens, `/posts/${running().postId}`]) {
        await page.goto(`${running().admin.system.apiUrl}/admin${path}`)
        await settled()
        for (const fault of await faults(page)) found.push(`${path} ${fault}`)
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

    it('asks for the password again when the session ends, over the screen that was there', async () => {
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

    it('keeps its session where a script of the site sets cookies of the same name', async () => {
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

    it('changes the own password with the current one only, and takes none that is easy to guess', async () => {
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
      expect(await faults(page)).toEqual([])
      await attempt(iris.password, 'a better password', 'Password changed')
      const login = { username: 'iris', password: 'a better password' }
      expect((await running().admin.api.request('POST', '/api/auth/login', { json: login })).status).toBe(200)
      await page.context().close()
    })

    it('leads to a page of its own where an address leads nowhere', async () => {
      const page = await running().admin.open('/nowhere/at/all')
      await page.getByText('There is nothing here').waitFor()
      await page.context().close()
    })
  })
}
