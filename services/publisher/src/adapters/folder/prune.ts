import { lstatSync, opendirSync, rmdirSync, unlinkSync } from 'node:fs'
import { ifPresent } from './error-code.ts'

/**
 * Removes up to `most` entries, without following links; true when nothing is left.
 * @throws ENOTEMPTY if another process writes into the directory meanwhile
 */
export function prune({ path, most }: { readonly path: string; readonly most: number }): boolean {
  const found = ifPresent(() => lstatSync(path))
  return !found || removeTree(path, found.isDirectory(), { left: most })
}

function removeTree(path: string, isDirectory: boolean, budget: { left: number }): boolean {
  if (isDirectory && !emptyDirectory(path, budget)) return false
  if (budget.left === 0) return false
  budget.left -= 1
  ifPresent(() => (isDirectory ? rmdirSync(path) : unlinkSync(path)))
  return true
}

function emptyDirectory(path: string, budget: { left: number }): boolean {
  const directory = ifPresent(() => opendirSync(path))
  try {
    for (let entry = directory?.readSync(); entry; entry = directory?.readSync())
      if (!removeTree(`${path}/${entry.name}`, entry.isDirectory(), budget)) return false
    return true
  } finally {
    directory?.closeSync()
  }
}
