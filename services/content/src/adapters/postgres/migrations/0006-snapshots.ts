import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Marks revisions that store unsaved text. */
export const snapshots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table revisions add column is_snapshot boolean not null default false').execute(db)
  },
}
