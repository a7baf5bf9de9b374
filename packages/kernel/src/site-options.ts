/**
 * Rules for the options of a generated site (contract.md#setting-values, contract.md#generation-options).
 * Each function returns the error, to append to the name of the option (`must …`); undefined if valid.
 */

/** Folder names that an output cannot have: the publisher uses them in the parent folder of all sites. */
const reserved: ReadonlySet<string> = new Set(['.generations'])
const longestPath = 200
/** Maximum bytes of a name in common file systems. */
const longestName = 255
const longestUrl = 2000

/** Requires a relative path of named folders. Does not check whether another site uses the path. */
export function outputDirError(path: string): string | undefined {
  const names = path.split('/')
  if (names.some((name) => reserved.has(name.toLowerCase())))
    return `must not use the name ${[...reserved].join(', ')}, which is reserved`
  if (path.length > longestPath || names.some((name) => new TextEncoder().encode(name).length > longestName))
    return 'is too long'
  const isNamed = (name: string) =>
    name !== '' && name.trim() === name && name !== '.' && name !== '..' && !/[\\\p{Cc}\p{Cs}]/u.test(name)
  return names.every(isNamed)
    ? undefined
    : 'must be a relative path of named folders, without ".", "..", backslashes or spaces around a name'
}

/** Absolute URL of the site, or empty. */
export const siteUrlError = (url: string): string | undefined =>
  url === '' || isAbsolute(url)
    ? undefined
    : 'must be an absolute http(s) URL without user, query and fragment, or empty'

/** Prefix of the site's addresses: an absolute URL, a path from `/`, or empty. */
export const baseUrlError = (url: string): string | undefined =>
  url === '' || isAbsolute(url) || (url.startsWith('/') && isPath(url))
    ? undefined
    : 'must be an absolute http(s) URL without user, query and fragment, a path from /, or empty'

/** The path of a base URL: empty, or `/some/base`. */
export const basePathOf = (baseUrl: string): string =>
  baseUrl.replace(/^https?:\/\/[^/]*/i, '').replace(/\/+$/, '')

function isAbsolute(url: string): boolean {
  const origin = /^https?:\/\/[^/?#@\\\s<>"'`]+(?=\/|$)/i.exec(url)?.[0]
  return (
    origin !== undefined && URL.canParse(url) && url.length <= longestUrl && isPath(url.slice(origin.length))
  )
}

/** True for a path that HTML and browsers leave unchanged, and do not read as another host (`//host`). */
const isPath = (path: string): boolean =>
  path.length <= longestUrl &&
  !/^\/\/|[\s\\<>"'`?#\p{Cc}\p{Cs}]/u.test(path) &&
  path
    .replace(/\/+$/, '')
    .split('/')
    .slice(1)
    .every((name) => name !== '' && name !== '.' && name !== '..')
