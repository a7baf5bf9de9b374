/** Delays automatic generations during an import (contract.md#holding-automatic-generations). */
import { type ApiClient, unwrap } from '@typecase/client'

/** Seconds until a hold expires. After a killed import, generations are delayed by at most this time. */
const holdSeconds = 120
/** Milliseconds between renewals. */
const renewMs = 30_000

/**
 * Runs `work`; one generation then updates the site. Ignores errors of renewing or ending the hold, because
 * they only change when that generation starts. @throws the errors of `work` or of the first hold
 */
export async function whileHeld<T>(client: ApiClient, work: () => Promise<T>): Promise<T> {
  const hold = () => unwrap(client.PUT('/api/static/hold', { body: { seconds: holdSeconds } }))
  await hold()
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    renewal = hold().catch(() => undefined)
  }, renewMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    // Waits for a running renewal, which would hold the site again after the DELETE.
    await renewal
    // Sent without the client's signal, which may be aborted because the import was cancelled.
    await client.DELETE('/api/static/hold', { signal: null }).catch(() => undefined)
  }
}
