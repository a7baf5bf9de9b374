import { recordEvents } from '@typecase/messaging/outbox'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AddressStore, KnownAddresses, MovedEntry } from '../../core/site/redirects.ts'
import { consistentRead } from './consistent-read.ts'
import type { PublisherTables } from './schema.ts'

const rowsAtOnce = 5_000

/** Stores the addresses of posts and pages in Postgres, and caches them until their version changes. */
export function postgresAddressStore(db: Kysely<PublisherTables>): AddressStore {
  let cached: { readonly version: number; readonly addresses: KnownAddresses } | undefined

  return {
    async known() {
      const version = await versionOf(db)
      if (cached?.version === version) return cached.addresses
      cached = await consistentRead(db, async (tx) => ({
        version: await versionOf(tx),
        addresses: await readAll(tx),
      }))
      return cached.addresses
    },

    async record(moves) {
      const version = await db.transaction().execute(async (tx) => {
        const { addresses } = await tx
          .updateTable('redirect_versions')
          .set(({ eb }) => ({ addresses: eb('addresses', '+', 1) }))
          .returning('addresses')
          .executeTakeFirstOrThrow()
        for (let at = 0; at < moves.length; at += rowsAtOnce)
          await write(tx, moves.slice(at, at + rowsAtOnce), addresses)
        return addresses
      })
      if (cached?.version === version - 1) cached = { version, addresses: withMoves(cached.addresses, moves) }
    },
  }
}

async function versionOf(db: Kysely<PublisherTables>): Promise<number> {
  const { addresses } = await db.selectFrom('redirect_versions').select('addresses').executeTakeFirstOrThrow()
  return addresses
}

async function readAll(db: Kysely<PublisherTables>): Promise<KnownAddresses> {
  const current = new Map<string, string>()
  const former = new Map<string, string>()
  for (const { path, entry, is_current } of await db
    .selectFrom('addresses')
    .selectAll()
    .orderBy('path')
    .execute()) {
    if (is_current) current.set(entry, path)
    else former.set(path, entry)
  }
  return { current, former }
}

async function write(
  tx: Transaction<PublisherTables>,
  moves: readonly MovedEntry[],
  version: number,
): Promise<void> {
  const entries = moves.map(({ entry }) => entry)
  const paths = moves.map(({ to }) => to)
  await sql`update addresses set is_current = false where is_current and entry = any(${entries}::text[])`.execute(
    tx,
  )
  await sql`
    insert into addresses (path, entry, is_current)
    select path, entry, true from unnest(${paths}::text[], ${entries}::text[]) as given (path, entry)
    on conflict (path) do update set entry = excluded.entry, is_current = true`.execute(tx)
  await recordEvents(
    tx,
    moves.flatMap(({ entry, from, to }) => {
      if (from === undefined) return []
      const [type, id = ''] = entry.split(' ')
      const data = { type: type === 'page' ? ('page' as const) : ('post' as const), id, from, to }
      return [{ type: 'publisher.address.moved' as const, entity: `address:${id}`, revision: version, data }]
    }),
  )
}

/** Applies the changes of `write` to the cached addresses. */
function withMoves({ current, former }: KnownAddresses, moves: readonly MovedEntry[]): KnownAddresses {
  const now = { current: new Map(current), former: new Map(former) }
  for (const { entry } of moves) {
    const before = now.current.get(entry)
    if (before !== undefined) now.former.set(before, entry)
  }
  const owners = new Map(Array.from(now.current, ([entry, path]) => [path, entry]))
  for (const { entry, to } of moves) {
    const owner = owners.get(to)
    if (owner !== undefined && now.current.get(owner) === to) now.current.delete(owner)
    now.current.set(entry, to)
    now.former.delete(to)
  }
  return now
}
