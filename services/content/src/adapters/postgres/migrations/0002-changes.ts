import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** One row per item, including deleted ones, with the transaction that last changed it (changes.ts). */
export const changes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table changes (
    item_type text not null check (item_type in ('post', 'page')),
    item_id uuid not null,
    revision bigint not null,
    deleted boolean not null,
    changed_in xid8 not null,
    primary key (item_type, item_id)
  )`,
  'create index changes_by_transaction on changes (changed_in)',
  `insert into changes select 'post', id, revision, false, pg_current_xact_id() from posts`,
  `insert into changes select 'page', id, revision, false, pg_current_xact_id() from pages`,
  // A trigger, so that no change of an item is missed.
  `create function note_change() returns trigger language plpgsql set search_path from current as $$
  begin
    insert into changes values (
      tg_argv[0],
      case tg_op when 'DELETE' then old.id else new.id end,
      case tg_op when 'DELETE' then old.revision + 1 else new.revision end,
      tg_op = 'DELETE',
      pg_current_xact_id()
    )
    on conflict (item_type, item_id) do update
      set revision = excluded.revision, deleted = excluded.deleted, changed_in = excluded.changed_in;
    return null;
  end $$`,
  `create trigger posts_note_change after insert or update or delete on posts for each row execute function note_change('post')`,
  `create trigger pages_note_change after insert or update or delete on pages for each row execute function note_change('page')`,
]
