/** The system with its web interface, and a real browser in front of it. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Api, apiClient, loggedIn } from './api.ts'
import { launchBrowser } from './browser.ts'
import { administrator, type SystemProcess, startProcess, temporaryFolder } from './process.ts'

export interface AdminSystem {
  readonly system: SystemProcess
  readonly browser: Browser
  /** As the administrator; as nobody where its password is made up (ADMIN_PASSWORD ''). */
  readonly api: Api
  /** A page of a browser of its own, logged in, at that address below /admin. */
  open(path: string, options?: OpenOptions): Promise<Page>
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
async function builtAdmin(): Promise<string> {
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
  const api = env.ADMIN_PASSWORD === '' ? apiClient(system.apiUrl) : await loggedIn(system.apiUrl, administrator)
  return {
    system,
    browser,
    api,
    async open(path, { as = administrator, width = 1280, height = 850, dark = false, locale = 'en-GB', context } = {}) {
      const own = context ?? (await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', locale }))
      const page = await own.newPage()
      if (!context) {
        // The cookie by the same way as a person, without the typing.
        await page.goto(`${system.apiUrl}/admin`)
        await page.evaluate(
          async (json) =>
            fetch('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: json }).then((answer) =>
              answer.text(),
            ),
          JSON.stringify(as),
        )
      }
      await page.goto(`${system.apiUrl}/admin${path}`)
      return page
    },
    async stop() {
      await browser.close()
      await system.end('SIGTERM')
      folder.remove()
    },
  }
}
