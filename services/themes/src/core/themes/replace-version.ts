import { themeExists } from '../errors.ts'
import type { InstalledTheme, ThemeVersion } from './theme.ts'

/**
 * Replaces the version and keeps the old one for a rollback. Versions are immutable: rejects other contents
 * for the same version.
 * @throws THEME_EXISTS
 */
export function withVersion(before: InstalledTheme, version: ThemeVersion): InstalledTheme {
  const { current, previous } = before
  if (previous?.version === version.version && previous.digest !== version.digest)
    throw themeExists(before.name, version.version)
  return { ...before, current: version, previous: current }
}
