import type pg from 'pg'

/**
 * Statements that transfer every object of this database to a role, except objects of PostgreSQL and of
 * extensions. `reassign owned` fails for the bootstrap superuser, because it owns the system catalogs.
 */
export async function ownerStatements(client: pg.Client, role: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ statement: string }>(statements, [role])
  return rows.map(({ statement }) => statement)
}

/**
 * Omits objects that change owner with another object: indexes, column sequences and row types with their
 * table, array types with their element type.
 */
const statements = `
  with own as (
    select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), bound as (
    select classid, objid from pg_depend where deptype in ('a', 'i', 'e')
  )
  select format('alter schema %I owner to %I', own.nspname, $1::text) as statement, 0 as place
    from own join pg_namespace n using (oid) where own.nspname <> 'public' and n.nspowner <> $1::text::regrole
  union all
  select format('alter %s %I.%I owner to %I',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' else 'table' end,
      own.nspname, c.relname, $1::text), 1
    from pg_class c join own on own.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and c.relowner <> $1::text::regrole
      and not exists (select 1 from bound where classid = 'pg_class'::regclass and objid = c.oid and c.relkind = 'S')
      and not exists (select 1 from pg_depend where deptype = 'e' and classid = 'pg_class'::regclass and objid = c.oid)
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, $1::text), 2
    from pg_proc p join own on own.oid = p.pronamespace
    where p.prokind <> 'a' and p.proowner <> $1::text::regrole
      and not exists (select 1 from bound where classid = 'pg_proc'::regclass and objid = p.oid)
  union all
  select format('alter type %I.%I owner to %I', own.nspname, t.typname, $1::text), 3
    from pg_type t join own on own.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
    where t.typowner <> $1::text::regrole and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')
      and not exists (select 1 from bound where classid = 'pg_type'::regclass and objid = t.oid)
  order by place`
