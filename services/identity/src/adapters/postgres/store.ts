import { recordEvent } from '@typecase/messaging/outbox'
import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import type { Transaction } from 'kysely'
import type { IdentityStore, IdentityWriter } from '../../core/ports.ts'
import { changeCounter, counterReader } from './counters.ts'
import { purge } from './purge.ts'
import type { IdentityTables } from './schema.ts'
import { deviceWriter, sessionReader, sessionWriter } from './sessions.ts'
import { setupFinisher, userReader, userWriter } from './users.ts'

/** Uses constraints, row locks and one advisory lock, in READ COMMITTED. */
export const postgresIdentityStore = (postgres: Postgres<IdentityTables>): IdentityStore => ({
  read: { ...userReader(postgres.db), ...sessionReader(postgres), ...counterReader(postgres.db) },
  write: (work) => transactionWithRetry(postgres, (tx) => work(writer(tx))),
  purge: (limits, limit) => purge(postgres.db, limits, limit),
})

const writer = (tx: Transaction<IdentityTables>): IdentityWriter => ({
  users: userWriter(tx),
  sessions: sessionWriter(tx),
  finishSetup: setupFinisher(tx),
  rememberDevice: deviceWriter(tx),
  changeCounter: changeCounter(tx),
  record: (fact) => recordEvent(tx, fact),
})
