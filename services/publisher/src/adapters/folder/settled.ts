/** fsync for the writing thread. */
import fs from 'node:fs'
import { inParallel } from '../../core/pages/in-parallel.ts'

/** libuv has no more threads. */
const atOnce = 16

/** Lists are synced in order, the entries of a list in parallel. Missing paths are ignored. */
export async function settled(lists: readonly (readonly string[])[]): Promise<void> {
  for (const places of lists) await inParallel(places, atOnce, besideOthers)
}

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

export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)))

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
