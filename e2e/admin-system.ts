/** The system with its web interface, and a real browser in front of it. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type Api, apiClient, loggedIn } from './api.ts'
import { launchBrowser } from './browser.ts'
import { administrator, type SystemProcess, startProcess, temporaryFolder } from './process.ts'

export interface AdminSystem {
  readonly system: SystemProcess
  readonly browser: Browser
  /** As the administrator; as nobody where its password is made up (ADMIN_PASSWORD ''). */
  readonly api: Api
  /** A page of a browser of its own, logged in, at that address below /admin; an empty one without. */
  open(path?: string, options?: OpenOptions): Promise<Page>
  stop(): Promise<void>
}

export interface OpenOptions {
  readonly as?: { readonly username: string; readonly password: string }
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  readonly locale?: string
  /** Another page of a browser that is logged in already. */
  readonly context?: BrowserContext
}

/** As `npm start` does it, in plain JavaScript: without types. */
interface AdminBuild {
  adminFolder(): string
  buildAdmin(node: string, folder: string): Promise<void>
}
const builder = new URL('../tools/bootstrap/admin.mjs', import.meta.url).href

/** The folder of the built interface. Built at most once for each state of its sources. */
export async function builtAdmin(): Promise<string> {
  const { adminFolder, buildAdmin } = (await import(builder)) as AdminBuild
  const folder = adminFolder()
  await buildAdmin(process.execPath, folder)
  return folder
}

export async function startAdmin(env: Readonly<Record<string, string>> = {}): Promise<AdminSystem> {
  const folder = temporaryFolder()
  const ADMIN_DIR = await builtAdmin()
  const system = await startProcess(folder.path, { ADMIN_DIR, ...env })
  const browser = await launchBrowser()
  const sessions = keptSessions(browser, system.apiUrl)
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
        locale,
      }
      const own = context ?? (await sessions.open(as, look))
      const page = await own.newPage()
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

/** Browsers of users who are logged in: the password is checked, which is slow on purpose, once a session. */
function keptSessions(browser: Browser, url: string) {
  const kept = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()
  return {
    async open(
      as: { readonly username: string; readonly password: string },
      look: BrowserContextOptions,
    ): Promise<BrowserContext> {
      const storageState = kept.get(as.username)
      const context = await browser.newContext({ ...look, ...(storageState ? { storageState } : {}) })
      // A scenario may have ended it.
      if (storageState && (await context.request.get(`${url}/api/users/me`)).ok()) return context
      const answer = await context.request.post(`${url}/api/auth/login`, { data: as })
      if (!answer.ok()) throw new Error(`${as.username} can't log in: ${await answer.text()}`)
      kept.set(as.username, await context.storageState())
      return context
    },
  }
}
