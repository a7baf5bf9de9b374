/**
 * The folder below SITE_ROOT that is served (`staticOutputDir`, contract.md#site-listener), and the base path
 * of its site.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { basePathOf, serviceActor } from '@typecase/kernel'
import type { ContentApi } from '../../core/ports.ts'

export interface ServedSite {
  /** The setting `staticOutputDir`. */
  readonly outputDir: string
  /** Prefix of the links in generated pages: empty, or `/some/base`. */
  readonly basePath: string
}

export interface SiteFolder {
  /** The current settings, or the last known ones while content is unavailable. */
  current(): Promise<ServedSite>
  /** Call it after changing settings through this gateway, so that the change takes effect immediately. */
  forget(): void
}

/** Milliseconds until a change through another gateway takes effect. */
const cacheMs = 2_000
/** Milliseconds to wait for content before a stale value is used. */
const maxWaitMs = 100
/** Milliseconds before a failed read is retried. */
const awayMs = 5_000

export function siteFolder(content: Pick<ContentApi, 'getSettings'>): SiteFolder {
  let known: ServedSite | undefined
  let freshUntil = 0
  /** Number of changes through this gateway. A value that was read before the last change is outdated. */
  let changes = 0
  let seen = 0
  let asking: { readonly site: Promise<ServedSite>; readonly since: number } | undefined

  const ask = async (): Promise<ServedSite> => {
    const before = changes
    try {
      const options = { actor: serviceActor('gateway'), deadlineMs: 2_000 }
      const { staticOutputDir, staticBaseUrl, siteUrl } = await content.getSettings({}, options)
      const site = { outputDir: staticOutputDir, basePath: basePathOf(staticBaseUrl || siteUrl) }
      // If settings have changed meanwhile, the value may be outdated and is not cached.
      if (before !== changes) return site
      known = site
      seen = before
      freshUntil = Date.now() + cacheMs
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
    // Prevents an unhandled rejection. The waiting requests get the error.
    mine.site.catch(() => undefined)
    return mine
  }

  return {
    async current() {
      if (known !== undefined && seen === changes && Date.now() < freshUntil) return known
      asking ??= begin()
      const left = asking.since + maxWaitMs - Date.now()
      if (known === undefined || seen !== changes) return asking.site
      return left <= 0 ? known : Promise.race([asking.site, sleep(left, known)])
    },
    forget() {
      changes += 1
      asking = undefined
    },
  }
}
