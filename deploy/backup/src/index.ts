/** Backs up and restores the database schemas and blob stores that the caller names. */
export { type BackupCounts, type BackupSource, createBackup } from './backup.ts'
export { backupFolder } from './backup-folder.ts'
export { backupConfig } from './config.ts'
export type { Manifest } from './manifest.ts'
export { checkBackup, type RestoreTarget, restoreBackup } from './restore.ts'
