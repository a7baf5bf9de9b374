/**
 * Backups of a cluster: what the CronJob of the chart runs.
 *
 *     make               a new folder below BACKUP_ROOT; then the oldest beyond BACKUP_KEEP are removed
 *     list, check NAME   what there is; whether it is whole
 *     restore NAME       into a database that was migrated and never used; `latest` is the newest
 */
import { basename } from 'node:path'
import { serviceNames } from '@typecase/contracts/callers'
import { s3BlobStore } from '@typecase/runtime/blobs'
import { reportFailedStart } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { createBackup } from './backup.ts'
import { backupConfig } from './config.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { shelf } from './shelf.ts'

const log = createLogger('backup', 'info')
const schemas = serviceNames.filter((name) => name !== 'gateway')

async function run([action, name = 'latest']: readonly string[]): Promise<number> {
  if (!action || !['make', 'list', 'check', 'restore'].includes(action)) {
    log.error('there is only: make, list, check NAME, restore NAME')
    return 2
  }
  const { databaseUrl, root, keep, stores } = backupConfig(process.env)
  const backups = shelf(root)
  if (action === 'list') {
    for (const each of await backups.whole()) log.info({ backup: each }, 'a backup')
    return 0
  }
  if (action === 'check') {
    const folder = await backups.find(name)
    const { takenAt } = await checkBackup(folder)
    log.info({ backup: basename(folder), takenAt }, 'the backup is whole')
    return 0
  }
  const postgres = openPostgres({ url: databaseUrl, schema: 'public', log, statementTimeoutMs: 0 })
  const blobs = { media: s3BlobStore(stores.media), themes: s3BlobStore(stores.themes) }
  try {
    if (action === 'make') {
      const folder = await backups.place(new Date())
      const counts = await createBackup({ postgres, schemas, blobs }, folder)
      // What was never read is no backup.
      await checkBackup(folder)
      log.info(
        { backup: basename(folder), ...counts, removed: await backups.keep(keep) },
        'a backup was made',
      )
    } else {
      const folder = await backups.find(name)
      const { takenAt } = await restoreBackup({ postgres, migrate: async () => undefined, blobs }, folder)
      log.info({ backup: basename(folder), takenAt }, 'the backup was restored; the site is to be generated')
    }
    return 0
  } finally {
    await postgres.close()
  }
}

await run(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => reportFailedStart(error, log),
)
