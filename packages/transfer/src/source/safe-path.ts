/** Checks the file names of untrusted sources. */
import { TransferError } from '../errors.ts'

/** Maximum characters of a path, and of one of its names. */
const longestPath = 1000
const longestName = 255

/**
 * Returns a relative path with forward slashes that stays below its root on every system.
 * @throws TransferError UNSAFE_PATH
 */
export function safePath(path: string): string {
  const unsafe = (reason: string) => new TransferError('UNSAFE_PATH', `"${shown(path)}" ${reason}`)
  if (path === '' || path.length > longestPath) throw unsafe('is empty or longer than 1000 characters')
  if (path.includes('\0') || path.includes('\\')) throw unsafe('contains NUL or a backslash')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) throw unsafe('is an absolute path')
  for (const name of path.split('/')) {
    if (name === '..' || name === '.' || name === '') throw unsafe('contains an empty name, "." or ".."')
    if (name.length > longestName) throw unsafe('contains a name of more than 255 characters')
  }
  return path
}

/** Replaces control characters and truncates the text, for messages on a terminal. */
export const shown = (text: string): string =>
  Array.from(text.slice(0, 200), (character) =>
    (character.codePointAt(0) ?? 0) < 32 ? '?' : character,
  ).join('')
