import { parseEvent, type TypedEvent } from '@typecase/contracts/events'
import { serviceActor } from '@typecase/kernel'
import { type CallContext, childTraceparent, newContext, runInContext } from '@typecase/runtime/context'
import type { Logger } from '@typecase/runtime/log'
import type { Postgres } from '@typecase/runtime/postgres'
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import type { OutboxTables } from '../outbox/tables.ts'
import { replayChannel } from './dead-letters.ts'
import { messageOf } from './errors.ts'

export interface ReplayOptions<DB extends OutboxTables> {
  readonly postgres: Postgres<DB>
  readonly durable: string
  readonly log: Logger
  readonly apply: (event: TypedEvent, tx: Transaction<DB>) => Promise<string>
}

interface Letter {
  readonly id: string
  readonly event: unknown
}

/** Runs the replays that an operator requested. Only one process of the consumer runs each of them. */
export function deadLetterReplays<DB extends OutboxTables>(options: ReplayOptions<DB>) {
  const { postgres, durable, log } = options
  let unlisten: () => Promise<void> = async () => undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  const wake = () => {
    running = running.then(replayAll).catch((error: unknown) => {
      log.warn({ error, durable }, 'dead letters could not be replayed')
    })
  }

  async function replayAll(): Promise<void> {
    while (!stopped && (await replayOne(options)));
  }

  return {
    start: async () => {
      unlisten = await postgres.listen(replayChannel(postgres.schema), wake)
      wake()
    },
    stop: async () => {
      stopped = true
      await unlisten()
      await running
    },
  }
}

/** Runs the oldest requested replay; false if there is none. */
async function replayOne<DB extends OutboxTables>({
  postgres,
  durable,
  log,
  apply,
}: ReplayOptions<DB>): Promise<boolean> {
  let letter: Letter | undefined
  try {
    return await postgres.db.transaction().execute(async (tx) => {
      letter = await nextRequested(tx, durable)
      if (!letter) return false
      const event = parseEvent(letter.event)
      const outcome = await runInContext(contextOf(event, durable), () => apply(event, tx))
      await sql`delete from dead_letters where id = ${letter.id}`.execute(tx)
      log.info({ durable, deadLetter: letter.id, outcome }, 'a dead letter was replayed')
      return true
    })
  } catch (error) {
    if (!letter) throw error
    log.error({ error, durable, deadLetter: letter.id }, 'a replayed dead letter failed again')
    await sql`update dead_letters set replay_asked_at = null, attempts = attempts + 1,
      error = ${messageOf(error)} where id = ${letter.id}`.execute(postgres.db)
    return true
  }
}

async function nextRequested(tx: QueryExecutorProvider, durable: string): Promise<Letter | undefined> {
  const { rows } = await sql<Letter>`
    select id, event from dead_letters where consumer = ${durable} and replay_asked_at is not null
    order by replay_asked_at limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

const contextOf = (event: TypedEvent, durable: string): CallContext =>
  newContext({
    traceparent: childTraceparent(event.traceparent ?? ''),
    actor: serviceActor(durable),
  })
