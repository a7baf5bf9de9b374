import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds scheduled publishing. The index contains scheduled items only, so reading it every second is cheap.
 */
export const schedule: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['posts', 'pages'])
      for (const statement of statementsFor(table)) await sql.raw(statement).execute(db)
  },
}

const statementsFor = (table: string) => [
  `alter table ${table}
    add column publish_at timestamptz(3),
    add column unpublish_at timestamptz(3),
    add column due_at timestamptz(3) generated always as (case status when 'draft' then publish_at else unpublish_at end) stored,
    add constraint ${table}_schedule_order check (unpublish_at > publish_at),
    add constraint ${table}_published_without_date check (status = 'draft' or publish_at is null)`,
  `create index ${table}_by_due on ${table} (due_at, id) where due_at is not null`,
]
