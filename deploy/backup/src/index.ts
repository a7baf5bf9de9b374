/** A copy of all that a system keeps, and the way back. Knows schemas and stores by the names that it is given. */
export { type BackupCounts, type BackupSource, createBackup } from './backup.ts'
export { backupConfig } from './config.ts'
export type { Manifest } from './manifest.ts'
export { checkBackup, type RestoreTarget, restoreBackup } from './restore.ts'
export { shelf } from './shelf.ts'
