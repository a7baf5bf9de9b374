/** Restarts a child process that exits unexpectedly. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Child {
  readonly pid: number
  /** Resolves with the exit reason; never rejects. */
  readonly ended: Promise<string>
  kill(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

export interface Supervised {
  pid(): number
  /** Sends the signal. Resolves when the process has ended; immediately for a non-fatal signal. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Stops the process gracefully or with a signal, waits for `meanwhile`, and starts a new process. */
  restart(meanwhile?: () => Promise<void>, signal?: NodeJS.Signals): Promise<void>
  /** Stops the process without a restart. */
  stop(): Promise<void>
}

const firstPauseMs = 200
const longestPauseMs = 10_000

const nonFatalSignals = new Set<NodeJS.Signals>(['SIGSTOP', 'SIGCONT', 'SIGUSR1', 'SIGUSR2', 'SIGHUP'])

/**
 * Starts a process. Whenever it exits unexpectedly, starts it again after a pause that doubles up to 10 s.
 * @throws the error of the first start; later failed starts are printed and retried
 */
export async function supervise(
  name: string,
  launch: () => Promise<Child>,
  print: (line: string) => void,
): Promise<Supervised> {
  let child = await launch()
  let stopping = false
  let restarting: Promise<void> | undefined
  const relaunch = async () => {
    for (let pauseMs = firstPauseMs; !stopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        child = await launch()
        return
      } catch (error) {
        print(`${name} does not start: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(pauseMs)
      }
    }
  }
  const watch = async () => {
    let pauseMs = firstPauseMs
    while (!stopping) {
      const since = performance.now()
      const reason = await child.ended
      if (stopping) return
      if (restarting !== undefined) {
        await restarting.catch(() => undefined)
        continue
      }
      print(`${reason}; restarting in ${pauseMs} ms`)
      await sleep(pauseMs)
      if (stopping) return
      pauseMs =
        performance.now() - since > longestPauseMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      await relaunch()
    }
  }
  const watching = watch()
  return {
    pid: () => child.pid,
    async kill(signal) {
      const { ended } = child
      child.kill(signal)
      if (!nonFatalSignals.has(signal)) await ended
    },
    async restart(meanwhile = async () => undefined, signal) {
      const { ended } = child
      const next = async () => {
        try {
          if (signal) child.kill(signal)
          await (signal ? ended : child.stop())
          await meanwhile()
        } finally {
          await relaunch()
        }
      }
      restarting = next()
      // `restart` rejects with the error of `meanwhile`, but supervision continues.
      await restarting.finally(() => {
        restarting = undefined
      })
    },
    async stop() {
      stopping = true
      await child.stop()
      await watching
      // If a start was in progress when `stop` was called, `child` is now a new process.
      await child.stop()
    },
  }
}
