/** Schedules, concurrent edits and revisions. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../api.ts'
import { accessibilityErrors } from './accessibility-errors.ts'
import type { Running } from './running.ts'

interface Sent {
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly content?: string
}

export function writingScenarios(running: () => Running): void {
  describe('authors', () => authors(running))
}

function authors(running: () => Running): void {
  let page: Page
  /** Bodies of all changes that the page has sent. */
  let sent: Sent[]
  beforeEach(async () => {
    page = await running().admin.open()
    sent = []
    page.on(
      'request',
      (request) => void (request.method() === 'PUT' && sent.push(request.postDataJSON() as Sent)),
    )
    return () => page.context().close()
  })

  const api = () => running().admin.api
  const go = (path: string) => page.goto(`${running().admin.system.apiUrl}/admin${path}`)
  const text = () => page.getByRole('textbox', { name: 'Text in Markdown' })
  const phase = (name: string) => page.locator(`[data-phase="${name}"]`).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const read = async (id: string) =>
    (await api().ok('GET', `/api/posts/${id}`)).body.data as Record<string, unknown>
  async function newPost(content: string, metadata: object = {}): Promise<string> {
    const json = { metadata: { title: `Written ${Math.random()}`, ...metadata }, content }
    return String((await api().ok('POST', '/api/posts', { json })).body.id)
  }
  async function typeAtEnd(words: string): Promise<void> {
    await text().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(words)
  }

  it('keep their text when the session ends while they write, and save it after the next login', async () => {
    const ada = { username: 'ada', password: 'a good password' }
    const id = await newPost('before', {})
    const writer = await running().admin.open(`/posts/${id}`, { as: ada })
    await writer.getByRole('textbox', { name: 'Text in Markdown' }).click()
    await writer.evaluate(`fetch('/api/auth/logout', { method: 'POST' })`)
    await writer.keyboard.type('typed ')
    await writer.keyboard.press('Control+s')
    await writer.getByText('Your session has ended').waitFor()
    await writer.getByRole('textbox', { name: 'Password' }).fill(ada.password)
    await writer.getByRole('button', { name: 'Log in', exact: true }).click()
    await eventually('the text on the server', async () => /typed /.test(String((await read(id)).content)))
    await writer.context().close()
  })

  it('have separate copies of new posts in two tabs, and restore the copy of a closed tab', async () => {
    await go('/posts/new')
    await text().click()
    await page.keyboard.type('of the first tab')
    await page.getByText('Unsaved changes stored in this browser').waitFor()
    const other = await running().admin.open('/posts/new', { context: page.context() })
    const otherText = other.getByRole('textbox', { name: 'Text in Markdown' })
    await otherText.click()
    expect(await otherText.textContent()).toBe('')
    await other.keyboard.type('of the second tab')
    await other.getByText('Unsaved changes stored in this browser').waitFor()
    await page.close()
    page = await running().admin.open('/posts/new', { context: other.context() })
    await page.getByText('Unsaved changes from your last visit').waitFor()
    expect(await text().textContent()).toBe('of the first tab')
    expect(await otherText.textContent()).toBe('of the second tab')
  })

  describe('dates', () => {
    it('are not sent while they are typed, and a time in the past is an error', async () => {
      const id = await newPost('not ready')
      await go(`/posts/${id}`)
      await button('Schedule').click()
      const asked = dialog('Schedule')
      await asked.getByText(/Time zone: /).waitFor()
      await asked.getByLabel('Date').focus()
      for (const key of '01012020') await page.keyboard.press(key)
      for (const key of ['Tab', 'Tab', '0', '9', 'Tab', '3', 'ArrowUp', 'ArrowDown'])
        await page.keyboard.press(key)
      await asked.getByText('This time is in the past').waitFor()
      await asked.getByRole('button', { name: 'Publish now' }).waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await page.keyboard.press('Enter')
      const confirm = asked.getByRole('button', { name: 'Schedule' })
      expect(await confirm.isDisabled()).toBe(true)
      await asked.getByLabel('Date').fill('')
      expect(await confirm.isDisabled()).toBe(true)
      await asked.getByRole('button', { name: 'Cancel' }).click()
      await typeAtEnd(' yet')
      await phase('saved')
      expect(sent).toEqual([{ metadata: {}, content: 'not ready yet' }])
      expect(await read(id)).toMatchObject({ status: 'draft', content: 'not ready yet' })
      expect(await read(id)).not.toHaveProperty('publishAt')
    })

    it('are set when the author confirms, are shown, and can be cancelled', async () => {
      const id = await newPost('ready')
      await go(`/posts/${id}`)
      await button('Schedule').click()
      await dialog('Schedule').getByLabel('Date').fill('2040-05-01')
      await dialog('Schedule').getByLabel('Time', { exact: true }).fill('14:30')
      await dialog('Schedule').getByRole('button', { name: 'Schedule' }).click()
      const note = page.getByRole('region', { name: 'Scheduled' })
      await note.getByText(/^Publishes on Tue, 1 May 2040, 14:30/).waitFor()
      expect(Date.parse(String((await read(id)).publishAt))).toBe(new Date('2040-05-01T14:30').getTime())
      await typeAtEnd(', but not this')
      await page.getByText('Unsaved changes stored in this browser').waitFor()
      await note.getByRole('button', { name: 'Cancel schedule' }).click()
      await note.waitFor({ state: 'hidden' })
      await phase('saved')
      expect(sent.map(({ metadata, content }) => [Object.keys(metadata ?? {}), content])).toEqual([
        [['publishAt'], undefined],
        [['publishAt'], undefined],
        [[], 'ready, but not this'],
      ])
      expect(await read(id)).not.toHaveProperty('publishAt')
    })

    it('that pass while the author types do not conflict with unsaved text', async () => {
      const id = await newPost('planned', { publishAt: new Date(Date.now() + 8_000).toISOString() })
      await go(`/posts/${id}`)
      await typeAtEnd(', and half a sent')
      await page.getByText(/^Published as scheduled at .*Your unsaved changes are not on the site/).waitFor()
      expect(await read(id)).toMatchObject({ status: 'published', content: 'planned' })
      await typeAtEnd('ence')
      await button('Update').click()
      await phase('saved')
      expect(await read(id)).toMatchObject({ status: 'published', content: 'planned, and half a sentence' })
      expect(sent).toEqual([{ metadata: {}, content: 'planned, and half a sentence' }])
    })
  })

  describe('two authors', () => {
    const paragraph = 'A compositor does not look for a letter. The hand knows where it is.'

    it('get both edits if they change the same paragraph of a draft', async () => {
      const id = await newPost(paragraph)
      await go(`/posts/${id}`)
      await text().click()
      await api().ok('PUT', `/api/posts/${id}`, {
        json: { metadata: { subtitle: 'theirs' }, content: paragraph.replace('where', 'exactly where') },
      })
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('Mind: ')
      await page.keyboard.press('Control+s')
      await page.getByText(/^Changes saved elsewhere at/).waitFor()
      await phase('saved')
      const merged = `Mind: ${paragraph.replace('where', 'exactly where')}`
      expect(await read(id)).toMatchObject({ subtitle: 'theirs', content: merged })
      expect(await text().textContent()).toBe(merged)
      await page.keyboard.type('again: ')
      await page.keyboard.press('Control+s')
      await eventually('the cursor where it was', async () =>
        String((await read(id)).content).startsWith('Mind: again: A'),
      )
    })

    it('resolve conflicts one by one if they change the same words', async () => {
      const id = await newPost(`${paragraph}\n\nThe last line.`, { status: 'published', category: 'Craft' })
      await go(`/posts/${id}`)
      await text().click()
      const theirs = `${paragraph.replace('The hand', 'An old hand')}\n\nThe very last line.`
      await api().ok('PUT', `/api/posts/${id}`, {
        json: { metadata: { category: 'Theirs' }, content: theirs },
      })
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(`${paragraph.replace('The hand', 'Her hand')}\n\nThe last line.`)
      await page.getByRole('combobox', { name: 'Category' }).fill('Mine')
      await button('Update').click()
      const asked = dialog('A newer version was saved')
      await asked.getByText('2 conflicts left').waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await asked.getByRole('button', { name: 'Discard my changes' }).click()
      await dialog('Discard your changes?').getByRole('button', { name: 'Cancel' }).click()
      const save = asked.getByRole('button', { name: 'Update' })
      expect(await save.isDisabled()).toBe(true)
      const category = asked.getByRole('region', { name: '1 of 2: Category' })
      await category.getByRole('button', { name: 'Use mine' }).press('Enter')
      const place = asked.getByRole('region', { name: '2 of 2: Text in Markdown' })
      await place.getByRole('button', { name: 'Use theirs' }).press('Enter')
      await place.getByLabel('Result').fill('An old, sure ')
      await save.click()
      await phase('saved')
      expect(await read(id)).toMatchObject({
        category: 'Mine',
        content: `${paragraph.replace('The hand', 'An old, sure hand')}\n\nThe very last line.`,
      })
    })
  })

  describe('an earlier revision', () => {
    it('is loaded into the editor without being published, and unsaved text is not lost', async () => {
      const id = await newPost('first words', { status: 'published' })
      await api().ok('PUT', `/api/posts/${id}`, {
        json: { metadata: { tags: ['newer'] }, content: 'second words' },
      })
      await go(`/posts/${id}`)
      await typeAtEnd(', unsaved')
      await button('Revisions').click()
      const entries = dialog('Revisions').locator('.revision')
      await entries.last().getByRole('button').first().click()
      await entries.last().locator('del', { hasText: 'first words' }).waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await button('Restore this revision').click()
      const asked = dialog('Restore this revision?')
      await asked.locator('ins', { hasText: 'first words' }).waitFor()
      await asked.getByText('Your unsaved text is saved as a revision first.').waitFor()
      // The revision has no tags, so the current tags stay unless the author selects them.
      expect(await asked.getByRole('checkbox', { name: 'Tags' }).isChecked()).toBe(false)
      expect(await accessibilityErrors(page)).toEqual([])
      await asked.getByRole('button', { name: 'Restore' }).click()
      const loaded = /^The revision .* was loaded into the editor\. The site does not change until you save/
      await page.getByText(loaded).waitFor()
      expect(await text().textContent()).toBe('first words')
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await page.getByText('from your last visit').count()).toBe(0)
      expect([await read(id), sent]).toMatchObject([{ content: 'second words', tags: ['newer'] }, []])
      const newest = (await api().ok('GET', `/api/posts/${id}/revisions`)).body.data?.[0] as {
        revision: number
        snapshot: boolean
      }
      expect(newest.snapshot).toBe(true)
      const stored = (await api().ok('GET', `/api/posts/${id}/revisions/${newest.revision}`)).body.data
      expect(stored).toMatchObject({ content: 'second words, unsaved' })
      await button('Undo restore').click()
      expect(await text().textContent()).toBe('second words, unsaved')
      await button('More actions').click()
      await page.getByRole('menuitem', { name: 'Discard my changes' }).click()
      await dialog('Discard your changes?').getByRole('button', { name: 'Discard' }).click()
      await eventually('the saved text', async () => (await text().textContent()) === 'second words')
      expect([await read(id), sent]).toMatchObject([{ content: 'second words' }, []])
    })

    it('is published when the author updates the post, and unpublishing asks for confirmation', async () => {
      const id = await newPost('first words', { status: 'published' })
      for (let n = 0; n < 30; n += 1)
        await api().ok('PUT', `/api/posts/${id}`, { json: { content: `words ${n}` } })
      await go(`/posts/${id}`)
      await button('Revisions').click()
      const entries = dialog('Revisions').locator('.revision')
      await dialog('Revisions').getByRole('button', { name: 'Show more' }).click()
      await eventually('all revisions', async () => (await entries.count()) === 31)
      await entries.last().getByRole('button').first().click()
      await button('Restore this revision').click()
      await dialog('Restore this revision?').getByRole('button', { name: 'Restore' }).click()
      await button('Update').click()
      await phase('saved')
      expect(await read(id)).toMatchObject({ status: 'published', content: 'first words' })
      await button('More actions').click()
      await page.getByRole('menuitem', { name: 'Unpublish' }).click()
      const asked = dialog('Unpublish “')
      expect((await read(id)).status).toBe('published')
      await asked.getByRole('button', { name: 'Unpublish' }).click()
      await eventually('a draft', async () => (await read(id)).status === 'draft')
    })
  })
}
