import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../lifecycle/index.ts'
import type { Logger } from '../log/index.ts'
import type { DedicatedConnection } from './dedicated.ts'
import type { Postgres } from './open.ts'

export interface Lease {
  /**
   * The session with the lock. The holder writes through it, so its statements fail once the lock is lost.
   */
  readonly connection: DedicatedConnection
  /** Aborted when the lease is lost or the part stops; `work` must then return soon. */
  readonly signal: AbortSignal
}

export interface LeaseOptions<DB> {
  readonly postgres: Postgres<DB>
  /** One holder per name and database. */
  readonly name: string
  readonly log: Logger
  /** Runs while the lease is held. When it ends, the lease is released and requested again after a second. */
  readonly work: (lease: Lease) => Promise<void>
}

/**
 * Runs `work` in one of all processes with the same name. Another takes over about a second after the holder
 * dies; the signal aborts a holder that is cut off from Postgres.
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
      while (!(await taken(connection, name))) await sleep(500, undefined, { signal })
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

/** hashtextextended returns 64 bits, so collisions are negligible. */
async function taken(connection: DedicatedConnection, name: string): Promise<boolean> {
  const [row] = await connection.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [`typecase.lease.${name}`],
  )
  return row?.taken === true
}
