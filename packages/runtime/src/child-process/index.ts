/**
 * Servers as child processes. A Ctrl-C does not reach them. The parent stops them; if it dies, they stop too.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { minimalEnvironment } from './environment.ts'

export { minimalEnvironment } from './environment.ts'
export { freePort, reservePort } from './free-port.ts'

export interface ServerCommand {
  /** Shown in messages, e.g. `nats-server`. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Default: without the settings and secrets of this process. */
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** User and group of the server; requires root. */
  readonly uid?: number
  readonly gid?: number
  /** Called for each line of both output streams. */
  readonly onLine: (line: string) => void
  /** The signal that stops the server. */
  readonly stopSignal?: NodeJS.Signals
}

export interface ServerProcess {
  readonly pid: number
  /** Resolves when the process has ended; never rejects. */
  readonly ended: Promise<string>
  running(): boolean
  /** Sends a signal; for tests. */
  kill(signal: NodeJS.Signals): void
  /** Stops the server, and kills it after `limitMs`. Resolves when it has ended. */
  stop(limitMs?: number): Promise<void>
}

/**
 * Starts a server in its own session, so that a Ctrl-C reaches only the parent, which then stops its servers
 * in order. The server also stops when the parent dies.
 * @throws Error when the command cannot be run
 */
export async function startServerProcess(command: ServerCommand): Promise<ServerProcess> {
  const { name, args, env, cwd, uid, gid, onLine, stopSignal = 'SIGTERM' } = command
  const child = spawn(command.command, args, {
    env: env ?? minimalEnvironment(),
    cwd,
    uid,
    gid,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new Error(`${name} could not be run: ${error.message}`)))
  })
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine)
  const pid = child.pid as number
  const guard = guardAgainstOrphan(pid, stopSignal)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      guard?.kill()
      resolve(signal ? `${name} was ended by ${signal}` : `${name} ended with code ${code}`)
    })
  })
  const running = () => child.exitCode === null && child.signalCode === null
  return {
    pid,
    ended,
    running,
    kill: (signal) => void child.kill(signal),
    async stop(limitMs = 15_000) {
      if (!running()) return
      child.kill(stopSignal)
      const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
      await ended
      clearTimeout(timer)
    },
  }
}

/**
 * Starts a shell that signals the server when this process dies. The shell notices because its input ends.
 * Windows has no such shell: there, the user must end orphaned servers.
 */
function guardAgainstOrphan(pid: number, signal: NodeJS.Signals): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined
  const script = `read -r _; kill -${signal.slice(3)} ${pid}`
  const env = minimalEnvironment()
  const guard = spawn('sh', ['-c', script], { env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.on('error', () => undefined)
  guard.unref()
  const input = guard.stdin as (typeof guard.stdin & { unref?(): void }) | null
  input?.on('error', () => undefined)
  input?.unref?.()
  return guard
}

/**
 * Repeats `attempt` until it returns true.
 * @throws an error naming `what` after `limitMs`, or immediately when `stillThere` returns false
 */
export async function waitUntil(
  what: string,
  attempt: () => Promise<boolean>,
  limitMs = 20_000,
  stillThere = () => true,
): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await attempt())) {
    if (!stillThere()) throw new Error(`${what}: the process ended`)
    if (Date.now() > deadline) throw new Error(`${what}: timed out after ${Math.round(limitMs / 1000)} s`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Stores the last lines of output, for the error message of a failed start. */
export function lastLines(count = 12): { add(line: string): void; text(): string } {
  const lines: string[] = []
  return {
    add(line) {
      lines.push(line)
      if (lines.length > count) lines.shift()
    },
    text: () => lines.join('\n'),
  }
}
