/** Queries on a loaded catalogue (contract.md#marketplace). Pure functions. */
import type { ThemeVersion } from '../themes/theme.ts'
import { themeNameOf } from '../themes/theme-name.ts'
import { compareVersions, isVersion } from '../themes/version.ts'
import type { MarketplaceTheme } from './marketplace-theme.ts'

export interface CatalogueQuery {
  /** Substring of title, description, author, name or a tag, case-insensitive. */
  readonly search?: string
  /** A tag. */
  readonly category?: string
  /** `name` (default), `date` or `version`. */
  readonly sort?: string
}

export const sorts = ['name', 'date', 'version'] as const

type Order = (a: MarketplaceTheme, b: MarketplaceTheme) => number

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byName: Order = (a, b) =>
  compareText(a.title.toLowerCase(), b.title.toLowerCase()) ||
  compareText(a.marketplaceName, b.marketplaceName)

const orders: Readonly<Record<string, Order>> = {
  name: byName,
  date: (a, b) => compareText(b.lastUpdated, a.lastUpdated) || byName(a, b),
  version: (a, b) => compareVersions(b.version, a.version) || byName(a, b),
}

export function select(
  themes: readonly MarketplaceTheme[],
  { search, category, sort }: CatalogueQuery,
): readonly MarketplaceTheme[] {
  const words = search?.trim().toLowerCase()
  const contains = ({ title, description, author, marketplaceName, tags }: MarketplaceTheme, text: string) =>
    [title, description, author, marketplaceName, ...tags].some((field) => field.toLowerCase().includes(text))
  return themes
    .filter((theme) => (!words || contains(theme, words)) && (!category || theme.tags.includes(category)))
    .toSorted(orders[sort || 'name'] ?? byName)
}

/** Tags of all themes, sorted, without duplicates. */
export const tagsOf = (themes: readonly MarketplaceTheme[]): readonly string[] =>
  [...new Set(themes.flatMap(({ tags }) => tags))].sort(compareText)

/** Finds a theme by its marketplace name, or else by the name that it has when installed. */
export const findInCatalogue = (
  themes: readonly MarketplaceTheme[],
  name: string,
): MarketplaceTheme | undefined =>
  themes.find((theme) => theme.marketplaceName === name) ??
  themes.find((theme) => installedNameOf(theme) === name)

export const installedNameOf = ({ title }: MarketplaceTheme): string => themeNameOf(title)

export interface ChangelogEntry {
  readonly version: string
  readonly changes: readonly string[]
  /** Defined for the newest version only. */
  readonly releaseDate?: string
}

/** Source of a changelog: a catalogue entry, or a theme with its own changelog. */
export interface ChangelogSource {
  readonly version: string
  readonly changelog: Readonly<Record<string, readonly string[]>>
  readonly lastUpdated?: string
}

/**
 * The field `changelog` of theme.json; undefined unless the field has the form `{"1.0.0": ["First
 * version"]}`.
 */
export function ownChangelog({
  version,
  metadata: { changelog },
}: ThemeVersion): ChangelogSource | undefined {
  if (typeof changelog !== 'object' || changelog === null || Array.isArray(changelog)) return undefined
  const entries = Object.entries(changelog)
  const isRight = entries.every(
    ([, changes]) => Array.isArray(changes) && changes.every((change) => typeof change === 'string'),
  )
  return entries.length > 0 && isRight
    ? { version, changelog: Object.fromEntries(entries) as ChangelogSource['changelog'] }
    : undefined
}

/** Newest first; invalid versions last. */
export function changelogOf({ changelog, version, lastUpdated }: ChangelogSource): readonly ChangelogEntry[] {
  const order = (a: string, b: string) => {
    if (isVersion(a) && isVersion(b)) return compareVersions(b, a)
    return Number(isVersion(b)) - Number(isVersion(a)) || compareText(a, b)
  }
  return Object.keys(changelog)
    .sort(order)
    .map((key) => ({
      version: key,
      changes: changelog[key] ?? [],
      ...(key === version && lastUpdated ? { releaseDate: lastUpdated } : {}),
    }))
}

/** Changes of all versions above `from`, newest first. */
export const changesSince = (theme: ChangelogSource, from: string): readonly string[] =>
  changelogOf(theme)
    .filter(({ version }) => isVersion(version) && compareVersions(version, from) > 0)
    .flatMap(({ changes }) => changes)
