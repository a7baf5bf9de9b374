import { createHash } from 'node:crypto'
import { currentContext } from '@typecase/runtime/context'
import type { Logger } from '@typecase/runtime/log'
import { marketplacePackageInvalid, marketplaceUnavailable } from '../../core/errors.ts'
import type { Marketplace } from '../../core/ports.ts'
import { packageLimits } from '../../core/themes/limits.ts'
import { type Download, UnexpectedStatus } from './guarded-download.ts'
import { parseCatalogue, parseCategories } from './parse-catalogue.ts'

const maxCatalogueBytes = 1024 * 1024
const limitMs = 5000
/**
 * A download ends at least this many milliseconds before the caller's deadline, because timers fire late on a
 * busy machine.
 */
const reserveMs = 300

/** A catalogue on a web server (contract.md#marketplace): themes.json and, optionally, categories.json. */
export function httpMarketplace(address: string, download: Download, log: Logger): Marketplace {
  const root = address.replace(/\/+$/, '')
  const fetch: Fetch = (url, maxBytes) => download(url, { maxBytes, milliseconds: timeLeft() })
  return {
    source: address,
    themes: async () => {
      const { themes, skipped } = await orUnavailable(log, async () =>
        parseCatalogue(await fetch(new URL(`${root}/themes.json`), maxCatalogueBytes)),
      )
      if (skipped.length > 0)
        log.warn({ skipped: skipped.slice(0, 20) }, 'skipped invalid entries of the marketplace')
      return themes.map((theme) => ({
        ...theme,
        updateUrl: addressOf(root, theme.download)?.href ?? theme.sourceRepo,
      }))
    },
    categories: () =>
      orUnavailable(log, async () => {
        const bytes = await fetchOptional(fetch, new URL(`${root}/categories.json`))
        return bytes && parseCategories(bytes)
      }),
    download: async (theme) => {
      const url = addressOf(root, theme.download)
      if (!url) throw marketplacePackageInvalid('its URL is invalid')
      const bytes = await fetch(url, packageLimits.packed).catch((error: unknown) => {
        log.warn(
          { error, marketplaceName: theme.marketplaceName },
          'a package of the marketplace could not be fetched',
        )
        throw marketplacePackageInvalid('it could not be fetched', error)
      })
      if (theme.sha256 && createHash('sha256').update(bytes).digest('hex') !== theme.sha256.toLowerCase())
        throw marketplacePackageInvalid('its SHA-256 does not match the catalogue')
      return bytes
    },
  }
}

type Fetch = (url: URL, maxBytes: number) => Promise<Uint8Array>

async function orUnavailable<T>(log: Logger, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    log.warn({ error }, 'the marketplace could not be read')
    throw marketplaceUnavailable(error)
  }
}

/** Returns undefined if the file does not exist. */
const fetchOptional = (fetch: Fetch, url: URL): Promise<Uint8Array | undefined> =>
  fetch(url, maxCatalogueBytes).catch((error: unknown) => {
    if (error instanceof UnexpectedStatus && (error.status === 404 || error.status === 410)) return undefined
    throw error
  })

const addressOf = (root: string, address: string): URL | undefined =>
  URL.canParse(address, `${root}/`) ? new URL(address, `${root}/`) : undefined

function timeLeft(): number {
  const { deadline } = currentContext()
  if (!deadline) return limitMs
  const left = deadline.getTime() - Date.now()
  return Math.min(limitMs, left - Math.max(reserveMs, Math.ceil(left / 5)))
}
