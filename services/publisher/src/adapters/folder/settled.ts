/** What was written lies in memory until it is synced. Only for the thread that writes files, so that nobody else waits for each step. */
import fs from 'node:fs'
import { inParallel } from '../../core/pages/in-parallel.ts'

/** More than the threads of libuv have no effect. */
const atOnce = 16

/**
 * Brings the contents of files, and the names that folders hold, to the disk: each list after the one before, what one list has at the
 * same time. What is not there any more is passed over.
 */
export async function settled(lists: readonly (readonly string[])[]): Promise<void> {
  for (const places of lists) await inParallel(places, atOnce, besideOthers)
}

/** To open and to close takes no wait. */
async function besideOthers(place: string): Promise<void> {
  const handle = opened(place)
  if (handle === undefined) return
  try {
    await new Promise<void>((resolve, reject) =>
      fs.fsync(handle, (error) => (error ? reject(error) : resolve())),
    )
  } finally {
    fs.closeSync(handle)
  }
}

/** The same for one place that everything waits for. */
export function settleNow(place: string): void {
  const handle = opened(place)
  if (handle === undefined) return
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function opened(place: string): number | undefined {
  try {
    return fs.openSync(place, 'r')
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Nothing is there, or one of the folders on the way is a file now. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)))

/** Of an error of the system: `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
