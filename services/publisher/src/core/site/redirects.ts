/** Redirects of administrators, and former addresses of posts and pages. */
export const redirectStatuses = [301, 302, 308, 410] as const
export type RedirectStatus = (typeof redirectStatuses)[number]

export interface RedirectRule {
  /** A path below the root of the site, without the base path. */
  readonly from: string
  /** A link as authors write it, or an http(s) address; null for 410. */
  readonly to: string | null
  readonly status: RedirectStatus
}

export interface Redirect extends RedirectRule {
  readonly id: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Addresses of posts and pages: paths from the root of the host, including the base path. */
export interface KnownAddresses {
  /** By entry name; includes the last address of unpublished entries. */
  readonly current: ReadonlyMap<string, string>
  /** Entry that formerly had the address, by path; excludes paths of `current`. */
  readonly former: ReadonlyMap<string, string>
}

export interface MovedEntry {
  /** `post <id>` or `page <id>`, as `entryName` returns it. */
  readonly entry: string
  readonly from: string | undefined
  readonly to: string
}

/** Every address that a post or page of the site ever had. */
export interface AddressStore {
  /** Returns the same object until an address is recorded. */
  known(): Promise<KnownAddresses>
  /**
   * Records new addresses, and the event `publisher.address.moved` for entries that had an earlier address.
   */
  record(moves: readonly MovedEntry[]): Promise<void>
}

/** Redirects and addresses for one build. */
export interface SiteRedirects {
  readonly rules: readonly RedirectRule[]
  readonly addresses: KnownAddresses
}

export const noRedirects: SiteRedirects = {
  rules: [],
  addresses: { current: new Map(), former: new Map() },
}

const longestPath = 2_000

/** The error of an address, worded to follow the name of the field; undefined if valid. */
export function addressError(path: string): string | undefined {
  if (!path.startsWith('/') || /^\/[/\\]/.test(path)) return 'must be a path that begins with one slash'
  if (path.length > longestPath) return `must have at most ${longestPath} characters`
  if (/[?#\s\\\p{Cc}]/u.test(path)) return 'must have no query, fragment, space or backslash'
  return path.split('/').some((name) => name === '.' || name === '..')
    ? 'must not contain . or ..'
    : undefined
}
