/** Applies the rules of core/search.ts to the search words that earlier versions stored. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import { sql } from 'kysely'
import type { ContentTables } from './schema.ts'

/** Letters besides ß that the earlier rule did not fold, and the folded form of each. */
const [unfolded, folded] = ['ıςᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'iσвдосттъѣꙋ']
const stale = sql.raw(`search::text ~ '[ß${unfolded}]'`)
const maxWordLength = sql.lit(50)
const firstMs = 5_000
const pauseMs = 1_000

export interface FoldWordsOptions {
  readonly postgres: Pick<Postgres<ContentTables>, 'db'>
  readonly log: Logger
  /** Posts per transaction. */
  readonly size?: number
}

/**
 * Folds the words of the next batch of posts, newest first. Returns false when no posts are left. Does not
 * change revision numbers, and locks rows only briefly.
 */
export const foldWords = ({ postgres, size = 200 }: Omit<FoldWordsOptions, 'log'>): Promise<boolean> =>
  transactionWithRetry(postgres, async (tx) => {
    // The table has one row while posts with an id lower than `below` are left.
    const progress = await sql<{ below: string }>`select below from words_to_fold for update`.execute(tx)
    const below = progress.rows[0]?.below
    if (below === undefined) return false
    const { rows } = await sql<{ id: string; stale: boolean }>`
      select id, ${stale} as stale from posts where id < ${below} order by id desc limit ${size}`.execute(tx)
    const ids = rows.filter((row) => row.stale).map(({ id }) => id)
    if (ids.length > 0)
      await sql`
        with locked as materialized (select id from posts where id = any(${ids}::uuid[]) order by id for update)
        update posts set search = array_to_tsvector(array(
          select distinct left(replace(translate(word, ${unfolded}, ${folded}), 'ß', 'ss'), ${maxWordLength})
          from unnest(tsvector_to_array(posts.search)) as word
        )) from locked where posts.id = locked.id`.execute(tx)
    const last = rows.at(-1)
    if (last) await sql`update words_to_fold set below = ${last.id}`.execute(tx)
    else await sql`delete from words_to_fold`.execute(tx)
    return last !== undefined
  })

/**
 * Folds for up to five seconds before the service starts, which is enough for most sites, then in the
 * background.
 */
export function foldWordsPart({ log, ...options }: FoldWordsOptions): Part {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  /** True when no posts are left; false after a batch or an error. */
  async function isDone(): Promise<boolean> {
    try {
      return !(await foldWords(options))
    } catch (error) {
      log.warn({ error }, 'cannot fold the words of posts; trying again')
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      return false
    }
  }

  async function run(untilMs: number): Promise<boolean> {
    while (!stopping.signal.aborted && performance.now() < untilMs) if (await isDone()) return true
    return false
  }

  return {
    name: 'words of posts',
    start: async () => {
      if (await run(performance.now() + firstMs)) return
      log.info('folding the words of posts for search')
      running = run(Number.POSITIVE_INFINITY).then((done) => {
        if (done) log.info('folded the words of posts for search')
      })
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
