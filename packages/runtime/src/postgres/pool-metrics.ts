import type pg from 'pg'
import { gauge } from '../telemetry/index.ts'

interface KnownPool {
  readonly schema: string
  readonly pool: pg.Pool
  readonly max: number
}

const pools = new Set<KnownPool>()

/** Exports the metrics of a pool until the returned function is called. Set an alert on waiting callers. */
export function measuredPool(known: KnownPool): () => void {
  gauge(
    'typecase_postgres_connections',
    'Connections of the pool, and callers waiting for one',
    ['schema', 'state'],
    (metric) => {
      metric.reset()
      for (const { schema, pool } of pools) {
        metric.inc({ schema, state: 'used' }, pool.totalCount - pool.idleCount)
        metric.inc({ schema, state: 'idle' }, pool.idleCount)
        metric.inc({ schema, state: 'waiting' }, pool.waitingCount)
      }
    },
  )
  gauge('typecase_postgres_connections_max', 'Maximum connections of the pool', ['schema'], (metric) => {
    metric.reset()
    for (const { schema, max } of pools) metric.inc({ schema }, max)
  })
  pools.add(known)
  return () => void pools.delete(known)
}
