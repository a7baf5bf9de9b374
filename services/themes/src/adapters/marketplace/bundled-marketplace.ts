import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { Logger } from '@typecase/runtime/log'
import { marketplacePackageInvalid, marketplaceUnavailable } from '../../core/errors.ts'
import type { Marketplace } from '../../core/ports.ts'
import { parseCatalogue, parseCategories } from './parse-catalogue.ts'

/**
 * The bundled catalogue. `folder` contains themes.json, whose `download` values name folders next to it.
 * `pack` builds a ZIP from such a folder.
 */
export function bundledMarketplace(
  folder: string,
  pack: (folder: string) => Uint8Array,
  log: Logger,
): Marketplace {
  const root = resolve(folder)
  const read = <T>(name: string, parse: (bytes: Uint8Array) => T): T => {
    try {
      return parse(readFileSync(join(root, name)))
    } catch (error) {
      log.error({ error, file: name }, 'the bundled catalogue could not be read')
      throw marketplaceUnavailable(error)
    }
  }
  return {
    source: 'bundled',
    themes: async () => {
      const { themes, skipped } = read('themes.json', parseCatalogue)
      if (skipped.length > 0) log.error({ skipped }, 'skipped invalid entries of the bundled catalogue')
      return themes.map((theme) => ({ ...theme, updateUrl: theme.sourceRepo }))
    },
    categories: async () =>
      existsSync(join(root, 'categories.json')) ? read('categories.json', parseCategories) : undefined,
    download: async ({ download }) => {
      const themeFolder = resolve(root, download)
      if (!themeFolder.startsWith(root + sep) || !existsSync(join(themeFolder, 'theme.json')))
        throw marketplacePackageInvalid('it does not exist')
      return pack(themeFolder)
    },
  }
}
