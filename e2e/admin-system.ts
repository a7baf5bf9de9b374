/** Starts Typecase with its web interface, and a browser. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type Api, apiClient, loggedIn } from './api.ts'
import { launchBrowser } from './browser.ts'
import {
  administrator,
  preparedFolder,
  type SystemProcess,
  startProcess,
  temporaryFolder,
} from './process.ts'

export interface AdminSystem {
  readonly system: SystemProcess
  readonly browser: Browser
  /** Client that is logged in as the administrator; anonymous if ADMIN_PASSWORD is empty. */
  readonly api: Api
  /** Opens a logged-in page at a path below /admin; without a path, an empty page. */
  open(path?: string, options?: OpenOptions): Promise<Page>
  stop(): Promise<void>
}

export interface OpenOptions {
  readonly as?: { readonly username: string; readonly password: string }
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  readonly locale?: string
  /** Opens the page in this logged-in browser context. */
  readonly context?: BrowserContext
}

/** Types of tools/bootstrap/admin.mjs, which is JavaScript because `npm start` also runs it on Node 20. */
interface AdminBuild {
  adminFolder(): string
  buildAdmin(node: string, folder: string): Promise<void>
}
const builder = new URL('../tools/bootstrap/admin.mjs', import.meta.url).href

/** Returns the folder of the built web interface. Builds it only if its sources have changed. */
export async function builtAdmin(): Promise<string> {
  const { adminFolder, buildAdmin } = (await import(builder)) as AdminBuild
  const folder = adminFolder()
  await buildAdmin(process.execPath, folder)
  return folder
}

export async function startAdmin(env: Readonly<Record<string, string>> = {}): Promise<AdminSystem> {
  // An empty password means that the test needs a first start.
  const folder = env.ADMIN_PASSWORD === '' ? temporaryFolder() : preparedFolder()
  const ADMIN_DIR = await builtAdmin()
  const system = await startProcess(folder.path, { ADMIN_DIR, ...env })
  const browser = await launchBrowser()
  const sessions = cachedSessions(browser, system.apiUrl)
  const api =
    env.ADMIN_PASSWORD === '' ? apiClient(system.apiUrl) : await loggedIn(system.apiUrl, administrator)
  return {
    system,
    browser,
    api,
    async open(
      path,
      { as = administrator, width = 1280, height = 850, dark = false, locale = 'en-GB', context } = {},
    ) {
      const look = {
        viewport: { width, height },
        colorScheme: dark ? ('dark' as const) : ('light' as const),
        // Transitions would only delay the scenarios.
        reducedMotion: 'reduce' as const,
        locale,
      }
      const pageContext = context ?? (await sessions.open(as, look))
      const page = await pageContext.newPage()
      if (path !== undefined) await page.goto(`${system.apiUrl}/admin${path}`)
      return page
    },
    async stop() {
      await browser.close()
      await system.end('SIGTERM')
      folder.remove()
    },
  }
}

/** Reuses sessions between pages, because password hashing is slow by design. */
function cachedSessions(browser: Browser, url: string) {
  const states = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()
  return {
    async open(
      as: { readonly username: string; readonly password: string },
      look: BrowserContextOptions,
    ): Promise<BrowserContext> {
      const storageState = states.get(as.username)
      const context = await browser.newContext({ ...look, ...(storageState ? { storageState } : {}) })
      // Less than the time limit of a test, so that the error names the missing element.
      context.setDefaultTimeout(100_000)
      // An earlier scenario may have ended the session, so check it.
      if (storageState && (await context.request.get(`${url}/api/users/me`)).ok()) return context
      const answer = await context.request.post(`${url}/api/auth/login`, { data: as })
      if (!answer.ok()) throw new Error(`${as.username} can't log in: ${await answer.text()}`)
      states.set(as.username, await context.storageState())
      return context
    },
  }
}
