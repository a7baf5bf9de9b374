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

/** The settings that were read last, and the number of changes through this gateway. */
interface KnownSite {
  site: ServedSite | undefined
  freshUntil: number
  /** A value that was read before the last change is outdated. */
  changes: number
  /** Number of changes before `site` was read. */
  seen: number
}

type Content = Pick<ContentApi, 'getSettings'>

export function siteFolder(content: Content): SiteFolder {
  const known: KnownSite = { site: undefined, freshUntil: 0, changes: 0, seen: 0 }
  let asking: { readonly site: Promise<ServedSite>; readonly since: number } | undefined

  const begin = () => {
    const mine = {
      since: Date.now(),
      site: refresh(known, content).finally(() => {
        if (asking === mine) asking = undefined
      }),
    }
    // Prevents an unhandled rejection. The waiting requests get the error.
    mine.site.catch(() => undefined)
    return mine
  }

  return {
    async current() {
      if (known.site !== undefined && known.seen === known.changes && Date.now() < known.freshUntil)
        return known.site
      asking ??= begin()
      const left = asking.since + maxWaitMs - Date.now()
      if (known.site === undefined || known.seen !== known.changes) return asking.site
      return left <= 0 ? known.site : Promise.race([asking.site, sleep(left, known.site)])
    },
    forget() {
      known.changes += 1
      asking = undefined
    },
  }
}

/** Reads the settings again. Returns the known ones if content is unavailable. */
async function refresh(known: KnownSite, content: Content): Promise<ServedSite> {
  const before = known.changes
  try {
    const site = await readSite(content)
    // If settings have changed meanwhile, the value may be outdated and is not cached.
    if (before !== known.changes) return site
    known.site = site
    known.seen = before
    known.freshUntil = Date.now() + cacheMs
    return site
  } catch (error) {
    if (known.site === undefined) throw error
    if (before === known.changes) {
      known.seen = before
      known.freshUntil = Date.now() + awayMs
    }
    return known.site
  }
}

async function readSite(content: Content): Promise<ServedSite> {
  const options = { actor: serviceActor('gateway'), deadlineMs: 2_000 }
  const { staticOutputDir, staticBaseUrl, siteUrl } = await content.getSettings({}, options)
  return { outputDir: staticOutputDir, basePath: basePathOf(staticBaseUrl || siteUrl) }
}
