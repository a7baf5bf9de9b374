/** Restarts a child process after an unexpected end. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Child {
  readonly pid: number
  /** How it ended; never rejects. */
  readonly ended: Promise<string>
  kill(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

export interface Supervised {
  pid(): number
  /** Sends the signal; resolves when the process has ended, or at once for a signal that does not end it. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Stops the process orderly or by a signal, and starts the next one after `meanwhile`. */
  restart(meanwhile?: () => Promise<void>, signal?: NodeJS.Signals): Promise<void>
  /** Stops it without a restart. */
  stop(): Promise<void>
}

const firstPauseMs = 200
const longestPauseMs = 10_000

const survivable = new Set<NodeJS.Signals>(['SIGSTOP', 'SIGCONT', 'SIGUSR1', 'SIGUSR2', 'SIGHUP'])

/**
 * Starts a process, and restarts it after an unexpected end with a pause that doubles up to 10 s.
 * @throws the error of the first start
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
      const how = await child.ended
      if (stopping) return
      if (restarting !== undefined) {
        await restarting.catch(() => undefined)
        continue
      }
      print(`${how}; restarting in ${pauseMs} ms`)
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
      if (!survivable.has(signal)) await ended
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
      // The caller gets the error; the supervision continues.
      await restarting.finally(() => {
        restarting = undefined
      })
    },
    async stop() {
      stopping = true
      await child.stop()
      await watching
      // Stops a process that was starting when the stop began.
      await child.stop()
    },
  }
}
