import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** Milliseconds without a request after which a page counts as loaded. */
const idleMs = 100
const timeoutMs = 30_000

/**
 * Returns a function that waits until the page shows no loader and has no open request. Call `whenLoaded`
 * before the navigation, and the returned function after it. Playwright's `networkidle` would take half a
 * second for each page. @throws Error after 30 s
 */
export function whenLoaded(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const changed = (change: () => unknown) => {
    change()
    changedAt = Date.now()
  }
  page.on(
    'request',
    (request) => request.resourceType() !== 'eventsource' && changed(() => open.add(request)),
  )
  const ended = (request: Request) => changed(() => open.delete(request))
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    await page.locator('#main').waitFor()
    const until = Date.now() + timeoutMs
    for (;;) {
      const isIdle = open.size === 0 && Date.now() - changedAt >= idleMs
      if (isIdle && (await page.locator('.mantine-Loader-root').count()) === 0) return
      if (Date.now() > until)
        throw new Error(
          `${page.url()} did not finish loading: ${[...open].map((request) => request.url()).join(', ')}`,
        )
      await sleep(20)
    }
  }
}
