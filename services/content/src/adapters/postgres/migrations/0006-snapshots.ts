import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tells unsaved text that was stored as a revision from what an item once was. */
export const snapshots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table revisions add column is_snapshot boolean not null default false').execute(db)
  },
}
