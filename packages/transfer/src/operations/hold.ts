/** Holds automatic generations while an import runs (contract.md#holding-automatic-generations). */
import { type ApiClient, unwrap } from '@typecase/client'

/** An import that is killed delays the site by this at most. */
const holdSeconds = 120
/** Milliseconds between renewals. */
const renewMs = 30_000

/** Runs `work`; the site follows in one generation at its end. @throws what `work` throws, or the error of a renewal */
export async function whileHeld<T>(client: ApiClient, work: () => Promise<T>): Promise<T> {
  const hold = () => unwrap(client.PUT('/api/static/hold', { body: { seconds: holdSeconds } }))
  await hold()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  const timer = setInterval(() => void hold().catch(failed.reject), renewMs)
  try {
    return await Promise.race([work(), failed.promise])
  } finally {
    clearInterval(timer)
    // Also when the signal of the client has ended the import.
    await unwrap(client.DELETE('/api/static/hold', { signal: null }))
  }
}
