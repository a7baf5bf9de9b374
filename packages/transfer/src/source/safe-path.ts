/** Names of files from outside. */
import { TransferError } from '../errors.ts'

/** The longest path, and the longest name of one folder or file, in characters. */
const longestPath = 1000
const longestName = 255

/**
 * The path itself, if it is relative, has forward slashes, and stays below its root on every system.
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

/** Without control characters, for messages on a terminal. */
export const shown = (text: string): string =>
  Array.from(text.slice(0, 200), (character) =>
    (character.codePointAt(0) ?? 0) < 32 ? '?' : character,
  ).join('')
