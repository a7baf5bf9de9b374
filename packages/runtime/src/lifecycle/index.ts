/** Start and stop of a process. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigError, configExitCode } from '../config/index.ts'
import type { Part } from './part.ts'

export type { Part } from './part.ts'
export { type RepeatingOptions, repeating } from './repeating.ts'

/** A part that only stops, such as an existing connection. */
export const closing = (name: string, close: () => Promise<void>): Part => ({
  ...{ name, start: async () => undefined, stop: close },
  onlyEnds: true,
})

/** A part that only starts. */
export const beginning = (name: string, begin: () => void): Part => ({
  name,
  start: async () => begin(),
  stop: async () => undefined,
})

/**
 * Delays the stop of all parts after it by `ms` milliseconds. As the first part, it lets the process serve
 * until load balancers have stopped sending requests.
 */
export const lingering = (ms: number): Part => ({
  name: 'lingering',
  start: async () => undefined,
  stop: () => sleep(ms),
})

/** Migrates the schema at start; the `migrate` command of a service runs only this part. */
export const migrating = (migrate: () => Promise<void>): Part => ({
  name: migrations,
  start: migrate,
  stop: async () => undefined,
})
const migrations = 'migrations'

export interface Service extends Part {
  /** Migrates the schema without starting anything, for a job that runs before an upgrade. */
  migrate(): Promise<void>
}

/**
 * Combines parts. They start in reverse order. A stop calls `leave` of every part, then stops the parts in
 * order, so list servers first and connections last. A failed start stops the started parts and throws; a
 * failed stop is logged.
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
        log.error({ error, part: part.name }, 'stopping a part failed; the other parts still stop')
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

/** Milliseconds until a stop that hangs is aborted. Less than the 30 s after which Kubernetes kills a pod. */
const stopLimitMs = 25_000
/** Milliseconds between progress lines during a slow stop. */
const progressMs = 1_000
/** A second signal within this many milliseconds counts as a copy of the first. */
const echoMs = 300

/**
 * Starts the part, waits for SIGTERM, SIGINT or SIGHUP, stops the part and exits with 0. Exits with 78 if
 * settings are invalid; with 1 if the start fails otherwise, at a second signal, or if the stop takes 25 s.
 */
export async function runUntilSignal(
  part: Part,
  log: Logger,
  print: (line: string) => void = () => undefined,
): Promise<void> {
  process.on('unhandledRejection', (error) => {
    log.fatal({ error }, 'unhandled promise rejection')
    process.exit(1)
  })
  // Writing to a closed terminal must not abort an orderly stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  let running: Promise<void> = Promise.resolve()
  let stopping = 0
  const stop = (signal: string) => {
    if (stopping) {
      // The terminal sends a signal to every process, and a launcher then forwards its own copy.
      if (performance.now() - stopping < echoMs) return
      print('Stopped immediately: the next start repairs incomplete work.')
      process.exit(1)
    }
    stopping = performance.now()
    log.info({ signal }, 'stopping')
    const progress = setInterval(() => {
      const seconds = Math.round((performance.now() - stopping) / 1000)
      print(`Stopping: waiting for running work … ${seconds} s (Ctrl-C again stops immediately)`)
    }, progressMs).unref()
    setTimeout(() => {
      log.fatal('the stop timed out')
      process.exit(1)
    }, stopLimitMs).unref()
    running = running.catch(() => undefined).then(() => part.stop())
    void running.then(() => {
      clearInterval(progress)
      log.info('stopped')
      print('Stopped.')
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
 * Runs a service process until a signal; with the argument `migrate` it migrates the schema and exits.
 * @throws ConfigError for other arguments, or the error of the migration
 */
export async function runService(
  part: Service,
  log: Logger,
  [command, ...rest]: readonly string[],
): Promise<void> {
  if (command === undefined) return runUntilSignal(part, log)
  if (command !== 'migrate' || rest.length > 0)
    throw new ConfigError([
      `Unknown arguments "${[command, ...rest].join(' ')}": the only command is "migrate"`,
    ])
  await part.migrate()
  log.info('the schema is up to date')
}

/** Prints one sentence per error to standard error and exits. */
export function reportFailedStart(error: unknown, log: Logger): never {
  if (error instanceof ConfigError) {
    for (const problem of error.errors) process.stderr.write(`typecase: ${problem}\n`)
    process.exit(configExitCode)
  }
  log.debug({ error }, 'the start failed')
  process.stderr.write(`typecase: ${messagesOf(error).join(': ')}\n`)
  process.exit(1)
}

/** The messages of an error and its causes, without repetitions. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const rest = error.cause === undefined ? [] : messagesOf(error.cause)
  return error.message && !rest.includes(error.message) ? [error.message, ...rest] : rest
}
