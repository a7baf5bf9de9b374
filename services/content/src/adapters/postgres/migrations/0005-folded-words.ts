import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Marks the words of posts for folding (fold-words.ts), which may take longer than a start allows. */
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
  // A change of words alone does not raise the revision, and followers must not see it.
  'drop trigger posts_note_change on posts',
  `create trigger posts_note_change after insert or delete on posts for each row execute function note_change('post')`,
  `create trigger posts_note_update after update on posts for each row when (old.revision <> new.revision) execute function note_change('post')`,
]
