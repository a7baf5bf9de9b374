/** Writing and managing content. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../api.ts'
import { accessibilityErrors } from './accessibility-errors.ts'
import type { Running } from './running.ts'

export function contentScenarios(running: () => Running): void {
  let page: Page
  beforeEach(async () => {
    page = await running().admin.open()
    return () => page.context().close()
  })

  const go = (path: string) => page.goto(`${running().admin.system.apiUrl}/admin${path}`)
  const text = () => page.getByRole('textbox', { name: 'Text in Markdown' })
  const phase = (name: string) => page.locator(`[data-phase="${name}"]`).waitFor()
  const read = async (path: string) =>
    (await running().admin.api.ok('GET', path)).body.data as Record<string, unknown>
  async function newPost(title: string, content: string, status = 'draft'): Promise<string> {
    return String(
      (await running().admin.api.ok('POST', '/api/posts', { json: { metadata: { title, status }, content } }))
        .body.id,
    )
  }

  describe('the editor', () => {
    it('lists HTML that the page does not show, and shows embeds of allowed hosts', async () => {
      await go('/posts/new')
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('With HTML')
      await text().click()
      const video = 'https://www.youtube-nocookie.com/embed/x'
      await page.keyboard.insertText(`One\n\nUse the <title> element.\n\n<iframe src="${video}"></iframe>`)
      const frame = page.frameLocator('iframe[title="Preview of the page"]')
      await frame.locator(`iframe[src="${video}"]`).waitFor()
      await frame.getByText('Use the <title> element.').first().waitFor()
      await page.getByText('1 passage is not shown as written:').waitFor()
      await page.getByRole('button', { name: 'Line 3:' }).click()
      const line = 'getSelection()?.anchorNode?.parentElement?.closest(".cm-line")?.textContent'
      await eventually(
        'the cursor in line 3',
        async () => (await page.evaluate(line)) === 'Use the <title> element.',
      )
      await eventually('the URL of the new post', async () => !page.url().endsWith('/new'))
      await phase('saved')
      await running().admin.api.ok('DELETE', `/api/posts/${page.url().split('/').at(-1)}`)
    })

    it('autosaves a draft, previews it, and publishes it', async () => {
      await go('/posts/new')
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Written in the browser')
      await text().click()
      await page.keyboard.press('Control+b')
      await page.keyboard.type('bold')
      await page.keyboard.press('End')
      await page.keyboard.type('\n\n## A heading\n\nwords\n\n<div>x')
      // The editor does not insert closing tags.
      await page.keyboard.type('</div>')
      const frame = page.frameLocator('iframe[title="Preview of the page"]')
      await frame.getByRole('heading', { name: 'A heading' }).waitFor()
      await frame.locator('strong', { hasText: 'bold' }).waitFor()
      // The preview has the layout and styles of the theme, and its links do not navigate.
      await frame.getByRole('heading', { name: 'Written in the browser', level: 1 }).waitFor()
      await frame.getByRole('contentinfo').waitFor()
      await eventually('the styles of the theme', async () => (await frame.locator('style').count()) > 0)
      await frame.getByRole('banner').getByRole('link').first().click()
      await frame.getByRole('heading', { name: 'A heading' }).waitFor()
      await page.getByRole('combobox', { name: 'Category' }).fill('Craft')
      await page.getByRole('combobox', { name: 'Tags' }).fill('fresh')
      await page.keyboard.press('Enter')
      await eventually('the URL of the new post', async () => !page.url().endsWith('/new'))
      const id = page.url().split('/').at(-1)
      await eventually('the stored tags', async () => Array.isArray((await read(`/api/posts/${id}`)).tags))
      expect(await read(`/api/posts/${id}`)).toMatchObject({
        title: 'Written in the browser',
        slug: 'written-in-the-browser',
        status: 'draft',
        category: 'Craft',
        tags: ['fresh'],
        content: '**bold**\n\n## A heading\n\nwords\n\n<div>x</div>',
      })
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await eventually('publishing', async () => (await read(`/api/posts/${id}`)).status === 'published')
      await phase('saved')
      await page.getByRole('button', { name: 'More actions' }).click()
      const onSite = page.getByRole('menuitem', { name: 'View on site' })
      expect(await onSite.getAttribute('href')).toBe(
        `${running().admin.system.siteUrl}/post/written-in-the-browser/`,
      )
    })

    it('restores unsaved text after the browser crashed', async () => {
      const id = await newPost('Crash', 'before', 'published')
      await go(`/posts/${id}`)
      await text().click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('typed ')
      await page.getByText('Unsaved changes stored in this browser').waitFor()
      const context = page.context()
      const crash = page.waitForEvent('crash')
      void page.goto('chrome://crash').catch(() => undefined)
      await crash
      page = await running().admin.open(`/posts/${id}`, { context })
      await page.getByText('Unsaved changes from your last visit').waitFor()
      expect(await text().textContent()).toContain('typed before')
      expect((await read(`/api/posts/${id}`)).content).toBe('before')
      await page.getByRole('button', { name: 'Update' }).click()
      await eventually('the update', async () => (await read(`/api/posts/${id}`)).content === 'typed before')
    })

    it('stores offline edits and saves them when the network is back', async () => {
      const id = await newPost('Train', 'a')
      await go(`/posts/${id}`)
      await text().click()
      await page.context().setOffline(true)
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' tunnel')
      await page.getByText('You are offline.').waitFor()
      await phase('retrying')
      await page.context().setOffline(false)
      await phase('saved')
      expect((await read(`/api/posts/${id}`)).content).toBe('a tunnel')
    })

    it('inserts a pasted image after its upload, and an image from the library', async () => {
      const id = await newPost('Pictures', '')
      await go(`/posts/${id}`)
      await text().click()
      await page.evaluate(`(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 20, height: 20 })
      canvas.getContext('2d').fillRect(0, 0, 10, 10)
      const blob = await new Promise((done) => canvas.toBlob(done))
      const data = new DataTransfer()
      data.items.add(new File([blob], 'pasted-shot.png', { type: 'image/png' }))
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })()`)
      await eventually('the upload', async () =>
        /!\[pasted shot\]\(\/images\//.test((await text().textContent()) ?? ''),
      )
      await page.getByRole('button', { name: 'Image', exact: true }).click()
      await page.getByRole('button', { name: 'Choose type-case.png' }).click()
      await eventually('the picture', async () =>
        ((await text().textContent()) ?? '').includes('![A type case seen from above]'),
      )
      await phase('saved')
    })
  })

  describe('the lists', () => {
    it('search, filter and sort posts, and store these choices in the URL', async () => {
      await go('/posts')
      await page.getByRole('searchbox', { name: 'Search titles and text' }).fill('punchcutter')
      await eventually('one result', async () => (await page.getByRole('row').count()) === 2)
      expect(page.url()).toContain('search=punchcutter')
      await page.getByText('Scheduled').waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByRole('combobox', { name: 'Sort by' }).click()
      await page.getByRole('option', { name: 'Title A–Z' }).click()
      await eventually('the order', async () =>
        (await page.locator('.row-link').first().textContent())?.startsWith('A short'),
      )
    })

    it('run a bulk action and list the items that failed', async () => {
      const ids = await Promise.all([newPost('Bulk one', 'x'), newPost('Bulk two', 'x')])
      await go('/posts?search=bulk')
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByText('2 selected').waitFor()
      await running().admin.api.ok('DELETE', `/api/posts/${ids[1]}`)
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const asked = page.getByRole('dialog', { name: 'Publish 2 items?' })
      await asked.getByRole('button', { name: 'Cancel' }).click()
      expect((await read(`/api/posts/${ids[0]}`)).status).toBe('draft')
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await asked.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('alert').filter({ hasText: 'Bulk two: Post not found' }).waitFor()
      expect((await read(`/api/posts/${ids[0]}`)).status).toBe('published')
    })

    it('move a page below another page, by its menu and by dragging', async () => {
      await go('/pages')
      await page.getByRole('button', { name: 'Actions for “Contact”' }).click()
      await page.getByRole('menuitem', { name: 'Move …' }).click()
      await page.getByRole('radio', { name: 'About' }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('/about/contact').waitFor()
      const row = (name: string) => page.getByRole('region', { name, exact: true })
      await row('Workshops').dragTo(row('People'))
      await page
        .getByRole('dialog', { name: 'Move “Workshops”?' })
        .getByRole('button', { name: 'Move' })
        .click()
      await page.getByText('/about/people/workshops').waitFor()
    })

    it('show the uses of an image, change its alt text, and delete the image with its uses', async () => {
      await go('/media')
      await page.getByRole('button', { name: 'Details of ink-tins.png' }).click()
      const drawer = page.getByRole('dialog', { name: 'ink-tins.png' })
      await drawer.getByText('in the text').first().waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await drawer.getByRole('textbox', { name: 'Alt text' }).fill('Tins of ink')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await drawer.waitFor({ state: 'hidden' })
      await page.getByText('Tins of ink').waitFor()
      await page.route('**/references', (route) =>
        route.fulfill({ status: 500, json: { error: 'No answer' } }),
      )
      await page.getByRole('button', { name: 'Details of ink-tins.png' }).click()
      await drawer.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('dialog', { name: 'Delete ink-tins.png?' })
      await question.getByText('No answer').waitFor()
      await page.unroute('**/references')
      await question.getByRole('button', { name: 'Try again' }).click()
      await question.getByText('It is used in').waitFor()
      await question.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('ink-tins.png deleted').waitFor()
      const { body } = await running().admin.api.ok('GET', '/api/media?search=ink-tins')
      expect(body.total).toBe(0)
    })
  })
}
