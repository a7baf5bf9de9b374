import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { idempotencyInProgress, idempotencyMismatch } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { type Claim, claimLifeMs } from '../../core/ports.ts'
import { tryLockUntilEnd } from './locks.ts'
import type { ContentTables } from './schema.ts'

/**
 * Locks the idempotency key of the claim until this transaction ends, and returns the stored response. If
 * that is undefined, the caller must do the work.
 * @throws IDEMPOTENCY_IN_PROGRESS or IDEMPOTENCY_MISMATCH
 */
export async function storedAnswer(
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

/** Stores the response and deletes several expired ones, so that the table stays small. */
export async function storeAnswer(
  tx: Transaction<ContentTables>,
  claim: Claim,
  answer: JsonObject,
): Promise<void> {
  const row = { fingerprint: claim.fingerprint, answer: JSON.stringify(answer), created_at: claim.at }
  await tx
    .insertInto('idempotency_keys')
    .values({ id: idOf(claim), ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  await sql`
    delete from idempotency_keys where id in (
      select id from idempotency_keys where created_at <= ${deadLine(claim)} order by created_at limit 50 for update skip locked
    )`.execute(tx)
}

/** A digest of fixed size, because clients choose the length of keys. */
const idOf = ({ owner, route, key }: Claim): string =>
  createHash('sha256')
    .update(JSON.stringify([owner, route, key]))
    .digest('hex')

const deadLine = ({ at }: Claim): Date => new Date(at.getTime() - claimLifeMs)
