/** Starts programs at a low priority that they cannot raise, as in a container. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import process from 'node:process'

/** False on Windows, which has no `nice`, and for root outside Linux, who could raise the priority again. */
export const hasLowPriority =
  process.platform !== 'win32' && (process.getuid?.() !== 0 || process.platform === 'linux')

/**
 * Starts Node at niceness 15. If the caller is root, the program drops CAP_SYS_NICE but stays root, because
 * another user may be unable to read the checkout.
 */
export function spawnAtLowPriority(args: readonly string[], options: SpawnOptions): ChildProcess {
  const command = ['nice', '-n', '15', process.execPath, ...args]
  const withoutCapability = ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice', ...command]
  const [program = '', ...rest] = process.getuid?.() === 0 ? withoutCapability : command
  return spawn(program, rest, { env: { PATH: process.env.PATH }, ...options })
}
