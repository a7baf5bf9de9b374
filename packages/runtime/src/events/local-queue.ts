import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BusExtent } from './bus.ts'

export interface Claim {
  readonly position: number
  readonly attempt: number
  readonly subject: string
  readonly event: unknown
  /** Whether one behind it, and behind those that were asked about, waits for its first attempt. */
  readonly more: boolean
}

export interface Look {
  /** Undefined when none is due. */
  readonly claim: Claim | undefined
  /** Milliseconds until another is due, not more than 0 where one is; null when there is none, nor one that somebody handles. */
  readonly dueMs: number | null
  /** False when the consumer is not registered (any more). */
  readonly known: boolean
}

export interface Published {
  readonly messageId: string
  readonly subject: string
  /** JSON. */
  readonly event: string
}

/** Deliveries that are taken at once. */
const mostAsked = 100

const millis = (ms: number): RawBuilder<unknown> => sql`${ms} * interval '1 millisecond'`

/** The statements of the local bus. All times are the database's. */
export function localQueue<DB>(db: Kysely<DB>, schema: string, channel: string) {
  const [bus, events, consumers, deliveries] = ['bus', 'events', 'consumers', 'deliveries'].map((table) => sql.id(schema, table))
  const gate = sql`hashtextextended(${`typecase.bus.${schema}`}, 0)`

  return {
    /** Stores them in their order, and names those who get any on the channel. */
    publish: async (some: readonly Published[]): Promise<void> => {
      const [ids, subjects, texts] = [
        some.map(({ messageId }) => messageId),
        some.map(({ subject }) => subject),
        some.map(({ event }) => event),
      ]
      await sql`select ${sql.id(schema, 'publish')} (${gate}, ${channel}, ${ids}::text[], ${subjects}::text[], ${texts}::text[])`.execute(
        db,
      )
    },

    /** A consumer seen for the first time gets all that is stored; one with other subjects than before gets what is new. */
    register: async (durable: string, pattern: string): Promise<void> => {
      await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${gate})`.execute(tx)
        const known = await sql`select 1 from ${consumers} where durable = ${durable}`.execute(tx)
        if (known.rows.length > 0) {
          await sql`update ${consumers} set pattern = ${pattern} where durable = ${durable}`.execute(tx)
          return
        }
        await sql`insert into ${consumers} (durable, pattern) values (${durable}, ${pattern})`.execute(tx)
        await sql`insert into ${deliveries} (durable, position)
          select ${durable}, position from ${events} where subject ~ ${pattern}`.execute(tx)
      })
    },

    /** The oldest delivery that is due, hidden from others until it is acknowledged or that time is over; and when the next one is. */
    claim: async (durable: string, ackWaitMs: number, asked: number): Promise<Look> => {
      const { rows } = await sql<Omit<Look, 'claim'> & (Claim | { position: null })>`
        with claimed as (
          update ${deliveries} as d set attempt = d.attempt + 1, due_at = clock_timestamp() + ${millis(ackWaitMs)}
          from ${events} as e
          where e.position = d.position and d.durable = ${durable} and d.position = (
            select position from ${deliveries} where durable = ${durable} and due_at <= clock_timestamp()
            order by position limit 1 for update skip locked
          )
          returning d.position, d.attempt, e.subject, e.event
        )
        select claimed.*, exists (select from ${consumers} where durable = ${durable}) as known, exists (
          select from ${deliveries} as next
          where next.durable = ${durable} and next.position > greatest(claimed.position, ${asked}) and next.attempt = 0
        ) as more, case when exists (
          select from ${deliveries} as other where other.durable = ${durable}
            and other.position is distinct from claimed.position and other.due_at <= clock_timestamp()
        ) then 0 else (
          select (extract(epoch from min(other.due_at) - clock_timestamp()) * 1000)::float8 from ${deliveries} as other
          where other.durable = ${durable} and other.position is distinct from claimed.position
        ) end as "dueMs"
        from (select) as one left join claimed on true`.execute(db)
      const [row] = rows
      if (!row) throw new Error('a look at the queue has no row')
      const { known, dueMs, ...claim } = row
      return { known, dueMs, claim: claim.position === null ? undefined : (claim as Claim) }
    },

    /**
     * The oldest deliveries behind that position which come for the first time, if there are several; hidden as by `claim`. This
     * counts as an attempt unless they are handed back.
     */
    claimSome: async (durable: string, ackWaitMs: number, behind: number): Promise<readonly Pick<Claim, 'position' | 'event'>[]> => {
      const { rows } = await sql<Pick<Claim, 'position' | 'event'>>`
        with taken as (
          select position from ${deliveries}
          where durable = ${durable} and position > ${behind} and attempt = 0 and due_at <= clock_timestamp()
          order by position limit ${mostAsked} for update skip locked
        )
        update ${deliveries} as d set attempt = 1, due_at = clock_timestamp() + ${millis(ackWaitMs)}
        from ${events} as e
        where e.position = d.position and d.durable = ${durable} and d.position in (select position from taken)
          and (select count(*) from taken) > 1
        returning d.position, e.event`.execute(db)
      return rows.toSorted((a, b) => a.position - b.position)
    },

    /** Hides them longer. */
    hide: async (durable: string, positions: readonly number[], ackWaitMs: number): Promise<void> => {
      await sql`update ${deliveries} set due_at = clock_timestamp() + ${millis(ackWaitMs)}
        where durable = ${durable} and position = any(${[...positions]}::bigint[]) and attempt = 1`.execute(db)
    },

    /** Takes those away that are settled, and gives the others out again as if nobody had asked about them. */
    settle: async (durable: string, settled: readonly number[], others: readonly number[]): Promise<void> => {
      await sql`
        with gone as (delete from ${deliveries} where durable = ${durable} and position = any(${[...settled]}::bigint[]))
        update ${deliveries} set attempt = 0, due_at = clock_timestamp()
        where durable = ${durable} and position = any(${[...others]}::bigint[]) and attempt = 1`.execute(db)
    },

    acknowledge: async (durable: string, { position }: Claim): Promise<void> => {
      await sql`delete from ${deliveries} where durable = ${durable} and position = ${position}`.execute(db)
    },

    /** Does nothing when the delivery has meanwhile gone to somebody else. */
    postpone: async (durable: string, { position, attempt }: Claim, delayMs: number): Promise<void> => {
      await sql`update ${deliveries} set due_at = clock_timestamp() + ${millis(delayMs)}
        where durable = ${durable} and position = ${position} and attempt = ${attempt}`.execute(db)
    },

    backlog: async (durable: string): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${deliveries} where durable = ${durable}`.execute(db)
      return rows[0]?.count ?? 0
    },

    extent: async (): Promise<BusExtent> => {
      const { rows } = await sql<BusExtent>`
        select epoch, coalesce(pg_sequence_last_value(pg_get_serial_sequence(${`${schema}.events`}, 'position')), 0) as sequence
        from ${bus}`.execute(db)
      const [extent] = rows
      if (!extent) throw new Error(`The table ${schema}.bus is empty`)
      return extent
    },

    purge: async (keepMs: number): Promise<void> => {
      await sql`delete from ${events} where position in (
        select position from ${events} as e where published_at < now() - ${millis(keepMs)}
          and not exists (select from ${deliveries} as d where d.position = e.position)
        limit 5000)`.execute(db)
    },
  }
}

/** NATS patterns as one regular expression for Postgres. */
export function patternOf(subjects: readonly string[]): string {
  const one = (subject: string) =>
    subject
      .split('.')
      .map((word) => (word === '*' ? '[^.]+' : word === '>' ? '.+' : word.replace(/[^a-zA-Z0-9_-]/g, '\\$&')))
      .join('\\.')
  return `^(${subjects.map(one).join('|')})$`
}
