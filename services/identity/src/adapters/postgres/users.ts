import { isUuid } from '@typecase/kernel'
import { uniqueViolation } from '@typecase/runtime/postgres'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { userTaken } from '../../core/errors.ts'
import type { IdentityReader, UserWriter } from '../../core/ports.ts'
import { emptyProfile } from '../../core/users/profile.ts'
import type { Account, User } from '../../core/users/user.ts'
import type { IdentityTables } from './schema.ts'

type Db = Kysely<IdentityTables>

const columns = [
  'users.id',
  'username',
  'email',
  'role',
  'profile',
  'revision',
  'users.created_at',
  'updated_at',
] as const
const accountColumns = [...columns, 'password_hash', 'is_made_up'] as const

export const userReader = (db: Db): Pick<IdentityReader, 'user' | 'users' | 'accountOf' | 'setup'> => ({
  user: async (id) => {
    if (!isUuid(id)) return undefined
    const row = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
    return row && userFromRow(row)
  },
  users: async ({ limit, offset = 0 }) => {
    const rows = db.selectFrom('users').select(columns).orderBy('created_at').orderBy('id').offset(offset)
    const page = await (limit === undefined ? rows : rows.limit(limit)).execute()
    const { total } = await db
      .selectFrom('users')
      .select(db.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { items: page.map(userFromRow), total }
  },
  accountOf: async (username) => {
    const row = await db
      .selectFrom('users')
      .select(accountColumns)
      .where(isNamed(username))
      .executeTakeFirst()
    return row && accountFromRow(row)
  },
  setup: async () => {
    const row = await db
      .selectFrom('users')
      .select(accountColumns)
      .where('is_made_up', '=', true)
      .executeTakeFirst()
    const finished = await db.selectFrom('finished_setup').select('finished_at').executeTakeFirst()
    return { unclaimed: row && accountFromRow(row), finished: finished !== undefined }
  },
})

/** Inserts at most one row, because the primary key permits a single value. */
export const setupFinisher = (tx: Transaction<IdentityTables>) => async (at: Date) => {
  const insert = tx.insertInto('finished_setup').values({ single: true, finished_at: at })
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
}

export function userWriter(tx: Transaction<IdentityTables>): UserWriter {
  const lockAdmins = () =>
    sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.admins', 0))`.execute(tx)
  const find = (id: string) => tx.selectFrom('users').select(accountColumns).where('id', '=', id)
  return {
    insert: async (account) => {
      await tx.insertInto('users').values(toRow(account)).execute().catch(rethrowTaken)
    },
    insertFirst: async (account) => {
      await lockAdmins()
      const found = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
      if (found) return false
      await tx.insertInto('users').values(toRow(account)).execute()
      return true
    },
    lock: async (id) => {
      const row = isUuid(id) ? await find(id).forUpdate().executeTakeFirst() : undefined
      return row && accountFromRow(row)
    },
    pin: async (id) => {
      const row = isUuid(id) ? await find(id).forShare().executeTakeFirst() : undefined
      return row && accountFromRow(row)
    },
    // Counts in a separate statement, which sees what the previous holder of the lock committed.
    lockAdminCount: async () => {
      await lockAdmins()
      const admins = tx.selectFrom('users').where('role', '=', 'admin')
      return (await admins.select(tx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
    },
    update: async (account) => {
      const { id, created_at, ...changes } = toRow(account)
      await tx.updateTable('users').set(changes).where('id', '=', id).execute().catch(rethrowTaken)
    },
    delete: async (id) => {
      await tx.deleteFrom('users').where('id', '=', id).execute()
    },
  }
}

/** Compares like the unique index on usernames. */
export const isNamed = (username: string) =>
  sql<boolean>`lower(username collate "C") = lower(${username} collate "C")`

export const userFromRow = (
  row: Omit<Selectable<IdentityTables['users']>, 'password_hash' | 'is_made_up'>,
): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  profile: { ...emptyProfile, ...row.profile },
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const accountFromRow = (row: Selectable<IdentityTables['users']>): Account => ({
  ...userFromRow(row),
  passwordHash: row.password_hash,
  hasGeneratedPassword: row.is_made_up,
})

const toRow = ({
  createdAt,
  updatedAt,
  passwordHash,
  hasGeneratedPassword,
  profile,
  ...rest
}: Account): Insertable<IdentityTables['users']> => ({
  ...rest,
  profile: JSON.stringify(profile),
  password_hash: passwordHash,
  is_made_up: hasGeneratedPassword,
  created_at: createdAt,
  updated_at: updatedAt,
})

function rethrowTaken(error: unknown): never {
  if (['users_username_key', 'users_email_key'].includes(uniqueViolation(error) ?? '')) throw userTaken()
  throw error
}
