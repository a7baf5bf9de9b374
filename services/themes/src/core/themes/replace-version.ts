import { themeExists } from '../errors.ts'
import type { InstalledTheme, ThemeVersion } from './theme.ts'

/**
 * The theme with that version, the one it had kept for a rollback. A version never changes: other contents under the number that is kept
 * are refused. @throws THEME_EXISTS.
 */
export function withVersion(before: InstalledTheme, version: ThemeVersion): InstalledTheme {
  const { current, previous } = before
  if (previous?.version === version.version && previous.digest !== version.digest)
    throw themeExists(before.name, version.version)
  return { ...before, current: version, previous: current }
}
