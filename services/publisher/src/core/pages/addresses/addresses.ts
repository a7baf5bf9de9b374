import { cleanPath, pathOf, type Route } from './routes.ts'

export interface Addresses {
  readonly cleanUrls: boolean
  readonly basePath: string
  readonly absoluteBase: string
}

export const urlOf = (addresses: Addresses, route: Route): string =>
  addresses.basePath + pathOf(route, addresses.cleanUrls)

export const absoluteUrlOf = (addresses: Addresses, route: Route): string =>
  addresses.absoluteBase + pathOf(route, addresses.cleanUrls)

/**
 * If the base URL has no scheme and host, absolute URLs use the public URL of the site
 * (contract.md#generation-options).
 */
export function addressesOf(baseUrl: string, cleanUrls: boolean, publicSiteUrl: string): Addresses {
  const base = baseUrl.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  const absolute = /^(https?:\/\/[^/]+)(\/.*)?$/i.exec(base)
  if (absolute) return { cleanUrls, basePath: absolute[2] ?? '', absoluteBase: base }
  return { cleanUrls, basePath: base, absoluteBase: publicSiteUrl.replace(/\/+$/, '') + base }
}

/** Resolves a link as written by an author to an address of the generated site. */
export type ResolveUrl = (url: string) => string

/**
 * Returns a function that resolves URLs of both styles, clean and `.html`. If two pages have the same
 * address, the first wins. `files` are the paths of files that are not pages.
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
  // The home page has `/`, even if a page is named `index`.
  for (const route of all) add(key(pathOf(route, false)), route)
  // Authors may write the default address of a post or page, whatever the permalinks are.
  for (const route of all)
    if ('path' in route && 'slug' in route) add(key(`/${route.kind}/${route.slug}/`), route)
  const exact = addresses.cleanUrls ? new Map<string, Route>() : ownAddresses(all, known)
  const { basePath, absoluteBase } = addresses
  const routeOf = (path: string) =>
    path === notFoundPage ? undefined : (exact.get(path) ?? known.get(key(path)))
  const isWithin = (path: string) => path === basePath || path.startsWith(`${basePath}/`)
  const filesBesides = new Set(basePath === '' ? [] : files)
  const origin = absoluteBase.slice(0, absoluteBase.length - basePath.length).toLowerCase()

  /** Changes only URLs that certainly belong to this site, because other sites may share the host. */
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

const ownKinds: ReadonlySet<Route['kind']> = new Set(['post', 'category', 'tag', 'author'] as const)

const parts = (url: string) => (/^([^?#]*)(.*)$/s.exec(url) ?? []).slice(1)

const isOfOrigin = (url: string, origin: string): boolean =>
  url.slice(0, origin.length).toLowerCase() === origin &&
  /^(?:$|[/?#])/.test(url.slice(origin.length, origin.length + 1))

/** Pages whose normalized path belongs to another page, such as `/a/index.html` next to `/a.html`. */
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

export const absolutely =
  (addresses: Addresses, resolve: ResolveUrl): ResolveUrl =>
  (url) => {
    const resolved = resolve(url)
    return isSitePath(resolved)
      ? addresses.absoluteBase + resolved.slice(addresses.basePath.length)
      : resolved
  }

const notFoundPage = '/404.html'

export const isSitePath = (url: string): boolean => /^\/(?![/\\])/.test(url)

const key = (path: string): string => path.replace(/(\/index)?\.html$/, '').replace(/\/+$/, '') || '/'

/** The `url` helper of templates. */
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
  const page = /^(|\/blog|\/sitemap|\/(?:category|tag|author)\/[^/]+)\/page\/(\d+)\/$/.exec(clean)
  return page ? `${page[1]}/page-${page[2]}.html` : `${clean.slice(0, -1)}.html`
}
