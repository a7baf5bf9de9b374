import { recordEvent } from '@typecase/messaging/outbox'
import { jsonb } from '@typecase/runtime/postgres'
import type { Selectable, Transaction } from 'kysely'
import type { Generation } from '../../core/releases/generation.ts'
import type { GenerationEnd } from '../../core/releases/generation-ledger.ts'
import type { GenerationRow, PublisherTables } from './schema.ts'

const keptOnRecord = 200

export async function recordEnd(
  tx: Transaction<PublisherTables>,
  id: string,
  end: GenerationEnd,
): Promise<void> {
  const { trigger } = await tx
    .updateTable('generations')
    .set({
      state: end.state,
      finished_at: end.finishedAt,
      pages_done: end.pagesDone,
      pages_total: end.pagesTotal,
      pages_written: end.pagesWritten,
      errors: jsonb([...(end.errors ?? [])]),
    })
    .where('id', '=', id)
    .returning('trigger')
    .executeTakeFirstOrThrow()
  const entity = `generation:${id}`
  if (end.fact.type === 'publisher.site.generated')
    await recordEvent(tx, { ...end.fact, entity, revision: 1 })
  else await recordEvent(tx, { ...end.fact, entity, revision: 1 })
  const ended = tx
    .selectFrom('generations')
    .where('trigger', '=', trigger)
    .where('finished_at', 'is not', null)
  const oldestKept = ended
    .select('finished_at')
    .orderBy('finished_at', 'desc')
    .offset(keptOnRecord - 1)
    .limit(1)
  await tx
    .deleteFrom('generations')
    .where('trigger', '=', trigger)
    .where('finished_at', '<', oldestKept)
    .execute()
}

export const fromRow = (row: Selectable<GenerationRow>): Generation => ({
  id: row.id,
  state: row.state,
  trigger: row.trigger,
  options:
    row.output_dir === null || row.base_url === null || row.clean_urls === null
      ? null
      : { outputDir: row.output_dir, baseUrl: row.base_url, cleanUrls: row.clean_urls },
  pagesDone: row.pages_done,
  pagesTotal: row.pages_total,
  pagesWritten: row.pages_written,
  attempts: row.attempts,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  errors: row.errors,
})
