import { pathRefused } from '../errors.ts'

/** @throws OUTPUT_PATH_REFUSED for a path that is not plainly below the output folder. Every write of a store passes here. */
export function safePath(path: string): string {
  const parts = path.split('/')
  const plain = (part: string) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part) && part.length <= 255
  if (path.length > 2000 || !parts.every(plain)) throw pathRefused(path)
  return path
}
