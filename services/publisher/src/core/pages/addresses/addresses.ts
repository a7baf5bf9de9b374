/** Addresses for one generation: the style, the base path and the absolute form of every URL. */
import { cleanPath, pathOf, type Route } from './routes.ts'

export interface Addresses {
  readonly cleanUrls: boolean
  /** Empty, or `/some/base`. */
  readonly basePath: string
  /** Scheme, host and base path, no trailing slash: what absolute addresses begin with. */
  readonly absoluteBase: string
}

export const urlOf = (addresses: Addresses, route: Route): string =>
  addresses.basePath + pathOf(route, addresses.cleanUrls)

export const absoluteUrlOf = (addresses: Addresses, route: Route): string =>
  addresses.absoluteBase + pathOf(route, addresses.cleanUrls)

/**
 * Addresses from a base URL: absolute, a path from `/`, or empty (contract.md#generation-options). Without scheme and host the public address of
 * the site stands in.
 */
export function addressesOf(baseUrl: string, cleanUrls: boolean, publicSiteUrl: string): Addresses {
  const base = baseUrl.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  const absolute = /^(https?:\/\/[^/]+)(\/.*)?$/i.exec(base)
  if (absolute) return { cleanUrls, basePath: absolute[2] ?? '', absoluteBase: base }
  return { cleanUrls, basePath: base, absoluteBase: publicSiteUrl.replace(/\/+$/, '') + base }
}

/** Turns what an author wrote (menu, Markdown) into a working address: pages in the generated style, all with the base path. */
export type ResolveUrl = (url: string) => string

/**
 * Knows every page of the site under both styles, so that an author may write either. Where two have one address, the first has it:
 * what the system makes by itself goes before pages. `files` are paths that the site has besides, as `/images/a.png`.
 */
export function resolver(
  addresses: Addresses,
  routes: Iterable<Route>,
  files: Iterable<string> = [],
): ResolveUrl {
  const all = [...routes]
  const known = new Map<string, Route>()
  const add = (name: string, route: Route) => {
    if (!known.has(name)) known.set(name, route)
  }
  for (const route of all) add(key(cleanPath(route)), route)
  // The home page is `/` though a page is named `index`, whose file in the other style would have that address.
  for (const route of all) add(key(pathOf(route, false)), route)
  const exact = addresses.cleanUrls ? new Map<string, Route>() : ownAddresses(all, known)
  const { basePath, absoluteBase } = addresses
  const routeOf = (path: string) =>
    path === notFoundPage ? undefined : (exact.get(path) ?? known.get(key(path)))
  const isWithin = (path: string) => path === basePath || path.startsWith(`${basePath}/`)
  const filesBesides = new Set(basePath === '' ? [] : files)
  const origin = absoluteBase.slice(0, absoluteBase.length - basePath.length).toLowerCase()

  /** Beside the site may be others on the same host: what may well be theirs stays, and what only this one can have written leads into it. */
  function absoluteOf(url: string): string {
    const [path = '', rest = ''] = parts(url.slice(origin.length))
    if (isWithin(path)) {
      const within = routeOf(path.slice(basePath.length))
      return within ? absoluteUrlOf(addresses, within) + rest : url
    }
    const route = routeOf(path)
    if (route && ownKinds.has(route.kind)) return absoluteUrlOf(addresses, route) + rest
    return filesBesides.has(path) ? absoluteBase + path + rest : url
  }

  return (url) => {
    if (!isSitePath(url)) return isOfOrigin(url, origin) ? absoluteOf(url) : url
    const [path = '', rest = ''] = parts(url)
    const route = routeOf(path)
    if (route) return urlOf(addresses, route) + rest
    if (basePath && isWithin(path)) {
      const within = routeOf(path.slice(basePath.length))
      return within ? urlOf(addresses, within) + rest : url
    }
    return basePath + url
  }
}

/** Every site has a blog, and many have the page `about`. */
const ownKinds: ReadonlySet<Route['kind']> = new Set(['post', 'category', 'tag'] as const)

const parts = (url: string) => (/^([^?#]*)(.*)$/s.exec(url) ?? []).slice(1)

/** Scheme and host are the same in capitals; `origin` has none. */
const isOfOrigin = (url: string, origin: string): boolean =>
  url.slice(0, origin.length).toLowerCase() === origin &&
  /^(?:$|[/?#])/.test(url.slice(origin.length, origin.length + 1))

/** Files such as `/a/index.html` beside `/a.html`, which another page would have if either style were meant. */
function ownAddresses(
  routes: readonly Route[],
  known: ReadonlyMap<string, Route>,
): ReadonlyMap<string, Route> {
  const own = new Map<string, Route>()
  for (const route of routes) {
    const path = pathOf(route, false)
    if (known.get(key(path)) !== route) own.set(path, route)
  }
  return own
}

/** The same for addresses that must have scheme and host, as in feeds. */
export const absolutely =
  (addresses: Addresses, resolve: ResolveUrl): ResolveUrl =>
  (url) => {
    const resolved = resolve(url)
    return isSitePath(resolved)
      ? addresses.absoluteBase + resolved.slice(addresses.basePath.length)
      : resolved
  }

/** Never another page, though one may be named `404`. */
const notFoundPage = '/404.html'

/** A path from the root of the site; `//host` is none. */
export const isSitePath = (url: string): boolean => /^\/(?![/\\])/.test(url)

/** One key for `/a`, `/a/`, `/a/index.html`, `/a.html`. */
const key = (path: string): string => path.replace(/(\/index)?\.html$/, '').replace(/\/+$/, '') || '/'

/** The `url` helper of templates: a path written in the clean form, in the style of this site. */
export function styledUrl(addresses: Pick<Addresses, 'basePath' | 'cleanUrls'>, url: string): string {
  if (!isSitePath(url)) return url
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  return addresses.basePath + styledPath(path, addresses.cleanUrls) + rest
}

function styledPath(path: string, cleanUrls: boolean): string {
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (path === '/' || last.includes('.')) return path
  const clean = path.endsWith('/') ? path : `${path}/`
  if (cleanUrls) return clean
  if (clean === '/sitemap/') return '/sitemap/index.html'
  const page = /^(|\/blog|\/sitemap|\/category\/[^/]+|\/tag\/[^/]+)\/page\/(\d+)\/$/.exec(clean)
  return page ? `${page[1]}/page-${page[2]}.html` : `${clean.slice(0, -1)}.html`
}
