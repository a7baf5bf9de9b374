import { themeInvalid } from '../errors.ts'
import { themeInstalled, themeSwitched, themeUpdated } from '../events.ts'
import type { BundledTheme, Ports } from '../ports.ts'
import { contentsOf, installAside, readOwnPackage, versionOf } from './install-package.ts'
import type { InstalledTheme, ThemeVersion } from './theme.ts'
import { isThemeName, reservedNames } from './theme-name.ts'
import { compareVersions } from './version.ts'

type Needs = Pick<Ports, 'themes' | 'files' | 'packages' | 'bundled' | 'sha256'>

/** The theme of a site that never chose one. */
export const defaultThemeName = 'default'

/**
 * Brings every theme that comes with the product into the store, and makes the default one active when none is. Doing it again changes
 * nothing; doing it in several replicas at once does it once. A bundled theme takes its folder's name.
 * @throws THEME_INVALID for a bundled theme that is no theme.
 */
export const installBundledThemes = (ports: Needs) => async (): Promise<void> => {
  const themes = await ports.bundled.list()
  await Promise.all(themes.map((theme) => installBundled(ports, theme)))
  await activateDefault(ports)
}

async function installBundled(ports: Needs, { name, files, pack }: BundledTheme): Promise<void> {
  if (!isThemeName(name) || reservedNames.has(name))
    throw themeInvalid([{ path: name, message: 'the folder is no name of a theme' }])
  const installed = await ports.themes.find(name)
  // Files that were installed already need no process to be looked at again: most starts change nothing.
  if (
    installed &&
    (!installed.bundled || installed.current.digest === contentsOf(ports.sha256, files).digest)
  )
    return
  const good = await readOwnPackage(ports, pack())
  const version = versionOf(ports.sha256, good, name)
  if (installed && !isDue(installed, version)) return
  await installAside(ports, good, version, async (tx) => {
    const before = await tx.find(name)
    if (before && !isDue(before, version)) return
    const theme = { name, bundled: true, current: version, previous: before?.current }
    await tx.save(theme)
    await tx.record(before ? themeUpdated(theme) : themeInstalled(theme))
  })
}

/**
 * A higher version replaces, and so do other contents under the same version. Neither does where somebody went back from it, nor where
 * a theme of somebody else has the name.
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
