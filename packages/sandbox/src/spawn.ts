/** Starts the process of a sandbox. */
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { type SandboxOptions, sandboxFlags } from './rights.ts'
import { preload } from './sources.ts'

/** @throws Error for some failures to start; others are events of the process */
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

/** A computing process does not notice that its pipe is closed, so an endless loop would never end. */
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
