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

/** A supervised process and the state of its supervision. */
interface Supervision {
  readonly name: string
  readonly launch: () => Promise<Child>
  readonly print: (line: string) => void
  child: Child
  stopping: boolean
  restarting: Promise<void> | undefined
}

/**
 * Starts a process. Whenever it exits unexpectedly, starts it again after a pause that doubles up to 10 s.
 * @throws the error of the first start; later failed starts are printed and retried
 */
export async function supervise(
  name: string,
  launch: () => Promise<Child>,
  print: (line: string) => void,
): Promise<Supervised> {
  const child = await launch()
  const supervision: Supervision = { name, launch, print, child, stopping: false, restarting: undefined }
  const watching = watch(supervision)
  return {
    pid: () => supervision.child.pid,
    async kill(signal) {
      const { ended } = supervision.child
      supervision.child.kill(signal)
      if (!nonFatalSignals.has(signal)) await ended
    },
    async restart(meanwhile = async () => undefined, signal) {
      supervision.restarting = restart(supervision, meanwhile, signal)
      // `restart` rejects with the error of `meanwhile`, but supervision continues.
      await supervision.restarting.finally(() => {
        supervision.restarting = undefined
      })
    },
    async stop() {
      supervision.stopping = true
      await supervision.child.stop()
      await watching
      // If a start was in progress when `stop` was called, `child` is now a new process.
      await supervision.child.stop()
    },
  }
}

async function watch(supervision: Supervision): Promise<void> {
  const { print } = supervision
  let pauseMs = firstPauseMs
  while (!supervision.stopping) {
    const since = performance.now()
    const reason = await supervision.child.ended
    if (supervision.stopping) return
    if (supervision.restarting !== undefined) {
      await supervision.restarting.catch(() => undefined)
      continue
    }
    print(`${reason}; restarting in ${pauseMs} ms`)
    await sleep(pauseMs)
    if (supervision.stopping) return
    pauseMs =
      performance.now() - since > longestPauseMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    await relaunch(supervision)
  }
}

/** Launches the process, and again after a failure, until it runs or is stopped. */
async function relaunch(supervision: Supervision): Promise<void> {
  const { name, launch, print } = supervision
  for (let pauseMs = firstPauseMs; !supervision.stopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      supervision.child = await launch()
      return
    } catch (error) {
      print(`${name} does not start: ${error instanceof Error ? error.message : String(error)}`)
      await sleep(pauseMs)
    }
  }
}

async function restart(
  supervision: Supervision,
  meanwhile: () => Promise<void>,
  signal: NodeJS.Signals | undefined,
): Promise<void> {
  const { child } = supervision
  try {
    if (signal) child.kill(signal)
    await (signal ? child.ended : child.stop())
    await meanwhile()
  } finally {
    await relaunch(supervision)
  }
}
