import { recordEvents } from '@typecase/messaging/outbox'
import { type Postgres, transactionWithRetry } from '@typecase/runtime/postgres'
import type { Transaction } from 'kysely'
import type { ContentFact } from '../../core/events.ts'
import type { ContentStore, ContentWriter } from '../../core/ports.ts'
import { storeAnswer, storedAnswer } from './claims.ts'
import { countChanges } from './facets.ts'
import { commitOrder } from './locks.ts'
import { postgresPageReader, postgresPageWriter } from './pages.ts'
import { postChanges } from './post-changes.ts'
import { postgresPostReader } from './post-lists.ts'
import { postgresPostWriter } from './posts.ts'
import type { ContentTables } from './schema.ts'
import { lockSettings, readSettings, saveSettings } from './settings.ts'
import { itemsByKey, snapshot } from './snapshot.ts'
import { postgresTransferReader } from './transfer.ts'

/** Stores content in Postgres; events go to the outbox of the same schema. */
export function postgresContentStore(postgres: Postgres<ContentTables>): ContentStore {
  const { db } = postgres
  const highestPosition = postgres.prepare<{ highest: number | null }>(
    'select max(position) as highest from outbox',
  )
  return {
    read: {
      posts: postgresPostReader(postgres),
      pages: postgresPageReader(db),
      transfer: postgresTransferReader(db),
      settings: () => readSettings(db),
    },

    write: (work) => transactionWithRetry(postgres, (tx) => withWriter(tx, work)),

    changePost: postChanges(postgres),

    writeOnce: (claim, work) =>
      transactionWithRetry(postgres, async (tx) => {
        const known = await storedAnswer(tx, claim)
        if (known) return { answer: known, replayed: true }
        const answer = await withWriter(tx, async (writer) => {
          const fresh = await work(writer)
          await storeAnswer(tx, claim, fresh)
          return fresh
        })
        return { answer, replayed: false }
      }),

    snapshot: () => snapshot(db),
    items: (keys) => itemsByKey(db, keys),

    position: async () => (await highestPosition([]))[0]?.highest ?? 0,
  }
}

/**
 * Writes events and counts at the end, under a lock that only one transaction at a time can hold. So outbox
 * positions rise in the order of commits, and rows of counts are locked only briefly.
 */
async function withWriter<T>(
  tx: Transaction<ContentTables>,
  work: (writer: ContentWriter) => Promise<T>,
): Promise<T> {
  const facts: ContentFact[] = []
  const counts = countChanges()
  const result = await work({
    posts: postgresPostWriter(tx, counts),
    pages: postgresPageWriter(tx),
    lockSettings: () => lockSettings(tx),
    saveSettings: (settings) => saveSettings(tx, settings),
    record: async (fact) => {
      facts.push(fact)
    },
  })
  if (facts.length === 0 && counts.isEmpty()) return result
  await counts.write(tx, commitOrder)
  await recordEvents(tx, facts)
  return result
}
