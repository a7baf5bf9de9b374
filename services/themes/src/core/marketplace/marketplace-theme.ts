import { compareVersions } from '../themes/version.ts'

export interface OfferedPackage {
  /** URL of the package, absolute or relative to the catalogue. */
  readonly download: string
  /** Hex. */
  readonly sha256?: string | undefined
}

/** A theme of a catalogue (contract.md#catalogue). */
export interface MarketplaceTheme extends OfferedPackage {
  readonly marketplaceName: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly author: string
  readonly tags: readonly string[]
  /** URL. */
  readonly screenshot: string
  readonly sourceRepo: string
  /** ISO 8601 with milliseconds. */
  readonly lastUpdated: string
  /** Changes by version. */
  readonly changelog: Readonly<Record<string, readonly string[]>>
  /** Older versions that can still be installed. */
  readonly earlier?: Readonly<Record<string, OfferedPackage>>
  /** Absolute URL of the package, or of the theme's source repository. */
  readonly updateUrl: string
}

/** Fields of the public API. `versions` are the versions that can be installed, newest first. */
export function publicFields(theme: MarketplaceTheme): Omit<
  MarketplaceTheme,
  'download' | 'sha256' | 'updateUrl' | 'earlier'
> & {
  readonly versions: readonly string[]
} {
  const { download: _download, sha256: _sha256, updateUrl: _updateUrl, earlier, ...shown } = theme
  const versions = new Set([theme.version, ...Object.keys(earlier ?? {})])
  return { ...shown, versions: [...versions].sort((a, b) => compareVersions(b, a)) }
}

/**
 * The entry with the package of this version, by default of the newest one. Undefined if the version is not
 * available.
 */
export function offerOf(theme: MarketplaceTheme, version = theme.version): MarketplaceTheme | undefined {
  if (version === theme.version) return theme
  const found = Object.entries(theme.earlier ?? {}).find(([number]) => number === version)?.[1]
  return found && { ...theme, version, download: found.download, sha256: found.sha256 }
}
