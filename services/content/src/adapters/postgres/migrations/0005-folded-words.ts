import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notes that the words of posts are to be folded again (fold-words.ts): for many posts that takes longer than a start may. */
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
  // Whatever changes an item raises its revision; words alone are no change that anybody waits for.
  'drop trigger posts_note_change on posts',
  `create trigger posts_note_change after insert or delete on posts for each row execute function note_change('post')`,
  `create trigger posts_note_update after update on posts for each row when (old.revision <> new.revision) execute function note_change('post')`,
]
