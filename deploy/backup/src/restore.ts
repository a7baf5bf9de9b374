import type { BlobStore } from '@typecase/runtime/blobs'
import { ConfigError } from '@typecase/runtime/config'
import type { DedicatedConnection, Postgres } from '@typecase/runtime/postgres'
import { checkBlobs, putBlobs } from './blobs.ts'
import { foreignKeysOf, quoted, stepsOf, tablesOf } from './catalog.ts'
import { digestOfLines, type LinesWritten, linesOfFile } from './files.ts'
import { blobsFile, type Manifest, readManifest, rowsFile } from './manifest.ts'
import { linesOf, plainForms, writeLines } from './rows.ts'

export interface RestoreTarget {
  readonly postgres: Pick<Postgres, 'dedicated'>
  /** Creates every schema of the system with its migrations. */
  readonly migrate: () => Promise<void>
  /** By owner (`media`, `themes`), or `files` if the owners share one store. */
  readonly blobs: Readonly<Record<string, BlobStore>>
}

/**
 * Reads every line and blob of a backup and returns its manifest.
 * @throws ConfigError with the first damaged part
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const [schema, { tables }] of Object.entries(manifest.schemas))
    for (const [table, wanted] of Object.entries(tables))
      await checkFile(rowsFile(folder, schema, table), wanted)
  for (const [store, { count: rows, sha256 }] of Object.entries(manifest.blobs)) {
    await checkFile(blobsFile(folder, store), { rows, sha256 })
    await checkBlobs(folder, store)
  }
  return manifest
}

/**
 * Restores a backup into a system that has never run: migrates, writes rows, sequences and blobs, and
 * compares the database with the backup. After an error the database is empty. At the start of the system
 * outboxes publish their events again, to a bus that must be empty; consumers skip handled ones.
 * @throws ConfigError when the backup is damaged or does not fit, or the database is in use
 */
export async function restoreBackup(
  { postgres, migrate, blobs }: RestoreTarget,
  folder: string,
): Promise<Manifest> {
  const manifest = await checkBackup(folder)
  for (const store of Object.keys(manifest.blobs))
    if (store !== sharedStore && !(store in blobs) && !(sharedStore in blobs)) throw noPlaceFor(store)
  await migrate()
  const connection = await postgres.dedicated()
  try {
    await connection.query('begin')
    await connection.query(plainForms)
    for (const [schema, saved] of Object.entries(manifest.schemas)) await isUnused(connection, schema, saved)
    for (const [schema, saved] of Object.entries(manifest.schemas))
      await loadSchema(connection, schema, saved, folder)
    for (const store of Object.keys(manifest.blobs))
      await putBlobs(folder, store, (key) => storeOf(blobs, store, key))
    // Last, because sequences are not rolled back.
    for (const [schema, { sequences }] of Object.entries(manifest.schemas))
      await setSequences(connection, schema, sequences)
    await connection.query('commit')
  } finally {
    await connection.close()
  }
  return manifest
}

/** On one machine media and themes share a store; keys begin with their owner. */
const sharedStore = 'files'

/** The store of that name, the shared store, or the store of the key's owner. */
function storeOf(blobs: RestoreTarget['blobs'], saved: string, key: string): BlobStore {
  const found = blobs[saved] ?? blobs[sharedStore] ?? blobs[key.split('/', 1)[0] ?? '']
  if (!found) throw noPlaceFor(`${saved}/${key}`)
  return found
}

const noPlaceFor = (what: string): ConfigError =>
  new ConfigError([`the backup has blobs of ${what}, but no store is configured for them`])

async function checkFile(path: string, wanted: LinesWritten): Promise<void> {
  const found = await digestOfLines(linesOfFile(path)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ConfigError([`${path} is missing`]) : error
  })
  if (found.rows !== wanted.rows || found.sha256 !== wanted.sha256)
    throw new ConfigError([`${path} is damaged: its content has changed`])
}

/** True if no service has used a number of its outbox, which are never reused. */
async function isUnused(
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
  const whose = here.length > steps.length ? 'an older' : 'a newer'
  throw new ConfigError([
    `the backup was created by ${whose} version (schema ${schema}): restore it with that version into an empty database, then change the version`,
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
  // Drops keys and triggers: rows have no order, and effects of triggers are part of the backup.
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
  for (const table of tables) await isSame(connection, schema, table, saved[table.name])
  // Another bus, so that the outbox relay publishes again.
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

async function isSame(
  connection: DedicatedConnection,
  schema: string,
  table: Parameters<typeof linesOf>[2],
  saved: LinesWritten | undefined,
): Promise<void> {
  const found = await digestOfLines(linesOf(connection, schema, table))
  if (found.rows !== (saved?.rows ?? 0) || (saved && found.sha256 !== saved.sha256))
    throw new Error(`${schema}.${table.name} differs from the backup`)
}
