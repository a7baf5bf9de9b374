// One set-up of this checkout at a time: two that write the same files at once would break each other.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, toolsDir } from './console.mjs'

/** Milliseconds after which a lock without a readable owner counts as left behind. */
const graceMs = 5_000

/** Runs `work` while no other process does so for this checkout; the lock of a process that died is taken over. */
export async function alone(work, folder = toolsDir) {
  const lock = join(folder, 'set-up.lock')
  for (let isTold = false; !take(folder, lock); isTold = true) {
    const owner = ownerOf(lock)
    if (owner === undefined ? isStale(lock) : !isRunning(owner)) {
      rmSync(lock, { recursive: true, force: true })
      continue
    }
    if (!isTold)
      process.stderr.write(
        `Waiting for another set-up of this folder to end${owner ? ` (process ${owner})` : ''} ...\n`,
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

/** A folder is made by one process alone. */
function take(folder, lock) {
  try {
    mkdirSync(folder, { recursive: true })
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    fail(`${folder} cannot be written to (${error.code}); Typecase keeps there what it needs to run.`)
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
