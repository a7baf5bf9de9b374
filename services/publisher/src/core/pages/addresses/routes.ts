export type Route =
  | { readonly kind: 'home' | 'blog' | 'sitemap'; readonly page: number }
  | { readonly kind: 'category' | 'tag' | 'author'; readonly slug: string; readonly page: number }
  /** Path in the clean style, if a permalink differs from `/post/{slug}/` or `/page/{slug}/`. */
  | { readonly kind: 'post' | 'page'; readonly slug: string; readonly path?: string }
  | { readonly kind: 'custom'; readonly path: readonly string[] }
  | { readonly kind: 'categories' | '404' }

export function fileOf(route: Route, cleanUrls: boolean): string {
  if (route.kind === '404') return '404.html'
  const path = cleanPath(route)
  if (cleanUrls || isSitemap(route)) return `${path.slice(1)}index.html`
  return traditionalPath(path, pageNumber(route)).slice(1)
}

export function pathOf(route: Route, cleanUrls: boolean): string {
  if (route.kind === '404') return '/404.html'
  const path = cleanPath(route)
  if (cleanUrls || path === '/') return path
  return isSitemap(route) ? '/sitemap/index.html' : traditionalPath(path, pageNumber(route))
}

const isSitemap = (route: Route): boolean => route.kind === 'sitemap' && route.page === 1

export function cleanPath(route: Route): string {
  switch (route.kind) {
    case 'home':
      return paged('/', route.page)
    case 'blog':
    case 'sitemap':
      return paged(`/${route.kind}/`, route.page)
    case 'category':
    case 'tag':
    case 'author':
      return paged(`/${route.kind}/${route.slug}/`, route.page)
    case 'post':
    case 'page':
      return route.path ?? `/${route.kind}/${route.slug}/`
    case 'custom':
      return `/${route.path.join('/')}/`
    case 'categories':
      return '/categories/'
    case '404':
      return '/404.html'
  }
}

const paged = (base: string, page: number): string => (page === 1 ? base : `${base}page/${page}/`)

const pageNumber = (route: Route): number => ('page' in route ? route.page : 1)

/** `page` distinguishes a page number from a numeric slug. */
function traditionalPath(clean: string, page: number): string {
  if (clean === '/') return '/index.html'
  if (page > 1) return clean.replace(/page\/(\d+)\/$/, 'page-$1.html')
  return `${clean.slice(0, -1)}.html`
}
