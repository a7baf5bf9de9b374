import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '@typecase/runtime/blobs'
import { ConfigError } from '@typecase/runtime/config'
import type { DedicatedConnection, Postgres } from '@typecase/runtime/postgres'
import { blobCopy } from './blobs.ts'
import { sequencesOf, stepsOf, tablesOf } from './catalog.ts'
import { writeLinesFile } from './files.ts'
import { blobsFile, type Manifest, rowsFile, writeManifest } from './manifest.ts'
import { linesOf, stableTextSettings } from './rows.ts'

export interface BackupSource {
  readonly postgres: Pick<Postgres, 'dedicated'>
  readonly schemas: readonly string[]
  readonly blobs: Readonly<Record<string, BlobStore>>
}

export interface BackupCounts {
  readonly rows: number
  readonly blobs: number
  readonly bytes: number
}

/**
 * Writes the schemas and stores into an empty folder while the system runs. Reads the database in one
 * snapshot. Copies blobs before the snapshot and again after it. So the backup includes every blob that the
 * rows reference, except files that were uploaded and deleted during the backup. Published events are not
 * included: after a restore, all events in the outbox tables are published again.
 *
 * @throws ConfigError when the folder is not empty or a schema does not exist; STORAGE_UNAVAILABLE
 */
export async function createBackup(
  { postgres, schemas, blobs }: BackupSource,
  folder: string,
): Promise<BackupCounts> {
  await createEmptyFolder(folder)
  const copies = Object.entries(blobs).map(([name, store]) => ({ name, ...blobCopy(folder, name, store) }))
  for (const { copyChanged } of copies) await copyChanged()
  const { takenAt, content } = await dumpDatabase(postgres, schemas, folder)
  const stores: Manifest['blobs'] = {}
  for (const { name, copyChanged, list } of copies) {
    await copyChanged()
    const all = list()
    const { sha256 } = await writeLinesFile(blobsFile(folder, name), linesFrom(all))
    stores[name] = { count: all.length, bytes: sumOf(all.map(({ size }) => size)), sha256 }
  }
  await writeManifest(folder, { form: 1, takenAt, schemas: content, blobs: stores })
  return {
    rows: sumOf(
      Object.values(content).flatMap(({ tables }) => Object.values(tables).map(({ rows }) => rows)),
    ),
    blobs: sumOf(Object.values(stores).map(({ count }) => count)),
    bytes: sumOf(Object.values(stores).map(({ bytes }) => bytes)),
  }
}

async function createEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new ConfigError([`${folder} is not empty: name a new folder for each backup`])
}

async function dumpDatabase(
  postgres: BackupSource['postgres'],
  schemas: readonly string[],
  folder: string,
): Promise<{ takenAt: string; content: Manifest['schemas'] }> {
  const connection = await postgres.dedicated()
  try {
    await connection.query('begin isolation level repeatable read read only')
    await connection.query(stableTextSettings)
    const [now] = await connection.query<{ now: string }>(
      `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
    )
    const content: Manifest['schemas'] = {}
    for (const schema of schemas) content[schema] = await dumpSchema(connection, schema, folder)
    await connection.query('commit')
    return { takenAt: now?.now ?? '', content }
  } finally {
    await connection.close()
  }
}

async function dumpSchema(
  connection: DedicatedConnection,
  schema: string,
  folder: string,
): Promise<Manifest['schemas'][string]> {
  const steps = await stepsOf(connection, schema)
  if (steps.length === 0)
    throw new ConfigError([`the database has no schema ${schema}: has this system ever been started?`])
  const tables: Manifest['schemas'][string]['tables'] = {}
  await mkdir(join(folder, 'database'), { recursive: true, mode: 0o700 })
  for (const table of await tablesOf(connection, schema))
    tables[table.name] = await writeLinesFile(
      rowsFile(folder, schema, table.name),
      linesOf(connection, schema, table),
    )
  return { steps, sequences: await sequencesOf(connection, schema), tables }
}

async function* linesFrom(all: readonly object[]): AsyncGenerator<string> {
  for (const entry of all) yield JSON.stringify(entry)
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
