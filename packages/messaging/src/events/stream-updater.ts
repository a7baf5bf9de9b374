import type { Logger } from '@typecase/runtime/log'
import { type JetStreamManager, NatsError, type StreamConfig, type StreamInfo } from 'nats'

/** Updates the settings of a stream and returns the settings that it then has. */
export type StreamUpdater = (
  jsm: JetStreamManager,
  found: StreamInfo,
  changes: Partial<StreamConfig>,
) => Promise<StreamInfo>

/** Milliseconds until a refused update is retried. */
const retryAfterMs = 30_000

/** Returns the stream unchanged if the server refuses the update: permission denied, or too few servers. */
export function streamUpdater(log: Logger): StreamUpdater {
  let nextTry = Number.NEGATIVE_INFINITY
  return async (jsm, found, changes) => {
    if (performance.now() < nextTry) return found
    const { name } = found.config
    try {
      return await jsm.streams.update(name, { ...found.config, ...changes })
    } catch (error) {
      const isRefused =
        error instanceof NatsError && (error.api_error !== undefined || error.isPermissionError())
      if (!isRefused) throw error
      nextTry = performance.now() + retryAfterMs
      const level = error.isPermissionError() ? 'debug' : 'warn'
      log[level](
        { error, stream: name, changes },
        'NATS refused to update the settings of a stream; the stream is used with its current settings',
      )
      return found
    }
  }
}
