import { type Actor, requireUser } from '@typecase/kernel'
import { addressesOf } from '../pages/addresses/addresses.ts'
import type { PublisherPorts } from '../ports.ts'
import { effectiveOptions } from '../releases/options.ts'
import { type EntryKey, entryName } from '../site/content-model.ts'

export interface FormerAddresses extends EntryKey {
  /** Sorted, without the base path, like the paths in the metadata field `aliases`. */
  readonly paths: readonly string[]
}

/**
 * The addresses that redirect to these posts and pages. Omits addresses under another base path, because an
 * alias is always below the current one.
 * @throws UNAUTHORIZED, FORBIDDEN or UPSTREAM_UNAVAILABLE
 */
export const listFormerAddresses =
  ({ addresses, source, publicSiteUrl }: Pick<PublisherPorts, 'addresses' | 'source' | 'publicSiteUrl'>) =>
  async (actor: Actor, keys: readonly EntryKey[]): Promise<readonly FormerAddresses[]> => {
    requireUser(actor)
    const [{ former }, settings] = await Promise.all([addresses.known(), source.settings()])
    const { baseUrl, cleanUrls } = effectiveOptions({}, settings)
    const { basePath } = addressesOf(baseUrl, cleanUrls, publicSiteUrl)
    const asked = new Map(keys.map((key) => [entryName(key), { ...key, paths: [] as string[] }]))
    for (const [path, entry] of former) {
      const found = asked.get(entry)
      if (found && path.startsWith(`${basePath}/`)) found.paths.push(path.slice(basePath.length))
    }
    return [...asked.values()].flatMap(({ paths, ...key }) =>
      paths.length > 0 ? [{ ...key, paths: paths.sort() }] : [],
    )
  }
