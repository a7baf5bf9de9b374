import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postgresChangeFeed } from '../src/adapters/postgres/changes.ts'
import { foldWords, foldWordsPart } from '../src/adapters/postgres/fold-words.ts'
import { migrateContent } from '../src/adapters/postgres/migrate.ts'
import type { ContentTables } from '../src/adapters/postgres/schema.ts'
import { postgresContentStore } from '../src/adapters/postgres/store.ts'
import { searchTerms, searchWords } from '../src/core/search.ts'
import { everything, nextId, samplePost } from './contracts/samples.ts'

/** The words of a text by the rule of the earlier version. */
const wordsByOldRule = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => [...word].slice(0, 50).join('')),
  ),
]

const { skip } = await testPostgres()
const log = createLogger('test', 'silent')

describe.skipIf(skip)(label('words that an earlier version stored', skip), () => {
  let schema: FreshSchema
  let postgres: ReturnType<typeof openPostgres<ContentTables>>
  beforeEach(async () => {
    schema = await freshSchema('content-words')
    postgres = openPostgres<ContentTables>({ ...schema, log })
    await migrateContent(postgres)
  })
  afterEach(async () => {
    await postgres.close()
    await schema.drop()
  })

  /** Inserts posts with these titles as an earlier version stores them. */
  async function stored(...titles: string[]): Promise<string[]> {
    const ids = titles.map(() => nextId())
    for (const [n, id] of ids.entries())
      await sql`insert into posts select ${id}::uuid, ${titles[n]}, ${id}, 'published', 'ada', now(), now(), 1, '{}', '', '',
        array_to_tsvector(${wordsByOldRule(titles[n] ?? '')}::text[]), '{}'`.execute(postgres.db)
    await sql`insert into words_to_fold (below) values ('ffffffff-ffff-ffff-ffff-ffffffffffff')`.execute(
      postgres.db,
    )
    return ids
  }
  const found = async (query: string) => {
    const { items } = await postgresContentStore(postgres).read.posts.list({
      ...everything,
      terms: searchTerms(query),
    })
    return items.map(({ id }) => id).toSorted()
  }

  test('are found by the current rule, for every letter', async () => {
    const changedWords: string[] = []
    for (let code = 0; code <= 0x10_ff_ff; code++) {
      const word = `x${String.fromCodePoint(code)}y`
      if (
        /^\p{L}+$/u.test(word) &&
        searchWords([word]).length === 1 &&
        searchWords([word])[0] !== wordsByOldRule(word)[0]
      )
        changedWords.push(word)
    }
    const text = changedWords.join(' ')
    const long = 'ß'.repeat(60)
    const [street, alphabet] = await stored('Gärtner über Straße', `${text} ${long} masse maße`, 'Nothing')
    await foldWordsPart({ postgres, log }).start()
    expect(await found('strasse')).toEqual([street])
    expect(changedWords).toContain('xßy')
    for (const word of searchWords([text, long, 'maße']))
      expect([word, await found(word)]).toEqual([word, [alphabet]])
    const { rows } = await sql<{
      words: string[]
    }>`select tsvector_to_array(search) as words from posts where id = ${alphabet}`.execute(postgres.db)
    expect(rows[0]?.words.toSorted()).toEqual(searchWords([text, long, 'masse']).toSorted())
  })

  test('are updated in batches, newest first, from the stored position and during writes', async () => {
    const ids = await stored('aß', 'bß', 'cß', 'dß', 'eß')
    expect(await foldWords({ postgres, size: 2 })).toBe(true)
    expect(await Promise.all(['ass', 'css', 'dss', 'ess'].map(found))).toEqual([[], [], [ids[3]], [ids[4]]])
    const fresh = samplePost({ title: 'fß', content: '' })
    await postgresContentStore(postgres).write((tx) => tx.posts.insert(fresh))
    const more = [foldWords({ postgres, size: 2 }), foldWords({ postgres, size: 2 })]
    expect(await Promise.all(more)).toEqual([true, true])
    expect(await foldWords({ postgres, size: 2 })).toBe(false)
    expect(await Promise.all(['ass', 'bss', 'css', 'dss', 'ess', 'fss'].map(found))).toEqual(
      [...ids, fresh.id].map((id) => [id]),
    )
    expect(await foldWords({ postgres })).toBe(false)
  })

  test('are updated without changing their posts', async () => {
    await stored('Straße')
    const feed = postgresChangeFeed(postgres.db)
    let cursor: string | undefined
    for await (const part of feed.since(undefined)) cursor = part.cursor
    // Read from the table, because the feed repeats changes while another transaction is open.
    const changes = async () => (await sql`select * from changes`.execute(postgres.db)).rows
    const before = await changes()
    expect(before).toHaveLength(1)
    while (await foldWords({ postgres })) await sleep(0)
    expect(await changes()).toEqual(before)
    await sql`update posts set revision = 2`.execute(postgres.db)
    for await (const { changes } of feed.since(cursor)) expect(changes).toMatchObject([{ revision: 2 }])
  })
})
