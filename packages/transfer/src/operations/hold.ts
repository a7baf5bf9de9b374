/** Holds automatic generations while an import runs (contract.md#holding-automatic-generations). */
import { type ApiClient, unwrap } from '@typecase/client'

/** An import that is killed delays the site by this at most. */
const holdSeconds = 120
/** Milliseconds between renewals. */
const renewMs = 30_000

/**
 * Runs `work`; the site follows in one generation at its end. A hold that could not be renewed or ended only
 * changes when the site follows, so these errors are ignored. @throws what `work` throws, or the error of the
 * first hold
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
    // A renewal that arrives after the end would hold the site again.
    await renewal
    // Also when the signal of the client has ended the import.
    await client.DELETE('/api/static/hold', { signal: null }).catch(() => undefined)
  }
}
