import { sql } from 'kysely'
import type { Db } from './rows.ts'

/** Reads an index that contains scheduled items only. */
export async function dueIds(db: Db, table: 'posts' | 'pages', at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where due_at <= ${at} order by due_at, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
