/** How a process starts, lives and ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigError, configExitCode } from '../config/index.ts'
import type { Part } from './part.ts'

export type { Part } from './part.ts'
export { type RepeatingOptions, repeating } from './repeating.ts'

/** A part that only has an end: a connection made before. */
export const closing = (name: string, close: () => Promise<void>): Part => ({
  ...{ name, start: async () => undefined, stop: close },
  onlyEnds: true,
})

/** A part that only has a beginning. */
export const beginning = (name: string, begin: () => void): Part => ({
  name,
  start: async () => begin(),
  stop: async () => undefined,
})

/**
 * The part that, as the first of a list, lets a process serve for that many milliseconds after it was asked to stop: until
 * those who hand it requests have heard that it is leaving.
 */
export const lingering = (ms: number): Part => ({
  name: 'lingering',
  start: async () => undefined,
  stop: () => sleep(ms),
})

/** The part that brings the schema up: what it starts is all that `migrate` of a service does. */
export const migrating = (migrate: () => Promise<void>): Part => ({
  name: migrations,
  start: migrate,
  stop: async () => undefined,
})
const migrations = 'migrations'

export interface Service extends Part {
  /** Brings the schema up and ends, with nothing else started: for a job that runs before a new version does. */
  migrate(): Promise<void>
}

/**
 * Parts as one. The list is the order of stopping, intake first and connections last, after all were told that they leave;
 * starting goes the other way. A failed start stops what had started and throws; a failed stop is logged and the rest stops
 * all the same.
 */
export function service(name: string, log: Logger, parts: readonly Part[]): Service {
  const started: Part[] = []
  const leave = () => {
    for (const part of started) part.leave?.()
  }
  const stop = async () => {
    leave()
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
    leave,
    stop,
    async migrate() {
      started.push(...parts.filter(({ onlyEnds }) => onlyEnds))
      try {
        for (const part of parts.filter((each) => each.name === migrations)) await part.start()
      } finally {
        await stop()
      }
    },
  }
}

/** Milliseconds until a stop that hangs is cut off. Below the 30 s that Kubernetes grants. */
const stopLimitMs = 25_000
/** Milliseconds between words about a stop that takes time. */
const progressMs = 1_000
/** Milliseconds within which a second signal is taken for the first one, come by another way. */
const echoMs = 300

/**
 * Starts the part, waits for SIGTERM, SIGINT or SIGHUP and stops it; the process then ends by itself with code 0. A start that
 * fails prints one clear sentence a fault and ends with 78 (settings) or 1. A second signal, or a stop that hangs for
 * 25 s, ends the process with 1. `say` is told of the stop: at once when it begins to take time, and of its end.
 */
export async function runUntilSignal(
  part: Part,
  log: Logger,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  process.on('unhandledRejection', (error) => {
    log.fatal({ error }, 'a promise was rejected and nobody listened')
    process.exit(1)
  })
  // A terminal that was closed takes no more words; that must not end what stops in good order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  let running: Promise<void> = Promise.resolve()
  let stopping = 0
  const stop = (signal: string) => {
    if (stopping) {
      // A launcher passes on the signal that the terminal has sent to every process already.
      if (performance.now() - stopping < echoMs) return
      say('Stopped at once: the next start repairs what was left open.')
      process.exit(1)
    }
    stopping = performance.now()
    log.info({ signal }, 'stopping')
    const progress = setInterval(() => {
      const seconds = Math.round((performance.now() - stopping) / 1000)
      say(`Stopping: what runs is finished … ${seconds} s (Ctrl-C again ends it at once)`)
    }, progressMs).unref()
    setTimeout(() => {
      log.fatal('the stop took too long')
      process.exit(1)
    }, stopLimitMs).unref()
    running = running.catch(() => undefined).then(() => part.stop())
    void running.then(() => {
      clearInterval(progress)
      log.info('stopped')
      say('Stopped.')
    })
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal))
  try {
    running = part.start()
    await running
    if (!stopping) log.info('ready')
  } catch (error) {
    if (stopping) return
    reportFailedStart(error, log)
  }
}

/**
 * The life of a service's process. Without arguments it serves until a signal; with `migrate` it brings the schema up,
 * prints so and ends. @throws ConfigError for other arguments; what a migration throws
 */
export async function runService(
  part: Service,
  log: Logger,
  [command, ...rest]: readonly string[],
): Promise<void> {
  if (command === undefined) return runUntilSignal(part, log)
  if (command !== 'migrate' || rest.length > 0)
    throw new ConfigError([`Unknown arguments "${[command, ...rest].join(' ')}": there is only "migrate"`])
  await part.migrate()
  log.info('the schema is up to date')
}

/** One clear sentence a fault on standard error, then the end of the process. */
export function reportFailedStart(error: unknown, log: Logger): never {
  if (error instanceof ConfigError) {
    for (const fault of error.faults) process.stderr.write(`typecase: ${fault}\n`)
    process.exit(configExitCode)
  }
  log.debug({ error }, 'the start failed')
  process.stderr.write(`typecase: ${messagesOf(error).join(': ')}\n`)
  process.exit(1)
}

/** What it says and what its causes say, each once. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const rest = error.cause === undefined ? [] : messagesOf(error.cause)
  return error.message && !rest.includes(error.message) ? [error.message, ...rest] : rest
}
