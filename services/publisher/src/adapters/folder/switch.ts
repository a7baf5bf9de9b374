/** Switches an output in one synchronous step of the writing thread. */
import fs from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { codeOf, settleNow } from './settled.ts'

export interface Switch {
  readonly output: string
  readonly shelf: string
  readonly token: number
  readonly folder: string
  readonly made?: string
}

/** Holds the token that switched last. */
export const tokenFile = 'last-token'

/** False, and nothing changed, if a greater token has switched the output. */
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

/** Refuses smaller tokens from now on. Not synced: no publisher survives a power cut. */
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

export function lastIn(file: string): number {
  try {
    return Number(fs.readFileSync(file, 'utf8')) || 0
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

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
  // A real folder can't be replaced in one step, so it is renamed and removed afterwards.
  const aside = `${folder}.replaced`
  fs.renameSync(output, aside)
  fs.renameSync(fresh, output)
  fs.rmSync(aside, { recursive: true, force: true })
}
