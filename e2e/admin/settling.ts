import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** Milliseconds without a request after which nothing more is to come. */
const silence = 100
const patience = 30_000

/**
 * Waits until a page has all it shows: nothing says that it is loading, and nothing is being asked. Playwright's own word for it takes
 * half a second each. Call it before the page is gone to; what it answers waits. @throws Error after half a minute
 */
export function settling(page: Page): () => Promise<void> {
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
    const until = Date.now() + patience
    for (;;) {
      const isSilent = open.size === 0 && Date.now() - changedAt >= silence
      if (isSilent && (await page.locator('.mantine-Loader-root').count()) === 0) return
      if (Date.now() > until)
        throw new Error(
          `${page.url()} does not settle: ${[...open].map((request) => request.url()).join(', ')}`,
        )
      await sleep(20)
    }
  }
}
