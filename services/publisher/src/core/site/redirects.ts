/** Redirects: those that administrators write, and former addresses of posts and pages. */
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
  /** By entry name; the last address of an entry that is not on the site stays. */
  readonly current: ReadonlyMap<string, string>
  /** The entry that had the address before, by path. Never a path of `current`. */
  readonly former: ReadonlyMap<string, string>
}

export interface MovedEntry {
  /** `post:<id>` or `page:<id>`, see `entryName`. */
  readonly entry: string
  readonly from: string | undefined
  readonly to: string
}

/** Records every address that a post or page of the site ever had. */
export interface AddressStore {
  /** The same object while no address was recorded since. */
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

/** One key for `/a`, `/a/` and `/a/index.html`, decoded. */
export function redirectKey(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  const names = plain.split('/').filter((name) => name !== '')
  if (names.at(-1) === 'index.html') names.pop()
  return `/${names.map(decoded).join('/')}`
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
