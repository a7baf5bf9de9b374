import { themeExists } from '../errors.ts'
import type { InstalledTheme, ThemeVersion } from './theme.ts'

/**
 * Replaces the current version and keeps it for a rollback. Versions are immutable: rejects a version that
 * has the same number as the stored previous version, but other contents.
 * @throws THEME_EXISTS
 */
export function withVersion(before: InstalledTheme, version: ThemeVersion): InstalledTheme {
  const { current, previous } = before
  if (previous?.version === version.version && previous.digest !== version.digest)
    throw themeExists(before.name, version.version)
  return { ...before, current: version, previous: current }
}
