/**
 * Backups of a cluster, run by the CronJob of the chart.
 *
 *     make               creates a backup below BACKUP_ROOT, then deletes all but the newest BACKUP_KEEP
 *     list               lists complete backups
 *     check NAME         verifies a backup
 *     restore NAME       restores into a migrated, unused database; `latest` is the newest backup
 */
import { basename } from 'node:path'
import { serviceNames } from '@typecase/contracts/callers'
import { s3BlobStore } from '@typecase/runtime/blobs'
import { reportFailedStart } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { createBackup } from './backup.ts'
import { backupFolder } from './backup-folder.ts'
import { backupConfig } from './config.ts'
import { checkBackup, restoreBackup } from './restore.ts'

const log = createLogger('backup', 'info')
const schemas = serviceNames.filter((name) => name !== 'gateway')

async function run([action, name = 'latest']: readonly string[]): Promise<number> {
  if (!action || !['make', 'list', 'check', 'restore'].includes(action)) {
    log.error('commands: make, list, check NAME, restore NAME')
    return 2
  }
  const { databaseUrl, root, keep, stores } = backupConfig(process.env)
  const backups = backupFolder(root)
  if (action === 'list') {
    for (const each of await backups.listComplete()) log.info({ backup: each }, 'a backup')
    return 0
  }
  if (action === 'check') {
    const folder = await backups.find(name)
    const { takenAt } = await checkBackup(folder)
    log.info({ backup: basename(folder), takenAt }, 'the backup is complete and undamaged')
    return 0
  }
  const postgres = openPostgres({ url: databaseUrl, schema: 'public', log, statementTimeoutMs: 0 })
  const blobs = { media: s3BlobStore(stores.media), themes: s3BlobStore(stores.themes) }
  try {
    if (action === 'make') {
      const folder = await backups.create(new Date())
      const counts = await createBackup({ postgres, schemas, blobs }, folder)
      // Verifies by reading everything back.
      await checkBackup(folder)
      log.info(
        { backup: basename(folder), ...counts, removed: await backups.prune(keep) },
        'a backup was created',
      )
    } else {
      const folder = await backups.find(name)
      const { takenAt } = await restoreBackup({ postgres, migrate: async () => undefined, blobs }, folder)
      log.info({ backup: basename(folder), takenAt }, 'the backup was restored; generate the site next')
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
