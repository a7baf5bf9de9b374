import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BundledThemes } from '../../core/ports.ts'
import { filesOf, zipFiles } from './zip-folder.ts'

/** The bundled themes: subfolders that contain a theme.json. Each call reads them from disk. */
export function folderBundledThemes(folder: string): BundledThemes {
  return {
    list: async () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'theme.json')))
        .map(({ name }) => ({ name, files: filesOf(join(folder, name)) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, files }) => ({ name, files, pack: () => zipFiles(files) })),
  }
}
