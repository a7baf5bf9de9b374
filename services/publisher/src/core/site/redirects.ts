/** Redirects of administrators, and former addresses of posts and pages. */
export const redirectStatuses = [301, 302, 308, 410] as const
export type RedirectStatus = (typeof redirectStatuses)[number]

export interface RedirectRule {
  /** A path below the root of the site, without the base path. */
  readonly from: string
  /** A path as authors write links, or an http(s) address; null for 410. */
  readonly to: string | null
  readonly status: RedirectStatus
}

export interface Redirect extends RedirectRule {
  readonly id: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The addresses of posts and pages. Paths start at the root of the host and include the base path. */
export interface KnownAddresses {
  /** By entry name; includes the last address of entries that are not on the site. */
  readonly current: ReadonlyMap<string, string>
  /** The entry that had the address before, by path; no path of `current`. */
  readonly former: ReadonlyMap<string, string>
}

export interface MovedEntry {
  /** `post:<id>` or `page:<id>`, see `entryName`. */
  readonly entry: string
  readonly from: string | undefined
  readonly to: string
}

/** Every address that a post or page of the site ever had. */
export interface AddressStore {
  /** The same object until an address is recorded. */
  known(): Promise<KnownAddresses>
  /** Records the new addresses, and `publisher.address.moved` for each entry that had another one. */
  record(moves: readonly MovedEntry[]): Promise<void>
}

/** What a build needs to write the redirects of a site. */
export interface SiteRedirects {
  readonly rules: readonly RedirectRule[]
  readonly addresses: KnownAddresses
}

export const noRedirects: SiteRedirects = {
  rules: [],
  addresses: { current: new Map(), former: new Map() },
}

const longestPath = 2_000

/** The error of a redirect's or an alias's address, to follow its name; undefined if valid. */
export function addressError(path: string): string | undefined {
  if (!path.startsWith('/') || /^\/[/\\]/.test(path)) return 'must be a path that begins with one slash'
  if (path.length > longestPath) return `must have at most ${longestPath} characters`
  if (/[?#\s\\\p{Cc}]/u.test(path)) return 'must have no query, fragment, space or backslash'
  return path.split('/').some((name) => name === '.' || name === '..')
    ? 'must not contain . or ..'
    : undefined
}
