/**
 * `npm run backup -- FOLDER` copies all stored data into a new folder. The system may be running or stopped.
 * `npm run restore -- FOLDER` creates a new system from a backup, in an unused data folder.
 *
 *     backup FOLDER           copies a database snapshot and every file that it references
 *     backup --check FOLDER   verifies a backup by reading all of it
 *     restore FOLDER          restores into TYPECASE_DATA, or into DATABASE_URL and S3_BUCKET
 *
 * A backup does not include the site or the event queue. The site can be generated again, and the services
 * publish the events of their outboxes again. The cookie secret is not included either, so all users must
 * log in again after a restore.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkBackup, createBackup, type Manifest, restoreBackup } from '@typecase/backup'
import { composeContent } from '@typecase/content/compose'
import { composeIdentity } from '@typecase/identity/compose'
import { composeMedia } from '@typecase/media/compose'
import { localEventBus } from '@typecase/messaging/events'
import { composePublisher } from '@typecase/publisher/compose'
import { blobStoreIn } from '@typecase/runtime/blobs'
import { ConfigError } from '@typecase/runtime/config'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { composeThemes } from '@typecase/themes/compose'
import { commandLine } from './command-line.ts'
import { directDatabase, type StandaloneConfig, standaloneConfig } from './config.ts'
import { databaseUrlFile, runningDatabase, takeDataFolder } from './data-folder.ts'
import { embeddedDatabase } from './embedded-database.ts'
import { serviceSettings } from './service-settings.ts'

type Print = (line: string) => void

const schemas = ['identity', 'content', 'media', 'themes', 'publisher'] as const
const log = createLogger('backup', 'error')

/** Runs the command and returns the exit code. @throws ConfigError with the reason when it fails */
export async function runBackup(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: Print,
): Promise<number> {
  const options = { check: { type: 'boolean', default: false } } as const
  const usage = 'usage: npm run backup -- FOLDER | --check FOLDER'
  const parsed = commandLine({ args: [...args], options, allowPositionals: true }, { usage, print })
  const path = parsed && onlyFolder(parsed.positionals, { usage, print })
  if (path === undefined) return 2
  if (parsed?.values.check) {
    print(`${path} is complete and undamaged: ${contentOf(await checkBackup(path))}`)
    return 0
  }
  const config = standaloneConfig(env, process.cwd())
  await withDatabase(config, false, async (url) => {
    const postgres = openPostgres({ url, schema: 'public', log, statementTimeoutMs: 0 })
    try {
      const blobs = { files: filesOf(config, url) }
      await createBackup({ postgres, schemas, blobs }, path)
    } finally {
      await postgres.close()
    }
  })
  print(`${path} contains ${contentOf(await checkBackup(path))}`)
  return 0
}

/** Runs the command and returns the exit code. @throws ConfigError with the reason when it fails */
export async function runRestore(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: Print,
): Promise<number> {
  const usage = 'usage: npm run restore -- FOLDER'
  const parsed = commandLine({ args: [...args], allowPositionals: true }, { usage, print })
  const path = parsed && onlyFolder(parsed.positionals, { usage, print })
  if (path === undefined) return 2
  const config = standaloneConfig(env, process.cwd())
  // Verifies the backup before anything is created in the data folder.
  await checkBackup(path)
  await withDatabase(config, true, async (url) => {
    const postgres = openPostgres({ url, schema: 'public', log, statementTimeoutMs: 0 })
    try {
      const blobs = { files: filesOf(config, url) }
      const manifest = await restoreBackup({ postgres, migrate: () => migrateAll(config, url), blobs }, path)
      print(`restored ${contentOf(manifest)}`)
      print('Start the system and generate the site, which is not part of a backup.')
    } finally {
      await postgres.close()
    }
  })
  return 0
}

/** The absolute path if the arguments are exactly one folder; otherwise prints the usage. */
function onlyFolder(
  [folder, ...more]: readonly string[],
  { usage, print }: { readonly usage: string; readonly print: Print },
): string | undefined {
  if (folder && more.length === 0) return resolve(folder)
  print(usage)
  return undefined
}

/**
 * Uses DATABASE_URL if set. Otherwise uses the database of the running system (never if `isNew`), or else
 * starts the embedded one temporarily.
 */
async function withDatabase(
  config: StandaloneConfig,
  isNew: boolean,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const { TYPECASE_DATA: data } = config
  const named = directDatabase(config)
  if (named !== undefined) return use(named)
  const embeddedFolder = join(data, 'postgres')
  if (!isNew && existsSync(join(data, databaseUrlFile))) return use(await runningDatabase(data))
  if (!isNew && !existsSync(embeddedFolder))
    throw new ConfigError([
      `${data} has no system: set TYPECASE_DATA to the folder of a system, or set DATABASE_URL`,
    ])
  const release = await takeDataFolder(data)
  const database = embeddedDatabase(embeddedFolder, log)
  try {
    await database.start()
    await use(database.url())
  } finally {
    await database.stop()
    await release()
  }
}

/** The blob store that media and themes share. */
function filesOf(config: StandaloneConfig, databaseUrl: string) {
  return blobStoreIn(serviceSettings(config, backing(databaseUrl)).media.bytes)
}

async function migrateAll(config: StandaloneConfig, databaseUrl: string): Promise<void> {
  const settings = serviceSettings(config, backing(databaseUrl))
  const postgres = openPostgres({ url: databaseUrl, schema: 'events', log })
  const shared = { bus: localEventBus({ postgres, log }), log }
  try {
    await composeIdentity(settings.identity, shared).migrate()
    await composeContent(settings.content, shared).migrate()
    await composeMedia(settings.media, shared).migrate()
    await composeThemes(settings.themes, shared).migrate()
    await composePublisher(settings.publisher, shared).migrate()
  } finally {
    await shared.bus.close()
    await postgres.close()
  }
}

/** Only the gateway uses the cookie secret, and this program does not start the gateway. */
const backing = (databaseUrl: string) => ({ databaseUrl, cookieSecret: 'unused by this program' })

function contentOf({ takenAt, schemas: all, blobs }: Manifest): string {
  const rows = Object.values(all).flatMap(({ tables }) => Object.values(tables).map((table) => table.rows))
  const stores = Object.values(blobs)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const files = sum(stores.map(({ count }) => count))
  const megabytes = (sum(stores.map(({ bytes }) => bytes)) / 1_000_000).toFixed(1)
  return `${sum(rows)} rows and ${files} files (${megabytes} MB) of ${takenAt}`
}
