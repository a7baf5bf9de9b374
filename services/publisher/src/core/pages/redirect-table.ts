/** Computes every redirect of a site. Pure. */
import { redirectKey } from '@typecase/kernel'
import { entryName } from '../site/content-model.ts'
import { addressError, type RedirectStatus, type SiteRedirects } from '../site/redirects.ts'
import { compare, type Site } from '../site/site.ts'
import { type Addresses, type ResolveUrl, urlOf } from './addresses/addresses.ts'
import { type Permalinks, routeOfEntry } from './addresses/permalinks.ts'

export interface SiteRedirect {
  /** A path from the root of the host. */
  readonly from: string
  /** A path from the root of the host, or an http(s) address; null for 410. */
  readonly to: string | null
  readonly status: RedirectStatus
}

export interface RedirectSources {
  readonly site: Pick<Site, 'posts' | 'pages'>
  readonly addresses: Addresses
  readonly resolve: ResolveUrl
  readonly redirects: SiteRedirects
  /** The address of each post and page, by entry name. */
  readonly entryAddresses: ReadonlyMap<string, string>
  /** Keys of all addresses with a page or file. Not called for a site without redirects. */
  readonly live: () => ReadonlySet<string>
}

/** Maximum number of redirects to follow in a chain. */
const hopsAtMost = 50

export function addressesOfEntries(
  { posts, pages, settings }: Pick<Site, 'posts' | 'pages'> & { readonly settings: Permalinks },
  addresses: Addresses,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const post of posts)
    found.set(entryName({ type: 'post', id: post.id }), urlOf(addresses, routeOfEntry(post, settings)))
  for (const page of pages)
    found.set(entryName({ type: 'page', id: page.id }), urlOf(addresses, routeOfEntry(page, settings)))
  return found
}

/**
 * Returns the redirects sorted by `from`. At one address, a live page takes precedence, then a rule, an alias
 * and a former address. Chains are collapsed; redirects in a cycle are omitted.
 */
export function redirectTable(sources: RedirectSources): readonly SiteRedirect[] {
  const wanted = [...ruled(sources), ...aliased(sources), ...moved(sources)]
  if (wanted.length === 0) return []
  const live = sources.live()
  const targets = new Map<string, SiteRedirect>()
  for (const redirect of wanted) {
    const key = redirectKey(redirect.from)
    if (!live.has(key) && !targets.has(key)) targets.set(key, redirect)
  }
  return [...targets.values()]
    .flatMap((redirect) => collapsed(redirect, targets) ?? [])
    .sort((a, b) => compare(a.from, b.from))
}

function ruled({ redirects, addresses: { basePath }, resolve }: RedirectSources): readonly SiteRedirect[] {
  return redirects.rules.map(({ from, to, status }) => ({
    from: basePath + from,
    to: to?.startsWith('/') ? resolve(to) : to,
    status,
  }))
}

function* aliased({ site, addresses, entryAddresses }: RedirectSources): Generator<SiteRedirect> {
  for (const [entry, alias] of aliasesOfSite(site)) {
    const to = entryAddresses.get(entry)
    if (to) yield { from: addresses.basePath + alias, to, status: 301 }
  }
}

/** Pairs of entry name and alias. */
function* aliasesOfSite({
  posts,
  pages,
}: Pick<Site, 'posts' | 'pages'>): Generator<readonly [string, string]> {
  for (const entries of [posts, pages])
    for (const entry of entries.filter(({ meta }) => meta.aliases !== undefined))
      for (const alias of aliasesOf(entry.meta)) yield [nameOf(entry), alias]
}

/** Valid former addresses in the metadata field `aliases`, which imports and authors set. */
function aliasesOf({ aliases }: Readonly<Record<string, unknown>>): readonly string[] {
  if (!Array.isArray(aliases)) return []
  return aliases.filter(
    (alias): alias is string => typeof alias === 'string' && addressError(alias) === undefined,
  )
}

const nameOf = (entry: { readonly id: string }): string =>
  entryName({ type: 'path' in entry ? 'page' : 'post', id: entry.id })

function* moved({ redirects: { addresses }, entryAddresses }: RedirectSources): Generator<SiteRedirect> {
  for (const [from, entry] of addresses.former) {
    const to = entryAddresses.get(entry)
    if (to) yield { from, to, status: 301 }
  }
  for (const { entry, from } of movedEntries(addresses.current, entryAddresses)) {
    const to = entryAddresses.get(entry)
    if (from !== undefined && to) yield { from, to, status: 301 }
  }
}

/** Entries whose address differs from the recorded one. */
export function movedEntries(
  recorded: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): { readonly entry: string; readonly from: string | undefined; readonly to: string }[] {
  const found = []
  for (const [entry, to] of now) {
    const from = recorded.get(entry)
    if (from !== to) found.push({ entry, from, to })
  }
  return found
}

function collapsed(
  first: SiteRedirect,
  targets: ReadonlyMap<string, SiteRedirect>,
): SiteRedirect | undefined {
  const seen = new Set([redirectKey(first.from)])
  let { to } = first
  for (let hops = 0; to?.startsWith('/') && hops < hopsAtMost; hops += 1) {
    const key = redirectKey(to)
    const next = targets.get(key)
    if (!next) return { ...first, to }
    if (seen.has(key)) return undefined
    seen.add(key)
    if (next.to === null) return { ...first, to: null, status: 410 }
    to = next.to
  }
  return { ...first, to }
}
