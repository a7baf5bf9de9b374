import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { idempotencyInProgress, idempotencyMismatch } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { type Claim, claimLifeMs } from '../../core/ports.ts'
import { tryLockUntilEnd } from './locks.ts'
import type { ContentTables } from './schema.ts'

/**
 * The answer that is kept under the claim, or undefined when the work is to be done; then no other can begin it before
 * this transaction ends. @throws IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_MISMATCH
 */
export async function answerOf(
  tx: Transaction<ContentTables>,
  claim: Claim,
): Promise<JsonObject | undefined> {
  const id = idOf(claim)
  if (!(await tryLockUntilEnd(tx, `claim.${id}`))) throw idempotencyInProgress()
  const known = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('id', '=', id)
    .where('created_at', '>', deadLine(claim))
    .executeTakeFirst()
  if (known && known.fingerprint !== claim.fingerprint) throw idempotencyMismatch()
  return known?.answer
}

/** Keeps the answer, and drops some that are too old: each new one clears more than it adds, so the table stays small. */
export async function keepAnswer(
  tx: Transaction<ContentTables>,
  claim: Claim,
  answer: JsonObject,
): Promise<void> {
  const kept = { fingerprint: claim.fingerprint, answer: JSON.stringify(answer), created_at: claim.at }
  await tx
    .insertInto('idempotency_keys')
    .values({ id: idOf(claim), ...kept })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(kept))
    .execute()
  await sql`
    delete from idempotency_keys where id in (
      select id from idempotency_keys where created_at <= ${deadLine(claim)} order by created_at limit 50 for update skip locked
    )`.execute(tx)
}

/** Of fixed size, whatever key the client chose. */
const idOf = ({ owner, route, key }: Claim): string =>
  createHash('sha256')
    .update(JSON.stringify([owner, route, key]))
    .digest('hex')

const deadLine = ({ at }: Claim): Date => new Date(at.getTime() - claimLifeMs)
