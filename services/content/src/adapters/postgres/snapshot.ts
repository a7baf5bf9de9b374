import type { Kysely } from 'kysely'
import type { ContentItem, ItemKey } from '../../core/ports.ts'
import { anyId, pageColumns, pageFromRow, postColumns, postFromRow } from './rows.ts'
import type { ContentTables } from './schema.ts'
import { readSettings } from './settings.ts'

/** Rows held at once; bodies may be megabytes each. */
const chunk = 20

/** All content as of one instant, read in small parts within one transaction. */
export async function* snapshot(db: Kysely<ContentTables>): AsyncGenerator<ContentItem> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    yield { settings: await readSettings(tx) }
    for (let last: string | undefined, more = true; more; ) {
      const rows = await tx
        .selectFrom('posts')
        .select(postColumns)
        .$if(last !== undefined, (query) => query.where('id', '>', last ?? ''))
        .orderBy('id')
        .limit(chunk)
        .execute()
      for (const row of rows) yield { post: postFromRow(row) }
      last = rows.at(-1)?.id
      more = rows.length === chunk
    }
    for (let last: string | undefined, more = true; more; ) {
      const rows = await tx
        .selectFrom('pages')
        .select(pageColumns)
        .$if(last !== undefined, (query) => query.where('id', '>', last ?? ''))
        .orderBy('id')
        .limit(chunk)
        .execute()
      for (const row of rows) yield { page: pageFromRow(row) }
      last = rows.at(-1)?.id
      more = rows.length === chunk
    }
  } finally {
    // Nothing was written: ending it this way serves a reader that stopped early as well.
    await tx.rollback().execute()
  }
}

/** Those items as they are now, read in small parts. */
export async function* itemsByKey(
  db: Kysely<ContentTables>,
  keys: readonly ItemKey[],
): AsyncGenerator<ContentItem> {
  for (let at = 0; at < keys.length; at += chunk) {
    const some = keys.slice(at, at + chunk)
    const ids = (type: ItemKey['type']) => some.flatMap((key) => (key.type === type ? [key.id] : []))
    const [posts, pages] = [ids('post'), ids('page')]
    if (posts.length > 0) {
      const rows = await db
        .selectFrom('posts')
        .select(postColumns)
        .where('id', '=', anyId(...posts))
        .execute()
      for (const row of rows) yield { post: postFromRow(row) }
    }
    if (pages.length > 0) {
      const rows = await db
        .selectFrom('pages')
        .select(pageColumns)
        .where('id', '=', anyId(...pages))
        .execute()
      for (const row of rows) yield { page: pageFromRow(row) }
    }
  }
}
