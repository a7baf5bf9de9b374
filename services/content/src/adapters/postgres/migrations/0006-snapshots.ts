import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds a column that marks revisions with unsaved text. */
export const snapshots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table revisions add column is_snapshot boolean not null default false').execute(db)
  },
}
