/** What a catalogue says of a theme (specification, Marketplace theme; D10). */
export interface MarketplaceTheme {
  readonly marketplaceName: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly author: string
  readonly tags: readonly string[]
  /** An address. */
  readonly screenshot: string
  readonly sourceRepo: string
  /** ISO 8601 with milliseconds. */
  readonly lastUpdated: string
  /** Version to its changes. */
  readonly changelog: Readonly<Record<string, readonly string[]>>
  /** Where the package is, as the catalogue names it. */
  readonly download: string
  /** Of the package, hex. */
  readonly sha256?: string
  /** Where a person finds the update. */
  readonly updateUrl: string
}

/** The fields that the public API shows. */
export function publicFields(theme: MarketplaceTheme): Omit<MarketplaceTheme, 'download' | 'sha256' | 'updateUrl'> {
  const { download: _download, sha256: _sha256, updateUrl: _updateUrl, ...shown } = theme
  return shown
}
