import { type Actor, invalid } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { marketplaceThemeNotFound } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { compareVersions } from '../themes/version.ts'
import {
  type CatalogueQuery,
  type ChangelogEntry,
  changelogOf,
  changesSince,
  findInCatalogue,
  installedNameOf,
  ownChangelog,
  select,
  sorts,
  tagsOf,
} from './catalogue.ts'
import type { MarketplaceTheme } from './marketplace-theme.ts'

type Needs = Pick<Ports, 'marketplace' | 'themes'>

export interface MarketplaceListing {
  readonly themes: readonly MarketplaceTheme[]
  /** `bundled`, or the URL of the catalogue. */
  readonly source: string
}

/** @throws MARKETPLACE_UNAVAILABLE, or VALIDATION_ERROR for an unknown order */
export const listMarketplace =
  ({ marketplace }: Needs) =>
  async (actor: Actor, query: CatalogueQuery): Promise<MarketplaceListing> => {
    requireEditor(actor)
    if (query.sort && !sorts.some((sort) => sort === query.sort))
      throw invalid([{ path: 'sort', message: `sort must be one of ${sorts.join(', ')}` }])
    return { themes: select(await marketplace.themes(), query), source: marketplace.source }
  }

/**
 * The categories of the catalogue, or if it has none, the sorted tags of its themes.
 * @throws MARKETPLACE_UNAVAILABLE
 */
export const listMarketplaceCategories =
  ({ marketplace }: Needs) =>
  async (actor: Actor): Promise<readonly string[]> => {
    requireEditor(actor)
    return (await marketplace.categories()) ?? tagsOf(await marketplace.themes())
  }

export interface ThemeUpdate {
  readonly name: string
  readonly title: string
  readonly currentVersion: string
  readonly latest: MarketplaceTheme
}

/** Installed themes for which the marketplace has a higher version. @throws MARKETPLACE_UNAVAILABLE */
export const checkThemeUpdates =
  ({ marketplace, themes }: Needs) =>
  async (actor: Actor): Promise<{ updates: readonly ThemeUpdate[]; totalInstalled: number }> => {
    requireEditor(actor)
    const [offered, installed] = await Promise.all([marketplace.themes(), themes.list()])
    // Reversed, so that the first of several entries with a name is used.
    const byName = new Map(offered.toReversed().map((theme) => [installedNameOf(theme), theme]))
    const updates = installed.flatMap(({ name, current }) => {
      const latest = byName.get(name)
      const isNewer = latest && compareVersions(latest.version, current.version) > 0
      return isNewer ? [{ name, title: current.metadata.title, currentVersion: current.version, latest }] : []
    })
    return { updates, totalInstalled: installed.length }
  }

export interface ThemeChangelog {
  readonly latestVersion: string
  readonly installedVersion?: string
  /** Changes of the newest version. */
  readonly latestChanges: readonly string[]
  /** Newest first. */
  readonly fullChangelog: readonly ChangelogEntry[]
  /** True if a version above the installed one has changes. If none is installed, any version counts. */
  readonly hasChanges: boolean
}

/**
 * The changelog of a theme, or only the entry for `version`. For themes outside of the marketplace, it is the
 * changelog in theme.json.
 * @throws MARKETPLACE_UNAVAILABLE, or MARKETPLACE_THEME_NOT_FOUND if the theme or version does not exist
 */
export const getThemeChangelog =
  ({ marketplace, themes }: Needs) =>
  async (actor: Actor, name: string, version?: string): Promise<ThemeChangelog> => {
    requireEditor(actor)
    const offered = findInCatalogue(await marketplace.themes(), name)
    const installed = await themes.find(offered ? installedNameOf(offered) : name)
    const source = offered ?? (installed && ownChangelog(installed.current))
    if (!source) throw marketplaceThemeNotFound(name)
    const installedVersion = installed?.current.version
    const all = changelogOf(source)
    const fullChangelog = version ? all.filter((entry) => entry.version === version) : all
    if (version && fullChangelog.length === 0) throw marketplaceThemeNotFound(name)
    return {
      latestVersion: source.version,
      installedVersion,
      latestChanges: all.find((entry) => entry.version === source.version)?.changes ?? [],
      fullChangelog,
      hasChanges: installedVersion
        ? changesSince(source, installedVersion).length > 0
        : all.some(({ changes }) => changes.length > 0),
    }
  }
