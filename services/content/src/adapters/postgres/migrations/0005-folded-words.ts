import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Marks all posts, so that fold-words.ts folds their search words later. Folding is too slow for a migration.
 */
export const foldedWords: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table words_to_fold (
    one boolean primary key default true check (one),
    below uuid not null
  )`,
  `insert into words_to_fold (below) select 'ffffffff-ffff-ffff-ffff-ffffffffffff' where exists (select from posts)`,
  // A change of search words alone does not increment the revision, and the change feed must not report it.
  'drop trigger posts_note_change on posts',
  `create trigger posts_note_change after insert or delete on posts for each row execute function note_change('post')`,
  `create trigger posts_note_update after update on posts for each row when (old.revision <> new.revision) execute function note_change('post')`,
]
