import { themeExists } from '../errors.ts'
import type { InstalledTheme, ThemeVersion } from './theme.ts'

/**
 * The theme with that version; the replaced version is kept for a rollback. Versions are immutable: other
 * contents for a kept version number are rejected. @throws THEME_EXISTS
 */
export function withVersion(before: InstalledTheme, version: ThemeVersion): InstalledTheme {
  const { current, previous } = before
  if (previous?.version === version.version && previous.digest !== version.digest)
    throw themeExists(before.name, version.version)
  return { ...before, current: version, previous: current }
}
