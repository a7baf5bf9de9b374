/** Screenshots of a German, an Arabic and a Japanese site with every bundled and marketplace theme. */
import { loggedIn } from '../api.ts'
import { launchBrowser } from '../browser.ts'
import { administrator, startProcess, temporaryFolder } from '../process.ts'
import { fillLocalSite, localSites } from '../scenarios/local-sites.ts'
import { installMarketplaceThemes, themes } from '../theme-checks.ts'

const viewport = { width: 900, height: 700 }

/** Calls `save` with the name `site-{theme}-{language}` and a screenshot of the newest post. */
export async function siteScreenshots(save: (name: string, png: Buffer) => Promise<void>): Promise<void> {
  const folder = temporaryFolder()
  const system = await startProcess(folder.path)
  const browser = await launchBrowser()
  try {
    const api = await loggedIn(system.apiUrl, administrator)
    await installMarketplaceThemes(api)
    const tab = await (await browser.newContext({ viewport })).newPage()
    for (const site of localSites) {
      await fillLocalSite(api, site)
      for (const theme of themes) {
        await api.ok('POST', `/api/themes/switch/${theme}`)
        await api.generate()
        await tab.goto(`${system.siteUrl}/post/newer/`)
        await save(`site-${theme}-${site.language}`, await tab.screenshot())
      }
    }
  } finally {
    await browser.close()
    await system.end('SIGTERM')
    folder.remove()
  }
}
