/** Files of a release that several publishers write. Only for the thread that writes files. */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './settled.ts'
import { lastIn, tokenFile } from './switch.ts'

/** A release that another publisher stages. */
export interface SharedRelease {
  readonly shelf: string
  /** Refused when a greater one has switched the output. */
  readonly token: number
  /** A path beside the release, for files that replace others. */
  readonly draft: string
}

/** A release that is not staged any more must not come back. */
export function isTooLate(shared: SharedRelease | undefined): boolean {
  return shared !== undefined && lastIn(join(shared.shelf, tokenFile)) > shared.token
}

/**
 * A file that is whole already is left alone, so that a slow publisher never replaces what the coordinator has made
 * durable. Another may be half-written by a process that died.
 */
export function wholeFile(file: string, content: string | Uint8Array, draft: string): void {
  try {
    writeFileSync(file, content, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    if (readFileSync(file).equals(bytes)) return
    rmSync(draft, { force: true })
    writeFileSync(draft, content, { flag: 'wx' })
    renameSync(draft, file)
  }
}

/** Undefined where there is no file. */
export function sizeOf(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : undefined
}
