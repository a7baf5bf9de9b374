import type { Kysely } from 'kysely'
import type { ThemeReader } from '../../core/ports.ts'
import type { InstalledTheme, ThemeVersion } from '../../core/themes/theme.ts'
import type { ThemesTables } from './tables.ts'

interface VersionRow {
  readonly name: string
  readonly digest: string
  readonly version: string
  readonly metadata: string
  readonly files: string
}

/** Reads over that connection: a pool, or a transaction. */
export function themeReader(db: Kysely<ThemesTables>): ThemeReader {
  const installed = () =>
    db
      .selectFrom('themes')
      .innerJoin('theme_versions', (join) =>
        join.onRef('theme_versions.name', '=', 'themes.name').onRef('theme_versions.digest', '=', 'themes.digest'),
      )
      .select(['themes.name', 'themes.bundled', 'themes.digest', 'version', 'metadata', 'files'])
  return {
    list: async () => (await installed().orderBy('themes.name').execute()).map(themeFromRow),
    find: async (name) => {
      const row = await installed().where('themes.name', '=', name).executeTakeFirst()
      return row && themeFromRow(row)
    },
    active: async () => {
      const row = await installed().innerJoin('theme_state', 'theme_state.active', 'themes.name').executeTakeFirst()
      return row && themeFromRow(row)
    },
    version: async (name, digest) => {
      const row = await db.selectFrom('theme_versions').selectAll().where('name', '=', name).where('digest', '=', digest).executeTakeFirst()
      return row && versionFromRow(row)
    },
  }
}

const themeFromRow = (row: VersionRow & { bundled: boolean }): InstalledTheme => ({
  name: row.name,
  bundled: row.bundled,
  current: versionFromRow(row),
})

const versionFromRow = ({ name, digest, version, metadata, files }: VersionRow): ThemeVersion => ({
  name,
  version,
  digest,
  metadata: JSON.parse(metadata) as ThemeVersion['metadata'],
  files: JSON.parse(files) as ThemeVersion['files'],
})
