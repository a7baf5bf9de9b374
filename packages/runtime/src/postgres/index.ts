export type { DedicatedConnection } from './dedicated.ts'
export { STORAGE_TIMEOUT, STORAGE_UNAVAILABLE, uniqueViolation } from './errors.ts'
export { jsonb } from './jsonb.ts'
export { holdLease, type Lease } from './lease.ts'
export { type Migrations, migrate } from './migrate.ts'
export { openPostgres, type Postgres, type PostgresOptions } from './open.ts'
export { type RetryOptions, transactionWithRetry, withRetry } from './retry.ts'
export {
  type DatabaseOptions,
  type DatabaseSettings,
  databaseOptions,
  databaseSettings,
  type PoolMode,
} from './settings.ts'
export { uuidv7 } from './uuidv7.ts'
