import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { Logger } from '@typecase/runtime/log'
import { marketplacePackageInvalid, marketplaceUnavailable } from '../../core/errors.ts'
import type { Marketplace } from '../../core/ports.ts'
import { parseCatalogue, parseCategories } from './parse-catalogue.ts'

/**
 * The catalogue that is shipped with the product: a folder with themes.json, whose `download` names a folder beside it. `pack` makes a
 * package of such a folder.
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
      const { themes, leftOut } = read('themes.json', parseCatalogue)
      if (leftOut.length > 0)
        log.error({ leftOut }, 'entries of the bundled catalogue are not of the right form')
      return themes.map((theme) => ({ ...theme, updateUrl: theme.sourceRepo }))
    },
    categories: async () =>
      existsSync(join(root, 'categories.json')) ? read('categories.json', parseCategories) : undefined,
    download: async ({ download }) => {
      const packed = resolve(root, download)
      if (!packed.startsWith(root + sep) || !existsSync(join(packed, 'theme.json')))
        throw marketplacePackageInvalid('it is not there')
      return pack(packed)
    },
  }
}
