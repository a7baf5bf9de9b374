import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@typecase/runtime/child-process'

/**
 * Deletes the lock file of a server that has ended. Waits up to 20 s for a server that is stopping, and for
 * sessions of the old server that still use its shared memory. Without this function, PostgreSQL considers a
 * lock valid while any process has the id in it, even a zombie or another program.
 * @throws Error when another server uses the folder
 */
export async function clearStaleLock(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid')
  try {
    await waitUntil('the previous server', async () => !isHeld(lock), 20_000)
  } catch {
    throw new Error(
      `The database in ${dataDir} is in use by process ${lockOf(lock)?.pid}; stop that process first`,
    )
  }
  rmSync(lock, { force: true })
}

interface Lock {
  readonly pid: number
  /** Id of the System V shared memory; the server adds it during its start. */
  readonly memory: number | undefined
}

function lockOf(lock: string): Lock | undefined {
  if (!existsSync(lock)) return undefined
  const lines = readFileSync(lock, 'utf8').split('\n')
  const memory = lines[6]?.trim().split(/\s+/)[1]
  return { pid: Number(lines[0]), memory: memory === undefined ? undefined : Number(memory) }
}

function isHeld(file: string): boolean {
  const lock = lockOf(file)
  if (!lock || !Number.isInteger(lock.pid)) return false
  return isLiveServer(lock.pid) || (lock.memory !== undefined && isAttached(lock.memory))
}

function isLiveServer(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  try {
    const [, name, state] = readFileSync(`/proc/${pid}/stat`, 'utf8').match(/^\d+ \((.*)\) (\S)/) ?? []
    return name === 'postgres' && state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}

/**
 * True if a process uses the shared memory segment. On Linux only; elsewhere PostgreSQL checks this itself.
 */
function isAttached(memory: number): boolean {
  if (process.platform !== 'linux' || !existsSync('/proc/sysvipc/shm')) return false
  return readFileSync('/proc/sysvipc/shm', 'utf8')
    .split('\n')
    .some((line) => {
      const columns = line.trim().split(/\s+/)
      return Number(columns[1]) === memory && Number(columns[6]) > 0
    })
}
