import { pathRefused } from '../../errors.ts'

/** @throws OUTPUT_PATH_REFUSED for a path that is not below the output folder */
export function safePath(path: string): string {
  if (!isSafePath(path)) throw pathRefused(path)
  return path
}

export const overlap = (one: string, other: string): boolean =>
  one.startsWith(`${other}/`) || other.startsWith(`${one}/`)

const unsafe = /(^|\/)\.{0,2}(\/|$)|[\\\p{Cc}]/u

export function isSafePath(path: string): boolean {
  if (path.length > 2000 || unsafe.test(path)) return false
  return path.length <= 255 || path.split('/').every((part) => part.length <= 255)
}
