/** Import and export. */
import { readFile } from 'node:fs/promises'
import { openArchive } from '@typecase/transfer'
import { openFiles } from '@typecase/transfer/browser'
import AdmZip from 'adm-zip'
import type { Download, Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityErrors } from './accessibility-errors.ts'
import type { Running } from './running.ts'
import { archiveOfPosts, uploadsZip, wordpressXml } from './transfer-files.ts'

export function transferScenarios(running: () => Running): void {
  describe('the web interface for import and export', () => {
    let page: Page
    beforeEach(async () => {
      page = await running().admin.open()
      return () => page.context().close()
    })
    const go = (path: string) => page.goto(`${running().admin.system.apiUrl}/admin${path}`)
    const read = async (path: string) => (await running().admin.api.ok('GET', path)).body
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const choose = async (label: string, name: string, buffer: Buffer) =>
      page
        .getByRole('group', { name: label })
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    const chooseArchive = async (buffer: Buffer) => {
      await page.getByRole('combobox', { name: 'Where does the site come from?' }).click()
      await page.getByRole('option', { name: 'Typecase archive' }).click()
      await choose('File or folder', 'archive.zip', buffer)
    }
    const statusShown = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    const leaveSiteAlone = async () => {
      await page.getByLabel('Import title and settings').uncheck()
      await page.getByLabel('Replace the menu').uncheck()
    }

    it('checks and imports a WordPress export, and changes nothing the second time', async () => {
      await go('/import')
      await choose('File or folder', 'harbour.xml', Buffer.from(wordpressXml))
      await choose('Media files (optional)', 'uploads.zip', uploadsZip())
      expect(await accessibilityErrors(page)).toEqual([])
      await button('Check').click()
      await page.getByRole('heading', { name: 'Found in harbour.xml' }).waitFor()
      for (const text of ['1 Post', '1 Page', '1 Media file']) await page.getByText(text).waitFor()
      await page.getByRole('alert').filter({ hasText: 'In the trash' }).waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      expect((await read('/api/posts?search=Ships%20at%20dawn')).total).toBe(0)

      await leaveSiteAlone()
      await button('Import').click()
      await statusShown('Import finished')
      await statusShown('created, 0 replaced, 0 unchanged')
      expect(await accessibilityErrors(page)).toEqual([])
      const { data } = await read('/api/posts?search=Ships%20at%20dawn')
      const [post] = data as unknown as { frontmatter: { slug: string; category: string }; content: string }[]
      expect(post?.frontmatter).toMatchObject({ slug: 'ships-at-dawn', category: 'Ships' })
      expect(post?.content).toContain('Two ships **left**.')
      expect(post?.content).toMatch(/!\[Ships\]\(\/images\/[^)]+\.png\)/)
      expect(post?.content).toContain('(/the-pier/)')

      const [report] = await Promise.all([
        page.waitForEvent('download'),
        button('Download the report').click(),
      ])
      expect(report.suggestedFilename()).toBe('typecase-import-report.csv')
      expect((await bytesOf(report)).toString()).toContain('lost,trash,1')

      const [comments] = await Promise.all([page.waitForEvent('download'), button('Save comments').click()])
      expect(comments.suggestedFilename()).toBe('comments.jsonl')
      expect((await bytesOf(comments)).toString()).toContain('Well said')

      await button('Choose other files').click()
      await choose('File or folder', 'harbour.xml', Buffer.from(wordpressXml))
      await choose('Media files (optional)', 'uploads.zip', uploadsZip())
      await button('Check').click()
      await leaveSiteAlone()
      await button('Import').click()
      await statusShown('0 created, 0 replaced')
    })

    it('cancels an import and continues it without a duplicate', async () => {
      const posts = 60
      await go('/import')
      await chooseArchive(await archiveOfPosts(posts))
      await button('Check').click()
      await leaveSiteAlone()
      const secondRequest = Promise.withResolvers<Route>()
      let sent = 0
      await page.route('**/api/import/items', (route) =>
        ++sent === 1 ? route.continue() : secondRequest.resolve(route),
      )
      await button('Import').click()
      const route = await secondRequest.promise
      await page.getByRole('link', { name: 'Posts', exact: true }).click()
      await page.getByRole('link', { name: 'Import', exact: true }).click()
      await button('Cancel').click()
      await statusShown('Import cancelled')
      await route.abort().catch(() => undefined)
      await page.unroute('**/api/import/items')
      const total = async () => (await read('/api/posts?search=Archived&limit=1')).total
      expect(await total()).toBeLessThan(posts)
      await button('Continue the import').click()
      await statusShown('Import finished')
      expect(await total()).toBe(posts)
    })

    it('explains what is wrong with a file, and changes nothing', async () => {
      await go('/import')
      const zip = new AdmZip()
      zip.addFile('readme.txt', Buffer.from('no site'))
      await choose('File or folder', 'other.zip', zip.toBuffer())
      await button('Check').click()
      const alert = page.getByRole('alert')
      await alert.filter({ hasText: 'The files are not from the selected system.' }).waitFor()
      await alert.filter({ hasText: 'Nothing was changed.' }).waitFor()
      await choose('File or folder', 'broken.zip', zip.toBuffer().subarray(0, 40))
      await button('Check').click()
      await alert.filter({ hasText: 'A file is damaged.' }).waitFor()
    })

    it('exports an archive as a download, and as a stream into a file', async () => {
      await page.addInitScript('delete window.showSaveFilePicker')
      await go('/export')
      expect(await accessibilityErrors(page)).toEqual([])
      const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()])
      await statusShown('Export finished')
      expect(await accessibilityErrors(page)).toEqual([])
      const saved = await bytesOf(download)
      const archive = await openArchive(await openFiles([{ path: 'a.zip', blob: new Blob([saved]) }]))
      expect(archive.manifest.counts.posts).toBe((await read('/api/posts?limit=1')).total)

      // The test cannot operate the browser's file dialog, so a function returns a real file handle instead.
      await page.addInitScript(`window.showSaveFilePicker = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('streamed.zip', { create: true })`)
      await go('/export')
      await button('Export').click()
      await statusShown('Export finished')
      const streamed = await page.evaluate(`(async () => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle('streamed.zip')
        return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())]
      })()`)
      expect(Buffer.from(streamed as number[]).equals(saved)).toBe(true)
    })
  })
}

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())
