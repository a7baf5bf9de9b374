import type { MediaFile, MenuItem, Profile, Settings, Theme } from './site.ts'

export interface SourceTheme extends Omit<Theme, 'templates'> {
  /** Texts of the files in `templates`, `partials` and `custom`, by path. */
  readonly sources: ReadonlyMap<string, string>
}

/** Inputs of a site besides posts and pages. */
export interface SiteContext {
  readonly settings: Settings
  readonly menu: readonly MenuItem[]
  readonly media: readonly MediaFile[]
  readonly profiles: readonly Profile[]
  readonly theme: SourceTheme
}
