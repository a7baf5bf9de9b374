/** Starts programs that run at low priority and may not raise it, as in a container. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import process from 'node:process'

/** Whether this platform can start such a program: root keeps the right outside Linux, Windows has no `nice`. */
export const hasLowPriority =
  process.platform !== 'win32' && (process.getuid?.() !== 0 || process.platform === 'linux')

/**
 * Starts Node with the arguments at niceness 15. Root drops CAP_SYS_NICE instead of becoming another user, who could
 * not read a checkout below a private folder.
 */
export function spawnAtLowPriority(args: readonly string[], options: SpawnOptions): ChildProcess {
  const command = ['nice', '-n', '15', process.execPath, ...args]
  const withoutRight = ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice', ...command]
  const [program = '', ...rest] = process.getuid?.() === 0 ? withoutRight : command
  return spawn(program, rest, { env: { PATH: process.env.PATH }, ...options })
}
