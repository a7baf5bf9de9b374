import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../lifecycle/index.ts'
import type { Logger } from '../log/index.ts'
import type { DedicatedConnection } from './dedicated.ts'
import type { Postgres } from './open.ts'

export interface Lease {
  /**
   * The session that has the lock. The holder writes through this connection, so that its statements fail
   * once the lock is lost.
   */
  readonly connection: DedicatedConnection
  /** Aborted when the lease is lost or the part stops; `work` must then return soon. */
  readonly signal: AbortSignal
}

export interface LeaseOptions<DB> {
  readonly postgres: Postgres<DB>
  /** Name of the lease. In each database, one process at a time holds it. */
  readonly name: string
  readonly log: Logger
  /** Runs while the lease is held. When `work` ends, the lease is released, and requested again after 1 s. */
  readonly work: (lease: Lease) => Promise<void>
}

/**
 * Runs `work` in only one of the processes that request the lease. When that process dies, another one takes
 * over about a second later. The signal aborts `work` if its process loses the connection to Postgres.
 */
export function holdLease<DB>({ postgres, name, log, work }: LeaseOptions<DB>): Part {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function seek(): Promise<void> {
    while (!stopping.signal.aborted) {
      await hold().catch((error: unknown) =>
        log.warn({ error, lease: name }, 'lease interrupted; trying again'),
      )
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function hold(): Promise<void> {
    const connection = await postgres.dedicated()
    try {
      const signal = AbortSignal.any([stopping.signal, connection.lost])
      while (!(await tryLock(connection, name))) await sleep(500, undefined, { signal })
      log.debug({ lease: name }, 'lease taken')
      await work({ connection, signal })
    } catch (error) {
      if (!stopping.signal.aborted) throw error
    } finally {
      await connection.close()
    }
  }

  return {
    name: `lease ${name}`,
    start: async () => {
      running = seek()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Tries to take the lock. hashtextextended returns 64 bits, so collisions of names are negligible. */
async function tryLock(connection: DedicatedConnection, name: string): Promise<boolean> {
  const [row] = await connection.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [`typecase.lease.${name}`],
  )
  return row?.taken === true
}
