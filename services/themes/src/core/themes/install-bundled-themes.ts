import { themeInvalid } from '../errors.ts'
import { themeInstalled, themeSwitched, themeUpdated } from '../events.ts'
import type { BundledTheme, Ports } from '../ports.ts'
import { contentsOf, installContents, readOwnPackage, versionOf } from './install-package.ts'
import type { InstalledTheme, ThemeVersion } from './theme.ts'
import { isThemeName, reservedNames } from './theme-name.ts'
import { compareVersions } from './version.ts'

type Needs = Pick<Ports, 'themes' | 'files' | 'packages' | 'bundled' | 'sha256'>

/** The active theme of a new site. */
export const defaultThemeName = 'default'

/**
 * Installs every bundled theme, named after its folder, and activates the default theme if none is active.
 * Idempotent.
 * @throws THEME_INVALID for a folder that is not a valid theme
 */
export const installBundledThemes = (ports: Needs) => async (): Promise<void> => {
  const themes = await ports.bundled.list()
  await Promise.all(themes.map((theme) => installBundled(ports, theme)))
  await activateDefault(ports)
}

async function installBundled(ports: Needs, { name, files, pack }: BundledTheme): Promise<void> {
  if (!isThemeName(name) || reservedNames.has(name))
    throw themeInvalid([{ path: name, message: 'the folder name is not a valid theme name' }])
  const installed = await ports.themes.find(name)
  // Skips unchanged files, because most startups change nothing and checking a theme takes time.
  if (
    installed &&
    (!installed.bundled || installed.current.digest === contentsOf(ports.sha256, files).digest)
  )
    return
  const good = await readOwnPackage(ports, pack())
  const version = versionOf(ports.sha256, good, name)
  if (installed && !isDue(installed, version)) return
  await installContents(ports, good, version, async (tx) => {
    const before = await tx.find(name)
    if (before && !isDue(before, version)) return
    const theme = { name, bundled: true, current: version, previous: before?.current }
    await tx.save(theme)
    await tx.record(before ? themeUpdated(theme) : themeInstalled(theme))
  })
}

/**
 * True if the bundled version is higher than the installed one, or the same with other contents. False for
 * uploaded themes and for the version that a rollback has replaced.
 */
function isDue({ bundled, current, previous }: InstalledTheme, version: ThemeVersion): boolean {
  if (!bundled || previous?.digest === version.digest) return false
  const order = compareVersions(version.version, current.version)
  return order > 0 || (order === 0 && version.digest !== current.digest)
}

async function activateDefault({ themes }: Needs): Promise<void> {
  if (await themes.active()) return
  await themes.write(async (tx) => {
    const theme = await tx.find(defaultThemeName)
    if (!theme || (await tx.active())) return
    await tx.activate(theme.name)
    await tx.record(themeSwitched(theme, undefined))
  })
}
