/** Tests the HTML pages of the API in a browser, also at phone size. */
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { preparedFolder, type SystemProcess, startProcess } from './process.ts'

const folder = preparedFolder()
let system: SystemProcess
let browser: Browser

beforeAll(async () => {
  system = await startProcess(folder.path)
  browser = await launchBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

async function openPage(path: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  await page.goto(system.apiUrl + path)
  for (const entry of await page.locator('details').all())
    await entry.evaluate((element) => element.setAttribute('open', ''))
  return page
}

const accessibilityErrors = async (page: Page): Promise<string[]> => {
  const { violations } = await page
    .evaluate(`${axe.source}; axe.run()`)
    .then((found) => found as axe.AxeResults)
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

describe('the HTML pages of the API', () => {
  it.each([
    ['/', 390],
    ['/api/docs', 390],
    ['/api/docs', 1280],
  ])('%s fits a viewport of %i pixels with every entry open, and is accessible', async (path, width) => {
    const page = await openPage(path, width)
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow).toBe(0)
    expect(await accessibilityErrors(page)).toEqual([])
    await page.close()
  })

  it('link from the API root to the documentation of each route', async () => {
    const page = await openPage('/', 390)
    await page.getByRole('link', { name: 'Every route of the API' }).click()
    await page.getByRole('link', { name: 'Users' }).click()
    const entry = page.locator('details', { hasText: 'Delete a user' })
    await entry.locator('summary').click()
    expect(await entry.textContent()).toContain('Body: application/json, optional')
    await page.close()
  })
})
