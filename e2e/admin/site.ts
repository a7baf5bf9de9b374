/** Menu, themes, settings and users. */
import AdmZip from 'adm-zip'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityErrors } from './accessibility-errors.ts'
import type { Running } from './running.ts'

export function siteScenarios(running: () => Running): void {
  describe('the web interface for the site', () => {
    let page: Page
    beforeEach(async () => {
      page = await running().admin.open()
      return () => page.context().close()
    })
    const go = (path: string) => page.goto(`${running().admin.system.apiUrl}/admin${path}`)
    const read = async (path: string) => (await running().admin.api.ok('GET', path)).body
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    it('changes the menu with buttons and by dragging, and saves it with one click', async () => {
      await go('/menu')
      await button('Add item').click()
      await page.getByRole('textbox', { name: 'Label' }).fill('Shop')
      await page.getByRole('combobox', { name: 'Address' }).fill('/shop/')
      await button('Add').click()
      await button('Make “Shop” a subitem').click()
      await button('Move “Journal” up').click()
      const row = (name: string) => page.getByRole('group', { name, exact: true })
      await row('People').dragTo(row('Home'), { targetPosition: { x: 200, y: 4 } })
      await button('Save menu').click()
      await page.getByText('Menu saved').waitFor()
      const items = (await read('/api/menu')).data as unknown as { title: string; parent: string | null }[]
      expect(items.map(({ title, parent }) => (parent ? `${parent}/${title}` : title))).toEqual([
        'Journal',
        'People',
        'Home',
        'About',
        'about/The shop',
        'Workshops',
        'workshops/Shop',
      ])
    })

    it('lists all errors of a rejected theme, and activates another theme', async () => {
      await go('/themes')
      const zip = new AdmZip()
      zip.addFile('theme.json', Buffer.from('{"title":"Broken","version":"one"}'))
      zip.addFile('templates/layout.html', Buffer.from('<p>{{#if}}'))
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer: zip.toBuffer() })
      const rejection = page.getByRole('alert').filter({ hasText: 'The theme was rejected' })
      await rejection.waitFor()
      expect(await rejection.getByRole('listitem').count()).toBeGreaterThan(3)
      const active = async () => (await read('/api/themes/active')).data?.name
      const before = await active()
      await page.getByRole('article', { name: 'Magazine' }).getByRole('button', { name: 'Activate' }).click()
      const asked = page.getByRole('dialog', { name: 'Activate the theme “Magazine”?' })
      await asked.getByText('All pages of the site change to this theme.').waitFor()
      expect(await active()).toBe(before)
      await asked.getByRole('button', { name: 'Activate' }).click()
      await page.getByRole('article', { name: 'Magazine' }).getByText('Active', { exact: true }).waitFor()
      expect(await active()).toBe('magazine')
      await page.getByRole('tab', { name: 'Marketplace' }).click()
      await page.getByText('Source: bundled catalogue').waitFor()
    })

    it('sends only changed settings', async () => {
      await go('/settings')
      await page.getByLabel('Site title').fill('Lower Case')
      await running().admin.api.ok('PUT', '/api/settings', { json: { siteDescription: 'changed meanwhile' } })
      await button('Save').click()
      await page.getByText('Settings saved').waitFor()
      expect((await read('/api/settings')).data).toMatchObject({
        siteTitle: 'Lower Case',
        siteDescription: 'changed meanwhile',
      })
      await page.getByLabel('Address of the site').fill('no address')
      await button('Save').click()
      await page
        .getByText('Enter an absolute http(s) URL')
        .or(page.locator('[aria-invalid=true]'))
        .first()
        .waitFor()
    })

    it('shows validation errors in German, field by field', async () => {
      const german = await running().admin.open('/settings', { locale: 'de-DE' })
      await german.getByLabel('Adresse der Website').fill('no address')
      await german.getByRole('button', { name: 'Speichern' }).click()
      await german
        .getByText('Geben Sie eine vollständige URL mit http(s) ein, oder lassen Sie das Feld leer.')
        .first()
        .waitFor()
      await german.goto(`${running().admin.system.apiUrl}/admin/users`)
      await german.getByRole('button', { name: 'Neuer Benutzer' }).click()
      const dialog = german.getByRole('dialog', { name: 'Neuer Benutzer' })
      await dialog.getByLabel('Benutzername').fill('ada')
      await dialog.getByLabel('E-Mail').fill('other@example.org')
      await dialog.getByRole('textbox', { name: 'Passwort' }).fill('a good password')
      await dialog.getByRole('button', { name: 'Speichern' }).click()
      await dialog.getByText('Der Benutzername oder die E-Mail-Adresse ist schon vergeben.').waitFor()
      await german.context().close()
    })

    it('rejects a taken username, creates a user, and deletes the user', async () => {
      await go('/users')
      await button('New user').click()
      const dialog = page.getByRole('dialog', { name: 'New user' })
      expect(await accessibilityErrors(page)).toEqual([])
      await dialog.getByLabel('Username').fill('ada')
      await dialog.getByLabel('Email').fill('grace@example.org')
      await dialog.getByRole('textbox', { name: 'Password' }).fill('a good password')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('The username or email address is already used.').waitFor()
      await dialog.getByLabel('Username').fill('grace')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('grace can log in now').waitFor()
      await button('Delete grace?').click()
      await page
        .getByRole('dialog', { name: 'Delete grace?' })
        .getByRole('button', { name: 'Delete' })
        .click()
      await page.getByText('grace deleted').waitFor()
    })
  })
}
