import type { Postgres } from '@typecase/runtime/postgres'
import type { Selectable, Transaction } from 'kysely'
import type { IdentityReader, IdentityWriter, SessionWriter } from '../../core/ports.ts'
import type { Session } from '../../core/sessions/session.ts'
import type { IdentityTables } from './schema.ts'
import { isNamed, userFromRow } from './users.ts'

type SessionRow = Selectable<IdentityTables['sessions']>
type SessionAndUserRow = Omit<Selectable<IdentityTables['users']>, 'password_hash'> &
  Omit<SessionRow, 'id' | 'created_at'> & { readonly session_id: string; readonly issued_at: Date }

// A prepared statement, because it runs for every request with a token.
const liveSessionSql = `
  select users.id, username, email, role, profile, revision, users.created_at, updated_at,
    sessions.id as session_id, user_id, token_hash, sessions.created_at as issued_at, expires_at
  from sessions join users on users.id = sessions.user_id
  where token_hash = $1 and expires_at > $2`

export function sessionReader({
  db,
  prepare,
}: Pick<Postgres<IdentityTables>, 'db' | 'prepare'>): Pick<IdentityReader, 'session' | 'knowsDevice'> {
  const liveSession = prepare<SessionAndUserRow>(liveSessionSql)
  return {
    session: async (tokenHash, now) => {
      const [row] = await liveSession([tokenHash, now])
      if (!row) return undefined
      return {
        session: sessionFromRow({ ...row, id: row.session_id, created_at: row.issued_at }),
        user: userFromRow(row),
      }
    },
    knowsDevice: async (deviceHash, username) => {
      const row = await db
        .selectFrom('devices')
        .innerJoin('users', 'users.id', 'devices.user_id')
        .where('device_hash', '=', deviceHash)
        .where(isNamed(username))
        .select('devices.user_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

export const sessionWriter = (tx: Transaction<IdentityTables>): SessionWriter => ({
  insert: async ({ id, userId, tokenHash, createdAt, expiresAt }) => {
    const row = { id, user_id: userId, token_hash: tokenHash, created_at: createdAt, expires_at: expiresAt }
    await tx.insertInto('sessions').values(row).execute()
  },
  end: async (tokenHash, now) => {
    const live = tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).where('expires_at', '>', now)
    const row = await live.returningAll().executeTakeFirst()
    return row && sessionFromRow(row)
  },
  endAllOf: async (userId, now, exceptId) => {
    const all = tx.deleteFrom('sessions').where('user_id', '=', userId)
    const rows = await (exceptId === undefined ? all : all.where('id', '!=', exceptId))
      .returningAll()
      .execute()
    return rows.map(sessionFromRow).filter(({ expiresAt }) => expiresAt > now)
  },
})

export const deviceWriter =
  (tx: Transaction<IdentityTables>): IdentityWriter['rememberDevice'] =>
  async (deviceHash, userId, at) => {
    await tx
      .insertInto('devices')
      .values({ device_hash: deviceHash, user_id: userId, used_at: at })
      .onConflict((conflict) => conflict.columns(['device_hash', 'user_id']).doUpdateSet({ used_at: at }))
      .execute()
  }

const sessionFromRow = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  tokenHash: row.token_hash,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
