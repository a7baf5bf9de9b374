import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import {
  marketplacePackageInvalid,
  marketplaceThemeNotFound,
  themeExists,
  themeNotFound,
  upToDate,
} from '../errors.ts'
import { themeInstalled, themeUpdated } from '../events.ts'
import type { Ports } from '../ports.ts'
import { installContents, readPackage, type ValidPackage, versionOf } from '../themes/install-package.ts'
import { findListed } from '../themes/queries.ts'
import { withVersion } from '../themes/replace-version.ts'
import type { ListedTheme } from '../themes/theme.ts'
import { compareVersions } from '../themes/version.ts'
import { changesSince, findInCatalogue, installedNameOf } from './catalogue.ts'
import { type MarketplaceTheme, offerOf } from './marketplace-theme.ts'

type Needs = Pick<Ports, 'marketplace' | 'themes' | 'files' | 'packages' | 'trial' | 'sha256'>

/**
 * Installs a marketplace theme, by default in its newest version.
 * @throws MARKETPLACE_UNAVAILABLE, MARKETPLACE_THEME_NOT_FOUND, THEME_EXISTS or MARKETPLACE_PACKAGE_INVALID
 * or THEME_INVALID
 */
export const installMarketplaceTheme =
  (ports: Needs) =>
  async (
    actor: Actor,
    name: string,
    wanted?: string,
  ): Promise<{ theme: ListedTheme; themeCount: number }> => {
    requireEditor(actor)
    const offered = offerOf(await offeredTheme(ports, name), wanted)
    if (!offered) throw marketplaceThemeNotFound(name)
    const installed = await ports.themes.find(installedNameOf(offered))
    if (installed) throw themeExists(installed.name, installed.current.version)
    const good = await fetchPackage(ports, offered)
    const version = versionOf(ports.sha256, good)
    return installContents(ports, good, version, async (tx) => {
      const before = await tx.find(version.name)
      if (before) throw themeExists(before.name, before.current.version)
      const theme = { name: version.name, bundled: false, current: version }
      await tx.save(theme)
      await tx.record(themeInstalled(theme))
      return { theme: await findListed(tx, theme.name), themeCount: (await tx.list()).length }
    })
  }

/**
 * Updates an installed theme and returns the changes since the installed version.
 * @throws MARKETPLACE_UNAVAILABLE, MARKETPLACE_THEME_NOT_FOUND, THEME_NOT_FOUND, UP_TO_DATE,
 * MARKETPLACE_PACKAGE_INVALID or THEME_INVALID
 */
export const updateMarketplaceTheme =
  (ports: Needs) =>
  async (actor: Actor, name: string): Promise<{ theme: ListedTheme; changelog: readonly string[] }> => {
    requireEditor(actor)
    const offered = await offeredTheme(ports, name)
    const installedName = installedNameOf(offered)
    const installed = await ports.themes.find(installedName)
    if (!installed) throw themeNotFound(installedName)
    if (!isNewer(offered, installed.current.version)) throw upToDate(installedName, installed.current.version)
    const good = await fetchPackage(ports, offered)
    const version = versionOf(ports.sha256, good)
    return installContents(ports, good, version, async (tx) => {
      const before = await tx.find(installedName)
      if (!before) throw themeNotFound(installedName)
      if (!isNewer(offered, before.current.version)) throw upToDate(installedName, before.current.version)
      const theme = withVersion(before, version)
      await tx.save(theme)
      await tx.record(themeUpdated(theme))
      return {
        theme: await findListed(tx, installedName),
        changelog: changesSince(offered, before.current.version),
      }
    })
  }

async function offeredTheme({ marketplace }: Needs, name: string): Promise<MarketplaceTheme> {
  const offered = findInCatalogue(await marketplace.themes(), name)
  if (!offered) throw marketplaceThemeNotFound(name)
  return offered
}

const isNewer = (offered: MarketplaceTheme, installed: string): boolean =>
  compareVersions(offered.version, installed) > 0

/**
 * Downloads and checks a package, which must have the title and version of its catalogue entry
 * (contract.md#marketplace).
 */
async function fetchPackage(ports: Needs, offered: MarketplaceTheme): Promise<ValidPackage> {
  const good = await readPackage(ports, await ports.marketplace.download(offered))
  const { title, version } = good.metadata
  if (title !== offered.title) throw marketplacePackageInvalid('its title does not match the catalogue')
  if (version !== offered.version) throw marketplacePackageInvalid('its version does not match the catalogue')
  return good
}
