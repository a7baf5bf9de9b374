/** Removes large folders a portion at a time. Only for the thread that writes files. */
import { type Dirent, lstatSync, opendirSync, rmdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isAbsent } from './settled.ts'

/**
 * Removes a file, or a folder with all in it, until so many are removed; true when nothing of it is left. What somebody else
 * removed meanwhile is passed over, links are not followed.
 * @throws an error of the system, `ENOTEMPTY` where somebody still writes into a folder
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

/** Undefined where that is not there any more. */
function passingOver<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
