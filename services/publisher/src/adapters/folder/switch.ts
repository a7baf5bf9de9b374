/**
 * The switch of an output to another generation, in one go: where each step is waited for on its own, a change waits longer for
 * that than for its pages. Only for the thread that writes files.
 */
import fs from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { codeOf, settleNow } from './settled.ts'

export interface Switch {
  /** The link that visitors follow. */
  readonly output: string
  readonly shelf: string
  readonly token: number
  /** The generation to show, and the folder that it was made in, where it is new. */
  readonly folder: string
  readonly made?: string
}

/** Holds the token that switched last. */
const tokenFile = 'last-token'

/** False when a greater token has switched the output: then nothing was changed. */
export function switched({ output, shelf, token, folder, made }: Switch): boolean {
  if (!claimed(shelf, token)) return false
  if (made !== undefined) {
    fs.renameSync(made, folder)
    settleNow(shelf)
  }
  point(output, folder)
  settleNow(dirname(output))
  return true
}

/** From here on only that token or a greater one switches the output. Not forced to the disk: no process survives a power cut. */
function claimed(shelf: string, token: number): boolean {
  const file = join(shelf, tokenFile)
  const last = lastIn(file)
  if (last < token) {
    const fresh = `${file}-${token}`
    fs.writeFileSync(fresh, String(token))
    fs.renameSync(fresh, file)
  }
  return last <= token
}

function lastIn(file: string): number {
  try {
    return Number(fs.readFileSync(file, 'utf8')) || 0
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

/** Makes the output a link to that folder, in one step where it is a link already or nothing. */
function point(output: string, folder: string): void {
  fs.mkdirSync(dirname(output), { recursive: true })
  const fresh = `${folder}.link`
  fs.rmSync(fresh, { force: true })
  fs.symlinkSync(relative(dirname(output), folder), fresh)
  const there = fs.lstatSync(output, { throwIfNoEntry: false })
  if (!there || there.isSymbolicLink()) {
    fs.renameSync(fresh, output)
    return
  }
  // A folder or file that someone put there can't be replaced in one step; it steps aside and is removed afterwards.
  const aside = `${folder}.replaced`
  fs.renameSync(output, aside)
  fs.renameSync(fresh, output)
  fs.rmSync(aside, { recursive: true, force: true })
}
