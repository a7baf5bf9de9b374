import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds a table of items by source key. Triggers copy the key from the metadata, so that writes of the earlier
 * version update the table too.
 */
export const sourceKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

// Of several items with the same key, the oldest post gets the key, or else the oldest page.
const existing = (kind: string) => `
  insert into source_keys (key, item_type, item_id)
  select source_key_of(metadata), '${kind}', id from ${kind}s
  where source_key_of(metadata) is not null order by created_at, id
  on conflict do nothing`

const triggers = (kind: string) => [
  `create trigger ${kind}s_note_source_key after insert or delete on ${kind}s
    for each row execute function note_source_key('${kind}')`,
  `create trigger ${kind}s_change_source_key after update of metadata on ${kind}s
    for each row when (old.metadata::text is distinct from new.metadata::text)
    execute function note_source_key('${kind}')`,
]

const statements = [
  `create table source_keys (
    key text collate "C" primary key,
    item_type text not null check (item_type in ('post', 'page')),
    item_id uuid not null
  )`,
  'create index source_keys_by_item on source_keys (item_type, item_id)',
  // Ignores keys of more than 500 characters: the service refuses them, but an earlier version stores them.
  `create function source_key_of(metadata json) returns text language sql immutable as $$
    select case
      when json_typeof(metadata -> 'sourceKey') = 'string' and length(metadata ->> 'sourceKey') between 1 and 500
      then metadata ->> 'sourceKey'
    end
  $$`,
  `create function note_source_key() returns trigger language plpgsql set search_path from current as $$
  declare
    old_key text;
    new_key text;
  begin
    if tg_op <> 'INSERT' then old_key := source_key_of(old.metadata); end if;
    if tg_op <> 'DELETE' then new_key := source_key_of(new.metadata); end if;
    if old_key is not distinct from new_key then return null; end if;
    if old_key is not null then
      delete from source_keys where key = old_key and item_type = tg_argv[0] and item_id = old.id;
    end if;
    if new_key is not null then insert into source_keys values (new_key, tg_argv[0], new.id); end if;
    return null;
  end $$`,
  ...triggers('post'),
  ...triggers('page'),
  // Runs after the triggers are created: their creation waits for running writes, so no new item is missed.
  existing('post'),
  existing('page'),
]
