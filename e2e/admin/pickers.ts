/** Pickers that search posts and terms on the server, and uploads of many files. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../api.ts'
import { accessibilityErrors } from './accessibility-errors.ts'
import type { Running } from './running.ts'

/** Browser script that records the maximum number of concurrent uploads in `mostUploads`. */
const countingUploads = `
  globalThis.mostUploads = 0
  let running = 0
  const open = XMLHttpRequest.prototype.open
  XMLHttpRequest.prototype.open = function (...given) {
    running += 1
    mostUploads = Math.max(mostUploads, running)
    this.addEventListener('load', () => { running -= 1 })
    return open.apply(this, given)
  }`

export function pickerScenarios(running: () => Running): void {
  const api = () => running().admin.api
  let page: Page
  beforeEach(async () => {
    page = await running().admin.open()
    return () => page.context().close()
  })
  const go = (path: string) => page.goto(`${running().admin.system.apiUrl}/admin${path}`)
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  const newPost = async (metadata: object) =>
    String((await api().ok('POST', '/api/posts', { json: { metadata, content: 'x' } })).body.id)

  describe('pickers', () => {
    const rare = { tags: ['Wiegendruck'], category: 'Incunabula' }
    let editedId: string
    let rareId: string
    /** Creates newer posts and more frequent terms, so that pickers show the rare ones only in a search. */
    beforeAll(async () => {
      rareId = await newPost({
        title: 'Gutenberg’s ledger',
        status: 'published',
        slug: 'gutenbergs-ledger',
        ...rare,
      })
      const tags = Array.from({ length: 25 }, (_, n) => `common-${n}`)
      await Promise.all(
        tags.map((tag, n) => newPost({ title: `Filler ${n}`, tags, category: tag, author: `writer-${n}` })),
      )
      await Promise.all(tags.map((tag) => newPost({ title: 'Filler again', category: tag })))
      editedId = await newPost({ title: 'Asking post' })
      return async () => {
        const { data } = (await api().ok('GET', '/api/posts?limit=1000&search=filler&frontmatterOnly=true'))
          .body
        const ids = (data as unknown as { frontmatter: { id: string } }[]).map(
          ({ frontmatter }) => frontmatter.id,
        )
        await api().ok('POST', '/api/bulk/posts', { json: { action: 'delete', ids: [...ids, editedId] } })
      }
    }, 60_000)

    it('find a tag that the picker does not show at first, and keep the tag as the filter', async () => {
      await go('/posts')
      const tag = page.getByRole('combobox', { name: 'Tag', exact: true })
      await tag.click()
      await option(/^common-\d+ ?25$/)
        .first()
        .waitFor()
      expect(await option(/Wiegendruck/).count()).toBe(0)
      await tag.fill('wiegen')
      expect(await accessibilityErrors(page)).toEqual([])
      await option(/Wiegendruck/).click()
      await eventually('one result', async () => (await page.getByRole('row').count()) === 2)
      await page.reload()
      await eventually('the filter', async () => (await tag.inputValue()) === 'Wiegendruck')
      await tag.click()
      await option(/^common-\d+ ?25$/)
        .first()
        .waitFor()
    })

    it('add an old post as a related post by keyboard, and show its title after a reload', async () => {
      await go(`/posts/${editedId}`)
      const related = page.getByRole('combobox', { name: 'Related posts' })
      await related.click()
      await option(/Filler/)
        .first()
        .waitFor()
      await related.pressSequentially('gutenb')
      await eventually('the post alone', async () => (await option(/.*/).count()) === 1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('combobox', { name: 'Category' }).fill('incun')
      await option(/Incunabula/).click()
      await page.getByRole('combobox', { name: 'Tags' }).fill('WIEGEN')
      await option(/Wiegendruck/).click()
      const chosen = { ...rare, relatedPosts: [rareId] }
      const stored = async () =>
        (await api().ok('GET', `/api/posts/${editedId}?resolveRelated=false`)).body.data ?? {}
      await eventually('the stored choices', async () => Array.isArray((await stored()).tags))
      expect(await stored()).toMatchObject(chosen)
      await page.reload()
      await page.locator('.mantine-MultiSelect-pill').filter({ hasText: 'Gutenberg’s ledger' }).waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
    })

    it('suggest any post for the menu and for the page explanation', async () => {
      await go('/menu')
      await page.getByRole('button', { name: 'Add item' }).click()
      const address = page.getByRole('combobox', { name: 'Address' })
      await address.fill('gutenberg')
      await option(/Gutenberg’s ledger/).click()
      expect(await address.inputValue()).toBe('/post/gutenbergs-ledger/')
      await page.keyboard.press('Escape')
      await go('/publish')
      const why = page.getByRole('region', { name: 'Explain a page' })
      await why.getByRole('combobox', { name: 'Page' }).fill('gutenb')
      await option('Gutenberg’s ledger').click()
      await eventually(
        'the choice',
        async () => (await why.getByRole('combobox', { name: 'Page' }).inputValue()) === 'Gutenberg’s ledger',
      )
      await why.getByText('templates/post.html').waitFor()
    })

    it('label a related post that was deleted', async () => {
      await api().ok('PUT', `/api/posts/${editedId}`, { json: { metadata: { relatedPosts: [rareId] } } })
      await api().ok('DELETE', `/api/posts/${rareId}`)
      await go(`/posts/${editedId}`)
      await page.locator('.mantine-MultiSelect-pill').filter({ hasText: 'Deleted post' }).waitFor()
    })
  })

  describe('the title', () => {
    it('moves the cursor to the text on Enter, and drops line breaks and trailing blanks', async () => {
      await go('/posts/new')
      const title = page.getByRole('textbox', { name: 'Title', exact: true })
      await title.fill('Pasted \n\nfrom two lines\n')
      expect(await title.inputValue()).toBe('Pasted from two lines ')
      await title.press('End')
      await page.keyboard.type('and more ')
      await page.keyboard.press('Enter')
      await page.keyboard.type('the text')
      await eventually(
        'the text',
        async () =>
          (await page.getByRole('textbox', { name: 'Text in Markdown' }).textContent()) === 'the text',
      )
      await eventually('the URL of the new post', async () => !page.url().endsWith('/new'))
      const id = page.url().split('/').at(-1)
      // The editor may have saved an earlier title first.
      await eventually('the whole title', async () => {
        const { body } = await api().ok('GET', `/api/posts/${id}`)
        return (body.data as { title?: string }).title === 'Pasted from two lines and more'
      })
      await page.goto('about:blank')
      await api().ok('DELETE', `/api/posts/${id}`)
    })
  })

  describe('many uploads', () => {
    const text = (n: number) => ({
      name: `note-${n}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`note ${n}`),
    })
    const files = (n: number) => [
      ...Array.from({ length: n }, (_, i) => text(i)),
      { ...text(n), name: 'not-a-picture.png', mimeType: 'image/png' },
    ]
    const choose = (given: ReturnType<typeof files>) =>
      page
        .getByLabel('Upload files')
        .locator('input')
        .or(page.locator('input[type=file]'))
        .first()
        .setInputFiles(given)
    const list = () => page.getByRole('region', { name: 'Uploads' })

    it('show one progress bar, continue on other screens, and list failed files with a retry', async () => {
      await page.addInitScript(countingUploads)
      await go('/media')
      await choose(files(12))
      await list().getByRole('progressbar').first().waitFor()
      expect(await list().getByRole('progressbar').count()).toBe(1)
      await page.getByRole('link', { name: 'Menu', exact: true }).click()
      await page.getByRole('link', { name: 'Media', exact: true }).click()
      await list().getByText('12 of 13 files uploaded').waitFor()
      expect(await page.evaluate('mostUploads')).toBe(3)
      await list().getByText('not-a-picture.png').waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await list().getByRole('button', { name: 'Try again: not-a-picture.png' }).click()
      await list().getByText('12 of 13 files uploaded').waitFor()
      await list().getByRole('button', { name: 'Clear list' }).click()
      await list().waitFor({ state: 'hidden' })
    })

    it('can be cancelled', async () => {
      await page.route('**/api/media/upload', () => undefined)
      await go('/media')
      await choose(files(5))
      await list().getByText('0 of 6 files').waitFor()
      await list().getByRole('button', { name: 'Cancel all' }).click()
      await list().waitFor({ state: 'hidden' })
    })
  })

  describe('the media library', () => {
    it('restores its filters when the user goes back', async () => {
      await go('/media')
      await page.getByRole('searchbox', { name: 'Search files' }).fill('type-case')
      await page.getByText('All', { exact: true }).click()
      await page.getByText('List', { exact: true }).click()
      await eventually('the filter in the address', async () => /search=type-case/.test(page.url()))
      await page.getByRole('link', { name: 'Menu', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Menu' }).waitFor()
      await page.goBack()
      await page.getByRole('button', { name: 'Details of type-case.png' }).waitFor()
      expect(await page.getByRole('searchbox', { name: 'Search files' }).inputValue()).toBe('type-case')
      for (const name of ['All', 'List'])
        expect(await page.getByRole('radio', { name, exact: true }).isChecked()).toBe(true)
    })

    it('loads renditions instead of the original images', async () => {
      await go('/media')
      const picture = page.getByRole('button', { name: 'Details of type-case.png' }).locator('img')
      await eventually('renditions', async () =>
        /\.320w\.\w+ 320w/.test((await picture.getAttribute('srcset')) ?? ''),
      )
      await picture.scrollIntoViewIfNeeded()
      const loaded = `[...document.querySelectorAll('img.tile-picture[srcset]')].map(({ currentSrc }) => currentSrc)`
      await eventually('the renditions in the list', async () => {
        const sources = (await page.evaluate(loaded)) as string[]
        return sources.length > 0 && sources.every((source) => /\.\d+w\.\w+$/.test(source))
      })
    })
  })
}
