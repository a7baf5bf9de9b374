/** The setup after the first start, in a real browser: account, title, theme, first post, and skipping. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityErrors } from './admin/accessibility-errors.ts'
import { type AdminSystem, startAdmin } from './admin-system.ts'
import { apiClient } from './api.ts'
import { administrator } from './process.ts'

const ada = { username: 'ada', email: 'ada@example.org', password: 'a good password' }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

describe('a first start without ADMIN_PASSWORD', () => {
  let admin: AdminSystem
  let page: Page
  let code = ''
  beforeAll(async () => {
    admin = await startAdmin({ ADMIN_PASSWORD: '' })
    code = /Password +(\S+)/.exec(admin.system.output())?.[1] ?? ''
    page = await (
      await admin.browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    ).newPage()
  }, 180_000)
  afterAll(() => admin?.stop(), 60_000)
  const field = (name: string) => page.getByRole('textbox', { name })

  it('lets only the person with the printed password create an account', async () => {
    expect(code).toMatch(/^[\w-]{24}$/)
    await page.goto(`${admin.system.apiUrl}/admin`)
    await heading(page, 'Welcome to Typecase').waitFor()
    expect(await accessibilityErrors(page)).toEqual([])
    await field('The printed password').fill('guessed, not printed')
    await field('Your username').fill(ada.username)
    await field('Your email address').fill(ada.email)
    await field('Your new password').fill(ada.password)
    await button(page, 'Create account').click()
    await page.getByText('This is not the printed password').waitFor()
    await field('The printed password').fill(`${code} `)
    await button(page, 'Create account').click()
    await heading(page, 'What is your site called?').waitFor()
    const anonymous = apiClient(admin.system.apiUrl)
    expect(
      (await anonymous.request('POST', '/api/auth/login', { json: { username: 'admin', password: code } }))
        .status,
    ).toBe(401)
    expect(
      (await anonymous.request('POST', '/api/setup/account', { json: { ...ada, code } })).body.code,
    ).toBe('SETUP_DONE')
  })

  it('asks for the title, the theme and the first post, then generates the site', async () => {
    expect(await accessibilityErrors(page)).toEqual([])
    await field('Site title').fill('Lower Case')
    await field('Description').fill('On type')
    await page.keyboard.press('Enter')
    await heading(page, 'What should it look like?').waitFor()
    await page.reload()
    await page.getByRole('radio', { name: 'Magazine' }).check()
    const sample = page.frameLocator('iframe[title="A post in Magazine"]')
    await sample.getByRole('heading', { name: 'The first of many' }).waitFor()
    await sample.getByText('Lower Case').first().waitFor()
    expect(await accessibilityErrors(page)).toEqual([])
    await button(page, 'Continue').click()
    await heading(page, 'Write your first post').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('radio', { name: 'Magazine', checked: true }).waitFor()
    await button(page, 'Continue').click()
    await heading(page, 'Write your first post').waitFor()
    expect(await accessibilityErrors(page)).toEqual([])
    await field('Title').fill('A sheet of paper')
    await field('Text').fill('It *begins*.')
    await button(page, 'Publish').click()
    await heading(page, 'Your site is set up').waitFor()
    const site = await page.getByRole('link', { name: 'View site' }).getAttribute('href')
    expect(await accessibilityErrors(page)).toEqual([])
    const read = async (path: string) => (await fetch(new URL(path, String(site)))).text()
    expect(await read('/')).toContain('Lower Case')
    expect(await read('/post/a-sheet-of-paper/')).toContain('<em>begins</em>')
    expect(await read('/')).toContain('A sheet of paper')
  })

  it('does not show the setup again when all posts have been deleted', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await heading(page, 'Hello, ada').waitFor()
    const api = apiClient(admin.system.apiUrl)
    expect((await api.ok('GET', '/api/setup')).body.data).toEqual({ needsAccount: false, finished: true })
    await page.evaluate(`fetch('/api/posts').then((answer) => answer.json()).then(({ data }) =>
      Promise.all(data.map(({ frontmatter: { id } }) => fetch('/api/posts/' + id, { method: 'DELETE' }))))`)
    await page.reload()
    await page.getByText('Write your first post').waitFor()
    await heading(page, 'Hello, ada').waitFor()
  })
})

describe('a first start with ADMIN_PASSWORD', () => {
  let admin: AdminSystem
  beforeAll(async () => {
    admin = await startAdmin()
  }, 180_000)
  afterAll(() => admin?.stop(), 60_000)

  it('shows the setup only to administrators and lets them skip it, on a phone in German', async () => {
    await admin.api.ok('POST', '/api/users', { json: ada })
    const editor = await admin.open('', { as: ada })
    await heading(editor, 'Hello, ada').waitFor()
    const page = await admin.open('', { width: 390, dark: true, locale: 'de-DE' })
    await heading(page, 'Wie heißt Ihre Website?').waitFor()
    for (const step of ['Wie soll sie aussehen?', 'Schreiben Sie Ihren ersten Beitrag']) {
      expect(await accessibilityErrors(page)).toEqual([])
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBe(0)
      await page
        .getByRole('button', { name: /^(Diesen Schritt überspringen|Weiter)$/ })
        .first()
        .click()
      await heading(page, step).waitFor()
    }
    expect(await accessibilityErrors(page)).toEqual([])
    await button(page, 'Später einrichten').click()
    await heading(page, `Hallo, ${administrator.username}`).waitFor()
    const other = await admin.open('')
    await heading(other, `Hello, ${administrator.username}`).waitFor()
    expect((await admin.api.ok('GET', '/api/setup')).body.data).toEqual({
      needsAccount: false,
      finished: true,
    })
    expect((await admin.api.ok('GET', '/api/settings')).body.data).toMatchObject({
      siteTitle: 'My Site',
      activeTheme: 'default',
    })
    for (const opened of [editor, page, other]) await opened.context().close()
  })
})
