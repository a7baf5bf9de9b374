import { type Dirent, lstatSync, opendirSync, rmdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isAbsent } from './settled.ts'

/**
 * Removes up to `most` entries; true when nothing is left. Links are not followed. @throws ENOTEMPTY where
 * another process still writes
 */
export function swept(path: string, most: number): boolean {
  let left = most
  function isGone(path: string, isFolder: boolean): boolean {
    if (isFolder && !isEmptied(path)) return false
    if (left === 0) return false
    left -= 1
    passingOver(() => (isFolder ? rmdirSync(path) : unlinkSync(path)))
    return true
  }
  function isEmptied(folder: string): boolean {
    const open = passingOver(() => opendirSync(folder))
    try {
      for (let entry = open?.readSync(); entry; entry = open?.readSync()) {
        if (!isGone(join(folder, entry.name), (entry satisfies Dirent).isDirectory())) return false
      }
      return true
    } finally {
      open?.closeSync()
    }
  }
  const there = passingOver(() => lstatSync(path))
  return !there || isGone(path, there.isDirectory())
}

function passingOver<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
