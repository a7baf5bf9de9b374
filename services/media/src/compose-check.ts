/** Wires the check of stored files, which does not need the running service. */
import { systemClock } from '@typecase/kernel'
import { blobStoreIn } from '@typecase/runtime/blobs'
import type { Logger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { storedBlobs, storedFingerprint } from './adapters/blobs/blobs.ts'
import { postgresBlobLedger } from './adapters/postgres/blob-ledger.ts'
import type { MediaTables } from './adapters/postgres/schema.ts'
import { postgresStores } from './adapters/postgres/stores.ts'
import type { MediaConfig } from './config.ts'
import { checkFiles } from './core/files/check-files.ts'

export type { CheckCounts, CheckOptions, Finding } from './core/files/check-files.ts'

export interface FileCheck {
  readonly check: ReturnType<typeof checkFiles>
  /** Makes the running service read all references from content again. */
  forgetReferences(): Promise<void>
  close(): Promise<void>
}

type CheckConfig = Pick<MediaConfig, 'database' | 'bytes'>

export function composeCheck({ database, bytes }: CheckConfig, log: Logger): FileCheck {
  const postgres = openPostgres<MediaTables>({ ...database, log, maxConnections: 2 })
  const store = blobStoreIn(bytes)
  const { references, ...stores } = postgresStores(postgres)
  const check = checkFiles({
    ...stores,
    ledger: postgresBlobLedger(postgres.db),
    blobs: storedBlobs(store),
    fingerprint: storedFingerprint(store),
    clock: systemClock,
  })
  return { check, forgetReferences: references.forgetAll, close: postgres.close }
}
