/**
 * What the options of a generated site may be (contract.md#setting-values, contract.md#generation-options): one rule for the settings and for a generation that somebody asks
 * for, so that no setting is accepted that no generation can use. Each function answers what is wrong, after the name of the
 * option; undefined where nothing is.
 */

/** Names below the root of all sites that are no output: the generations themselves lie there. */
const reserved: ReadonlySet<string> = new Set(['.generations'])
const longestPath = 200
/** Bytes that file systems grant to one name. */
const longestName = 255
const longestUrl = 2000

/** A relative path of named folders; whether it is free is the store's to say. */
export function outputDirFault(path: string): string | undefined {
  const names = path.split('/')
  if (names.some((name) => reserved.has(name.toLowerCase())))
    return `must not use the name ${[...reserved].join(', ')}, which is reserved`
  if (path.length > longestPath || names.some((name) => new TextEncoder().encode(name).length > longestName))
    return 'is too long'
  const isNamed = (name: string) =>
    name !== '' && name.trim() === name && name !== '.' && name !== '..' && !/[\\\p{Cc}\p{Cs}]/u.test(name)
  return names.every(isNamed)
    ? undefined
    : 'must be a relative path of named folders, without ".", "..", backslashes and blanks around a name'
}

/** The address of the site: absolute or empty. */
export const siteUrlFault = (url: string): string | undefined =>
  url === '' || isAbsolute(url)
    ? undefined
    : 'must be an absolute http(s) URL without user, query and fragment, or empty'

/** What the addresses of the site begin with: absolute, a path from `/`, or empty. */
export const baseUrlFault = (url: string): string | undefined =>
  url === '' || isAbsolute(url) || (url.startsWith('/') && isPath(url))
    ? undefined
    : 'must be an absolute http(s) URL without user, query and fragment, a path from /, or empty'

/** The path that a base URL adds before every address of the site: empty, or `/some/base`. */
export const basePathOf = (baseUrl: string): string =>
  baseUrl.replace(/^https?:\/\/[^/]*/i, '').replace(/\/+$/, '')

function isAbsolute(url: string): boolean {
  const origin = /^https?:\/\/[^/?#@\\\s<>"'`]+(?=\/|$)/i.exec(url)?.[0]
  return (
    origin !== undefined && URL.canParse(url) && url.length <= longestUrl && isPath(url.slice(origin.length))
  )
}

/** A path that stands unchanged in markup and in a link of a browser, and is no other host. */
const isPath = (path: string): boolean =>
  path.length <= longestUrl &&
  !/^\/\/|[\s\\<>"'`?#\p{Cc}\p{Cs}]/u.test(path) &&
  path
    .replace(/\/+$/, '')
    .split('/')
    .slice(1)
    .every((name) => name !== '' && name !== '.' && name !== '..')
