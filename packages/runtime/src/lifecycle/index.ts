/** How a process starts, lives and ends. */
import type { Logger } from 'pino'
import { ConfigError, configExitCode } from '../config/index.ts'
import type { Part } from './part.ts'

export type { Part } from './part.ts'
export { type RepeatingOptions, repeating } from './repeating.ts'

/** A part that only has an end: a connection made before. */
export const closing = (name: string, close: () => Promise<void>): Part => ({ name, start: async () => undefined, stop: close })

/**
 * Parts as one. The list is the order of stopping, intake first and connections last; starting goes the other way. A
 * failed start stops what had started and throws; a failed stop is logged and the rest stops all the same.
 */
export function service(name: string, log: Logger, parts: readonly Part[]): Part {
  const started: Part[] = []
  const stop = async () => {
    for (const part of started.splice(0)) {
      try {
        await part.stop()
      } catch (error) {
        log.error({ error, part: part.name }, 'a part did not stop cleanly')
      }
    }
  }
  return {
    name,
    async start() {
      for (const part of parts.toReversed()) {
        started.unshift(part)
        try {
          await part.start()
        } catch (error) {
          await stop()
          throw error
        }
      }
    },
    stop,
  }
}

/** Milliseconds until a stop that hangs is cut off. Below the 30 s that Kubernetes grants. */
const stopLimitMs = 25_000

/**
 * Starts the part, waits for SIGTERM or SIGINT and stops it; the process then ends by itself with code 0. A start that
 * fails prints one clear sentence a fault and ends with 78 (settings) or 1. A second signal, or a stop that hangs for
 * 25 s, ends the process with 1.
 */
export async function runUntilSignal(part: Part, log: Logger): Promise<void> {
  process.on('unhandledRejection', (error) => {
    log.fatal({ error }, 'a promise was rejected and nobody listened')
    process.exit(1)
  })
  let stopping = false
  let running: Promise<void> = Promise.resolve()
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.fatal('the stop took too long')
      process.exit(1)
    }, stopLimitMs).unref()
    running = running.catch(() => undefined).then(() => part.stop())
    void running.then(() => log.info('stopped'))
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  try {
    running = part.start()
    await running
    if (!stopping) log.info('ready')
  } catch (error) {
    if (stopping) return
    reportFailedStart(error, log)
  }
}

/** One clear sentence a fault on standard error, then the end of the process. */
export function reportFailedStart(error: unknown, log: Logger): never {
  if (error instanceof ConfigError) {
    for (const fault of error.faults) process.stderr.write(`typecase: ${fault}\n`)
    process.exit(configExitCode)
  }
  log.debug({ error }, 'the start failed')
  process.stderr.write(`typecase: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
