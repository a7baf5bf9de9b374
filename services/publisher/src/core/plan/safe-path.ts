import { pathRefused } from '../errors.ts'

/** @throws OUTPUT_PATH_REFUSED for a path that is not plainly below the output folder. Every write of a store passes here. */
export function safePath(path: string): string {
  if (!isSafePath(path)) throw pathRefused(path)
  return path
}

export function isSafePath(path: string): boolean {
  const plain = (part: string) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part) && part.length <= 255
  return path.length <= 2000 && path.split('/').every(plain)
}
