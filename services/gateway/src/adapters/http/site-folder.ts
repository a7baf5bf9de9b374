/** Which folder below SITE_ROOT is served (setting `staticOutputDir`, contract.md#site-listener), and below which path. */
import { setTimeout as sleep } from 'node:timers/promises'
import { basePathOf, serviceActor } from '@typecase/kernel'
import type { ContentApi } from '../../core/ports.ts'

export interface ServedSite {
  /** The setting `staticOutputDir`. */
  readonly outputDir: string
  /** What the links of the generated pages begin with: empty, or `/some/base`. */
  readonly basePath: string
}

export interface SiteFolder {
  /** As the settings have it. While content is away, as they were when it was asked last. */
  current(): Promise<ServedSite>
  /** To be called after a change through this gateway, so that it is seen at once. */
  forget(): void
}

/** Milliseconds until a change through another gateway is seen. */
const keptMs = 2_000
/** Milliseconds that a visitor waits for content where it was asked before; then the site is shown as it was. */
const patienceMs = 100
/** Milliseconds until content is asked again that did not answer. */
const awayMs = 5_000

export function siteFolder(content: Pick<ContentApi, 'getSettings'>): SiteFolder {
  let known: ServedSite | undefined
  let freshUntil = 0
  /** Changes through this gateway, and how many of them are in what is known: where one is not, only content can say what is true now. */
  let changes = 0
  let seen = 0
  let asking: { readonly site: Promise<ServedSite>; readonly since: number } | undefined

  const ask = async (): Promise<ServedSite> => {
    const before = changes
    try {
      const options = { actor: serviceActor('gateway'), deadlineMs: 2_000 }
      const { staticOutputDir, staticBaseUrl, siteUrl } = await content.getSettings({}, options)
      const site = { outputDir: staticOutputDir, basePath: basePathOf(staticBaseUrl || siteUrl) }
      // Who came before a change is told what was true then.
      if (before !== changes) return site
      known = site
      seen = before
      freshUntil = Date.now() + keptMs
      return site
    } catch (error) {
      if (known === undefined) throw error
      if (before === changes) {
        seen = before
        freshUntil = Date.now() + awayMs
      }
      return known
    }
  }

  const begin = () => {
    const mine = {
      since: Date.now(),
      site: ask().finally(() => {
        if (asking === mine) asking = undefined
      }),
    }
    // Whoever waits for it is told.
    mine.site.catch(() => undefined)
    return mine
  }

  return {
    async current() {
      if (known !== undefined && seen === changes && Date.now() < freshUntil) return known
      asking ??= begin()
      const left = asking.since + patienceMs - Date.now()
      if (known === undefined || seen !== changes) return asking.site
      return left <= 0 ? known : Promise.race([asking.site, sleep(left, known)])
    },
    forget() {
      changes += 1
      asking = undefined
    },
  }
}
