/** Starts the process of a sandbox. */
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { type SandboxOptions, sandboxFlags } from './rights.ts'
import { preload } from './sources.ts'

/** @throws Error for some failed starts; the process emits `error` or `close` for the others */
export function spawnProgram(options: SandboxOptions): ChildProcess {
  const { program, args = [], env = {} } = options
  const child = spawn(process.execPath, [...sandboxFlags(options), '--import', preload, program, ...args], {
    env,
    cwd: dirname(program),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  killAtExit(child)
  return child
}

const running = new Set<ChildProcess>()

/**
 * Kills the process when the service exits. A process in an endless loop would not notice that its pipe is
 * closed.
 */
function killAtExit(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', killRunning)
  running.add(child)
  const remove = () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killRunning)
  }
  child.once('exit', remove).once('error', remove)
}

function killRunning(): void {
  for (const child of running) child.kill('SIGKILL')
}
