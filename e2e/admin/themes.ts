/** Themes: install, preview, upload, update, roll back, delete. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { themeZip } from '../../services/themes/test/fixtures/theme.ts'
import { eventually } from '../api.ts'
import { accessibilityErrors } from './accessibility-errors.ts'
import type { Running } from './running.ts'

export function themeScenarios(running: () => Running): void {
  describe('a theme', () => {
    let page: Page
    beforeEach(async () => {
      page = await running().admin.open('/themes')
      return () => page.context().close()
    })
    const card = (name: string) => page.getByRole('article', { name })
    const button = (theme: string, name: string) => card(theme).getByRole('button', { name, exact: true })
    const version = async (name: string) => {
      const { data } = (await running().admin.api.ok('GET', '/api/themes')).body as unknown as {
        data: { name: string; info: { version: string } }[]
      }
      return data.find((theme) => theme.name === name)?.info.version
    }

    it('is found in the marketplace, installed and deleted', async () => {
      await page.getByRole('tab', { name: 'Marketplace' }).click()
      await page.getByRole('searchbox', { name: 'Search themes' }).fill('folio')
      await card('Typewriter').waitFor({ state: 'hidden' })
      await button('Folio', 'Install').click()
      await page.getByText('Folio 1.2.0 is installed').waitFor()
      expect(await button('Folio', 'Installed').isDisabled()).toBe(true)
      expect(await accessibilityErrors(page)).toEqual([])
      await page.getByRole('tab', { name: 'Installed' }).click()
      await button('Folio', 'Delete').click()
      await page
        .getByRole('dialog', { name: 'Delete the theme “Folio”?' })
        .getByRole('button', { name: 'Delete' })
        .click()
      await card('Folio').waitFor({ state: 'hidden' })
      expect(await version('folio')).toBeUndefined()
    })

    it('is previewed on the home page, posts and pages of this site before visitors see it', async () => {
      await running().admin.api.ok('POST', '/api/themes/switch/default')
      await page.reload()
      const consoleErrors: string[] = []
      page.on(
        'console',
        (message) => message.text().includes('Content Security Policy') && consoleErrors.push(message.text()),
      )
      await button('Magazine', 'Preview').click()
      const dialog = page.getByRole('dialog', { name: 'Preview of Magazine' })
      const frame = page.frameLocator('iframe[title="Preview of Magazine"]')
      await frame.getByRole('contentinfo').waitFor()
      await eventually('its own styles', () =>
        frame
          .locator('style')
          .first()
          .evaluate(({ textContent }) => (textContent ?? '').length > 1_000),
      )
      expect(await accessibilityErrors(page)).toEqual([])
      const choose = async (name: string) => {
        await dialog.getByRole('combobox', { name: 'Page' }).fill(name)
        await page.getByRole('option', { name, exact: true }).click()
      }
      await choose('Ink, paper, patience')
      await frame.getByRole('heading', { level: 1, name: 'Ink, paper, patience' }).waitFor()
      await choose('The shop')
      await frame.locator('#the-shop').waitFor()
      await choose('Home page')
      await frame.locator('#the-shop').waitFor({ state: 'detached' })
      expect(consoleErrors).toEqual([])
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
      await dialog.waitFor({ state: 'hidden' })
      const { data } = (await running().admin.api.ok('GET', '/api/themes')).body as unknown as {
        data: { name: string; active: boolean }[]
      }
      expect(data.find(({ active }) => active)?.name).not.toBe('magazine')
    })

    it('shows its errors and warnings as lists when it is uploaded', async () => {
      const send = (files: Record<string, string>) =>
        page.getByLabel('Upload theme').setInputFiles({
          name: 'theme.zip',
          mimeType: 'application/zip',
          buffer: themeZip({ title: 'Uploaded', files }),
        })
      await send({ 'templates/post.html': 'a\n{{#if post}}' })
      const errors = page.getByRole('alert').filter({ hasText: 'The theme was rejected: 1 error' })
      await errors.getByText('templates/post.html:2 the block {{#if}} is never closed').waitFor()
      await send({ 'templates/post.html': '\n{{post.titel}}' })
      const warnings = page.getByRole('status').filter({ hasText: /The theme has \d warnings?/ })
      await warnings
        .getByText('templates/post.html:2 there is no value post.titel; did you mean post.title?')
        .waitFor()
      await errors.waitFor({ state: 'hidden' })
      expect(await accessibilityErrors(page)).toEqual([])
      await warnings.getByRole('button', { name: 'Close' }).click()
      await warnings.waitFor({ state: 'hidden' })
      expect(await version('uploaded')).toBe('1.0.0')
      await running().admin.api.ok('DELETE', '/api/themes/uploaded')
    })

    it('shows its changelog before an update, and is rolled back', async () => {
      const json = { themeName: 'typewriter', version: '1.0.0' }
      await running().admin.api.ok('POST', '/api/themes/marketplace/install', { json })
      await page.reload()
      await card('Typewriter').getByText('Dates and direction follow the language of the site').waitFor()
      await button('Typewriter', 'Update to 1.3.0').click()
      await button('Typewriter', 'Roll back to 1.0.0').click()
      const asked = page.getByRole('dialog', { name: 'Roll back “Typewriter” to version 1.0.0?' })
      await asked.getByText('The theme is not active').waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      expect(await version('typewriter')).toBe('1.3.0')
      await asked.getByRole('button', { name: 'Roll back to 1.0.0' }).click()
      await page.getByText('Typewriter rolled back to version 1.0.0').waitFor()
      await button('Typewriter', 'Update to 1.3.0').waitFor()
      expect(await version('typewriter')).toBe('1.0.0')
    })
  })
}
