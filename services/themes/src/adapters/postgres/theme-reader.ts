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

/** Reads themes from the connection pool or within a transaction. */
export function themeReader(db: Kysely<ThemesTables>): ThemeReader {
  const installed = () =>
    db
      .selectFrom('themes')
      .innerJoin('theme_versions', (join) =>
        join
          .onRef('theme_versions.name', '=', 'themes.name')
          .onRef('theme_versions.digest', '=', 'themes.digest'),
      )
      .leftJoin('theme_versions as replaced', (join) =>
        join.onRef('replaced.name', '=', 'themes.name').onRef('replaced.digest', '=', 'themes.previous'),
      )
      .select(['themes.name', 'themes.bundled', 'themes.digest'])
      .select(['theme_versions.version', 'theme_versions.metadata', 'theme_versions.files'])
      .select([
        'replaced.digest as previousDigest',
        'replaced.version as previousVersion',
        'replaced.metadata as previousMetadata',
        'replaced.files as previousFiles',
      ])
  return {
    list: async () => (await installed().orderBy('themes.name').execute()).map(themeFromRow),
    find: async (name) => {
      const row = await installed().where('themes.name', '=', name).executeTakeFirst()
      return row && themeFromRow(row)
    },
    active: async () => {
      const row = await installed()
        .innerJoin('theme_state', 'theme_state.active', 'themes.name')
        .executeTakeFirst()
      return row && themeFromRow(row)
    },
    version: async (name, digest) => {
      const row = await db
        .selectFrom('theme_versions')
        .selectAll()
        .where('name', '=', name)
        .where('digest', '=', digest)
        .executeTakeFirst()
      return row && versionFromRow(row)
    },
  }
}

interface ThemeRow extends VersionRow {
  readonly bundled: boolean
  readonly previousDigest: string | null
  readonly previousVersion: string | null
  readonly previousMetadata: string | null
  readonly previousFiles: string | null
}

function themeFromRow(row: ThemeRow): InstalledTheme {
  const {
    name,
    bundled,
    previousDigest: digest,
    previousVersion: version,
    previousMetadata: metadata,
    previousFiles: files,
  } = row
  const isWhole = digest !== null && version !== null && metadata !== null && files !== null
  const previous = isWhole ? { previous: versionFromRow({ name, digest, version, metadata, files }) } : {}
  return { name, bundled, current: versionFromRow(row), ...previous }
}

const versionFromRow = ({ name, digest, version, metadata, files }: VersionRow): ThemeVersion => ({
  name,
  version,
  digest,
  metadata: JSON.parse(metadata) as ThemeVersion['metadata'],
  files: JSON.parse(files) as ThemeVersion['files'],
})
