/** A copy of `themes/` whose catalogue also offers earlier versions of the theme typewriter. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const themes = fileURLToPath(new URL('../../../themes', import.meta.url))
const theme = 'typewriter'

interface Entry {
  readonly marketplaceName: string
  readonly changelog: Readonly<Record<string, readonly string[]>>
  readonly version: string
}

/**
 * Returns a folder for BUNDLED_THEMES_DIR; the caller deletes it. Each earlier version is a copy of the
 * newest one with a lower version number and a shorter changelog. The first version has no dark mode.
 */
export function themesWithHistory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-theme-history-'))
  cpSync(themes, folder, { recursive: true })
  const catalogue = join(folder, 'marketplace/themes.json')
  const entries = JSON.parse(readFileSync(catalogue, 'utf8')) as readonly Entry[]
  const offered = entries.map((entry) =>
    entry.marketplaceName === theme ? withHistory(folder, entry) : entry,
  )
  writeFileSync(catalogue, JSON.stringify(offered))
  return folder
}

function withHistory(folder: string, entry: Entry): Entry & { readonly versions: object } {
  const [, ...earlier] = Object.keys(entry.changelog)
  for (const version of earlier) writeVersion(folder, entry, version)
  const versions = Object.fromEntries(
    earlier.map((version) => [version, { download: `${theme}-${version}` }]),
  )
  return { ...entry, versions }
}

function writeVersion(folder: string, { changelog }: Entry, version: string): void {
  const copy = join(folder, 'marketplace', `${theme}-${version}`)
  cpSync(join(folder, 'marketplace', theme), copy, { recursive: true })
  const info = JSON.parse(readFileSync(join(copy, 'theme.json'), 'utf8')) as object
  const until = Object.entries(changelog).slice(Object.keys(changelog).indexOf(version))
  writeFileSync(
    join(copy, 'theme.json'),
    JSON.stringify({ ...info, version, changelog: Object.fromEntries(until) }),
  )
  if (until.length > 1) return
  const style = join(copy, 'assets/css/style.css')
  const text = readFileSync(style, 'utf8')
  writeFileSync(style, text.replaceAll('(prefers-color-scheme: dark)', '(max-width: 0)'))
}
