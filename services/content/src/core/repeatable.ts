import type { Clock, UserActor } from '@typecase/kernel'
import type { JsonObject } from './json.ts'
import type { ContentStore, ContentWriter } from './ports.ts'

/** The client's key, the route, and the digest of the body (contract.md#idempotency-keys). */
export interface IdempotencyKey {
  readonly key: string
  readonly route: string
  readonly fingerprint: string
}

export interface Answered {
  readonly answer: JsonObject
  /** True if `answer` is the stored response to an earlier request. */
  readonly replayed: boolean
}

/** Runs the work once per key, or on every call without a key. */
export async function repeatable(
  { store, clock }: { readonly store: ContentStore; readonly clock: Clock },
  actor: UserActor,
  key: IdempotencyKey | undefined,
  work: (tx: ContentWriter) => Promise<JsonObject>,
): Promise<Answered> {
  if (!key) return { answer: await store.write(work), replayed: false }
  return store.writeOnce({ owner: actor.id, ...key, at: clock() }, work)
}
