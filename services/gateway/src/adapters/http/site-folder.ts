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

/** The cached settings, and what decides whether they are fresh. */
interface CachedSite {
  site: ServedSite | undefined
  freshUntil: number
  /** Number of changes through this gateway. A value that was read before the last change is outdated. */
  changes: number
  /**
   * Value of `changes` when the last attempt to read began, even if it failed. `site` may be returned without
   * waiting only if both are equal.
   */
  seen: number
}

type Content = Pick<ContentApi, 'getSettings'>

export function siteFolder(content: Content): SiteFolder {
  const cached: CachedSite = { site: undefined, freshUntil: 0, changes: 0, seen: 0 }
  let asking: { readonly site: Promise<ServedSite>; readonly since: number } | undefined

  const begin = () => {
    const mine = {
      since: Date.now(),
      site: refresh(cached, content).finally(() => {
        if (asking === mine) asking = undefined
      }),
    }
    // Prevents an unhandled rejection. The waiting requests get the error.
    mine.site.catch(() => undefined)
    return mine
  }

  return {
    async current() {
      if (cached.site !== undefined && cached.seen === cached.changes && Date.now() < cached.freshUntil)
        return cached.site
      asking ??= begin()
      const left = asking.since + maxWaitMs - Date.now()
      if (cached.site === undefined || cached.seen !== cached.changes) return asking.site
      return left <= 0 ? cached.site : Promise.race([asking.site, sleep(left, cached.site)])
    },
    forget() {
      cached.changes += 1
      asking = undefined
    },
  }
}

/**
 * Reads and caches the settings. If that fails, returns the cached ones.
 * @throws the error if none are cached
 */
async function refresh(cached: CachedSite, content: Content): Promise<ServedSite> {
  const before = cached.changes
  try {
    const site = await readSite(content)
    // If settings have changed meanwhile, the value may be outdated and is not cached.
    if (before !== cached.changes) return site
    cached.site = site
    cached.seen = before
    cached.freshUntil = Date.now() + cacheMs
    return site
  } catch (error) {
    if (cached.site === undefined) throw error
    if (before === cached.changes) {
      cached.seen = before
      cached.freshUntil = Date.now() + awayMs
    }
    return cached.site
  }
}

async function readSite(content: Content): Promise<ServedSite> {
  const options = { actor: serviceActor('gateway'), deadlineMs: 2_000 }
  const { staticOutputDir, staticBaseUrl, siteUrl } = await content.getSettings({}, options)
  return { outputDir: staticOutputDir, basePath: basePathOf(staticBaseUrl || siteUrl) }
}
