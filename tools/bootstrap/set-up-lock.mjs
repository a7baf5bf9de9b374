// A lock, so that only one process at a time sets up this checkout.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, toolsDir } from './console.mjs'

/** Age in milliseconds after which a lock without a readable pid counts as abandoned. */
const graceMs = 5_000

/** Runs `work` while holding the lock of the folder; takes over the lock of a process that died. */
export async function withSetUpLock(work, folder = toolsDir) {
  const lock = join(folder, 'set-up.lock')
  for (let isReported = false; !acquire(folder, lock); isReported = true) {
    const owner = ownerOf(lock)
    if (owner === undefined ? isStale(lock) : !isRunning(owner)) {
      rmSync(lock, { recursive: true, force: true })
      continue
    }
    if (!isReported)
      process.stderr.write(
        `Waiting for another process that sets up this folder${owner ? ` (pid ${owner})` : ''} ...\n`,
      )
    await sleep(200)
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** `mkdir` is atomic: exactly one process creates the folder. */
function acquire(folder, lock) {
  try {
    mkdirSync(folder, { recursive: true })
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    fail(`Typecase cannot write to ${folder} (${error.code}); it installs its runtime there.`)
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
  return true
}

function ownerOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function isStale(lock) {
  try {
    return Date.now() - statSync(lock).mtimeMs > graceMs
  } catch {
    return true
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
