import type { BlobStore } from '@typecase/runtime/blobs'
import { ConfigError } from '@typecase/runtime/config'
import type { DedicatedConnection, Postgres } from '@typecase/runtime/postgres'
import { checkBlobs, putBlobs } from './blobs.ts'
import { foreignKeysOf, quoted, stepsOf, tablesOf } from './catalog.ts'
import { digestOfLines, type LinesWritten, linesOfFile } from './files.ts'
import { blobsFile, type Manifest, readManifest, rowsFile } from './manifest.ts'
import { linesOf, stableTextSettings, writeLines } from './rows.ts'

export interface RestoreTarget {
  readonly postgres: Pick<Postgres, 'dedicated'>
  /** Creates every schema of the system with its migrations. */
  readonly migrate: () => Promise<void>
  /** Blob stores by the service that owns the blobs (`media`, `themes`), or one store `files` for both. */
  readonly blobs: Readonly<Record<string, BlobStore>>
}

/**
 * Reads every line and every blob of a backup and returns its manifest.
 * @throws ConfigError with the first damaged part
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const [schema, { tables }] of Object.entries(manifest.schemas))
    for (const [table, expected] of Object.entries(tables))
      await checkFile(rowsFile(folder, schema, table), expected)
  for (const [store, { count: rows, sha256 }] of Object.entries(manifest.blobs)) {
    await checkFile(blobsFile(folder, store), { rows, sha256 })
    await checkBlobs(folder, store)
  }
  return manifest
}

/**
 * Restores a backup into a system that has never run: runs the migrations, writes rows, sequences and blobs,
 * and compares the database with the backup. An error rolls all rows back. When the system starts, the
 * services publish all events of their outboxes again, to a bus that must be empty. Consumers skip events
 * that they have already handled.
 *
 * @throws ConfigError when the backup is damaged, another version created it, a blob has no store, or the
 * database is in use
 */
export async function restoreBackup(
  { postgres, migrate, blobs }: RestoreTarget,
  folder: string,
): Promise<Manifest> {
  const manifest = await checkBackup(folder)
  for (const store of Object.keys(manifest.blobs))
    if (store !== sharedStore && !(store in blobs) && !(sharedStore in blobs)) throw missingStore(store)
  await migrate()
  const connection = await postgres.dedicated()
  try {
    await connection.query('begin')
    await connection.query(stableTextSettings)
    for (const [schema, saved] of Object.entries(manifest.schemas))
      await requireUnused(connection, schema, saved)
    for (const [schema, saved] of Object.entries(manifest.schemas))
      await loadSchema(connection, schema, saved, folder)
    for (const store of Object.keys(manifest.blobs))
      await putBlobs(folder, store, (key) => storeOf(blobs, store, key))
    // Sequences are set last, because a rollback does not reset them.
    for (const [schema, { sequences }] of Object.entries(manifest.schemas))
      await setSequences(connection, schema, sequences)
    await connection.query('commit')
  } finally {
    await connection.close()
  }
  return manifest
}

/**
 * The store in which the standalone system keeps the blobs of both media and themes. Keys begin with the name
 * of the owning service.
 */
const sharedStore = 'files'

/** The store named `saved`, else the shared store, else the store of the service that owns the key. */
function storeOf(blobs: RestoreTarget['blobs'], saved: string, key: string): BlobStore {
  const found = blobs[saved] ?? blobs[sharedStore] ?? blobs[key.split('/', 1)[0] ?? '']
  if (!found) throw missingStore(`${saved}/${key}`)
  return found
}

const missingStore = (what: string): ConfigError =>
  new ConfigError([`the backup has blobs of ${what}, but no store is configured for them`])

async function checkFile(path: string, expected: LinesWritten): Promise<void> {
  const found = await digestOfLines(linesOfFile(path)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ConfigError([`${path} is missing`]) : error
  })
  if (found.rows !== expected.rows || found.sha256 !== expected.sha256)
    throw new ConfigError([`${path} is damaged: its content has changed`])
}

/** Every write of a service advances its outbox sequence, so an unused sequence means an unused schema. */
async function requireUnused(
  connection: DedicatedConnection,
  schema: string,
  { steps }: Manifest['schemas'][string],
): Promise<void> {
  const [used] = await connection.query<{ is: boolean }>(
    `select last_value is not null as is from pg_sequences where schemaname = $1 and sequencename = 'outbox_position_seq'`,
    [schema],
  )
  if (!used)
    throw new ConfigError([
      `this version has no schema ${schema}: restore the backup with the version that created it`,
    ])
  if (used.is) throw new ConfigError([`the database is in use (schema ${schema}): restore into an empty one`])
  const here = await stepsOf(connection, schema)
  if (here.join() === steps.join()) return
  const age = here.length > steps.length ? 'an older' : 'a newer'
  throw new ConfigError([
    `the backup was created by ${age} version (schema ${schema}): restore it with that version into an empty database, then upgrade or downgrade`,
  ])
}

async function loadSchema(
  connection: DedicatedConnection,
  schema: string,
  { tables: saved }: Manifest['schemas'][string],
  folder: string,
): Promise<void> {
  const tables = await tablesOf(connection, schema)
  const keys = await foreignKeysOf(connection, schema)
  const name = (table: string) => `${quoted(schema)}.${quoted(table)}`
  // Drops foreign keys, because rows are not sorted by dependency. Disables triggers, because the backup
  // already contains their effects.
  for (const key of keys)
    await connection.query(`alter table ${name(key.table)} drop constraint ${quoted(key.name)}`)
  for (const table of tables) await connection.query(`alter table ${name(table.name)} disable trigger user`)
  for (const table of tables) {
    await connection.query(`delete from ${name(table.name)}`)
    if (saved[table.name])
      await writeLines(connection, schema, table, linesOfFile(rowsFile(folder, schema, table.name)))
  }
  for (const table of tables) await connection.query(`alter table ${name(table.name)} enable trigger user`)
  for (const key of keys)
    await connection.query(
      `alter table ${name(key.table)} add constraint ${quoted(key.name)} ${key.definition}`,
    )
  for (const table of tables) await requireSameRows(connection, schema, table, saved[table.name])
  // No bus has this epoch, so the relay publishes all events of the outbox again.
  await connection.query(`update ${name('outbox_bus')} set epoch = 'restored'`)
}

async function setSequences(
  connection: DedicatedConnection,
  schema: string,
  sequences: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [sequence, last] of Object.entries(sequences))
    if (last !== null)
      await connection.query('select setval($1::regclass, $2::bigint)', [
        `${quoted(schema)}.${quoted(sequence)}`,
        last,
      ])
}

async function requireSameRows(
  connection: DedicatedConnection,
  schema: string,
  table: Parameters<typeof linesOf>[2],
  saved: LinesWritten | undefined,
): Promise<void> {
  const found = await digestOfLines(linesOf(connection, schema, table))
  if (found.rows !== (saved?.rows ?? 0) || (saved && found.sha256 !== saved.sha256))
    throw new Error(`${schema}.${table.name} differs from the backup`)
}
