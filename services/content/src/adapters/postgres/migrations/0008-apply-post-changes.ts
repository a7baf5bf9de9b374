import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds a function that stores many changes of posts in one round trip (post-changes.ts). */
export const applyPostChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(applyFunction).execute(db)
  },
}

// Returns the positions of refused changes, whose slug is taken or whose revision is stale. To avoid
// deadlocks, locks rows in the order of their ids, and only then takes the lock `commit-order`.
export const applyFunction = `
create function apply_post_changes(changes json, every_post uuid) returns integer[]
language plpgsql set search_path from current as $$
declare
  refused integer[];
  emptied uuid[];
begin
  perform from posts
  where id in (select id from json_to_recordset(changes) as change (kind text, id uuid) where kind <> 'insert')
  order by id for update;

  with given as materialized (
    select * from json_to_recordset(changes) as change (
      place integer, kind text, id uuid, title text, slug text, status text, author text,
      created_at timestamptz, updated_at timestamptz, publish_at timestamptz, unpublish_at timestamptz,
      revision bigint, metadata json, content text, plain_text text, words text[], facets uuid[],
      terms json, kept json, facts json
    )
  ), inserted as (
    insert into posts (id, title, slug, status, author, created_at, updated_at, publish_at, unpublish_at, revision,
      metadata, content, plain_text, search, facets)
    select id, title, slug, status, author, created_at, updated_at, publish_at, unpublish_at, revision,
      metadata, content, plain_text, array_to_tsvector(words), facets
    from given where kind = 'insert' order by slug
    on conflict on constraint posts_slug_key do nothing
    returning id, status, facets
  ), saved as (
    update posts set title = given.title, slug = given.slug, status = given.status, author = given.author,
      updated_at = given.updated_at, publish_at = given.publish_at, unpublish_at = given.unpublish_at,
      revision = given.revision, metadata = given.metadata, content = given.content,
      plain_text = given.plain_text, search = array_to_tsvector(given.words), facets = given.facets
    from given, posts as before
    where given.kind = 'save' and posts.id = given.id and before.id = given.id
      and posts.revision = given.revision - 1
    returning posts.id, posts.status, posts.facets, before.status as old_status, before.facets as old_facets
  ), deleted as (
    delete from posts using given
    where given.kind = 'delete' and posts.id = given.id and posts.revision = given.revision
    returning posts.id, posts.status, posts.facets
  ), stored as materialized (
    select id from inserted union all select id from saved union all select id from deleted
  ), done as materialized (
    select * from given where id in (select id from stored)
  ), facets_removed as (
    delete from post_facets using saved where post_id = saved.id and not key = any (saved.facets)
  ), facets_added as (
    insert into post_facets (key, created_at, post_id)
    select facet.key, done.created_at, done.id
    from done left join saved on saved.id = done.id, unnest(done.facets) as facet (key)
    where done.kind <> 'delete' and (saved.id is null or not facet.key = any (saved.old_facets))
  ), revisions_kept as (
    insert into revisions (item_type, item_id, revision, changed_by, created_at, changed, title, slug, status, fields,
      metadata, content)
    select 'post', id, revision, kept ->> 'by', updated_at,
      array(select json_array_elements_text(kept -> 'changed')), title, slug, status, kept -> 'fields', metadata, content
    from done where kind <> 'delete'
  ), revisions_deleted as (
    delete from revisions using deleted where item_type = 'post' and item_id = deleted.id
  ), changed_counts as materialized (
    select key, status, sum(change) as n
    from (
      select facets, status, 1 as change from inserted
      union all select facets, status, 1 from saved
      union all select old_facets, old_status, -1 from saved
      union all select facets, status, -1 from deleted
    ) as counted, unnest(array_prepend(every_post, facets)) as facet (key)
    group by key, status having sum(change) <> 0
  ), locked as materialized (
    select pg_advisory_xact_lock(hashtextextended('typecase.content.' || current_schema() || '.commit-order', 0))
    from (select count(*) from stored) as all_stored
  ), terms_added as (
    insert into terms (key, kind, name, folded)
    select term.key, term.kind, term.name, term.folded
    from locked, done, json_to_recordset(done.terms) as term (key uuid, kind text, name text, folded text)
    where term.key in (select key from changed_counts where n > 0)
    on conflict (key) do nothing
  ), counted as (
    insert into post_counts (key, status, n) select key, status, n from locked, changed_counts
    on conflict (key, status) do update set n = post_counts.n + excluded.n
    returning key, n
  ), recorded as (
    insert into outbox (id, type, subject, entity, revision, data, traceparent, occurred_at)
    select fact.id, fact.type, fact.subject, fact.entity, fact.revision, fact.data, fact.traceparent, clock_timestamp()
    from locked, done, rows from (
      json_to_recordset(done.facts)
        as (id uuid, type text, subject text, entity text, revision bigint, data jsonb, traceparent text)
    ) with ordinality as fact (id, type, subject, entity, revision, data, traceparent, place)
    order by done.place, fact.place
  )
  select array(select place from given where id not in (select id from stored)),
    array(select key from counted where n = 0)
  into refused, emptied;

  if cardinality(emptied) > 0 then
    delete from post_counts where n = 0 and key = any (emptied);
    delete from terms
    where key = any (emptied) and not exists (select from post_counts where post_counts.key = terms.key);
  end if;
  perform pg_notify('outbox_' || current_schema(), '');
  return refused;
end $$`
