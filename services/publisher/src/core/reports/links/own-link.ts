export interface LinkSite {
  /** Empty, or `/some/base`. */
  readonly basePath: string
  /** Scheme, host and base path without a trailing slash. */
  readonly absoluteBase: string
}

/**
 * The target of an internal link, as a path from the root of the host with its fragment; undefined for
 * external links. `page` is the file that contains the link.
 */
export function ownLink(
  link: string,
  page: string,
  { basePath, absoluteBase }: LinkSite,
): string | undefined {
  const first = link.charAt(0)
  if (first === '/')
    return link.charAt(1) === '/' || link.charAt(1) === '\\' ? undefined : withinBase(link, basePath)
  if (first === '') return undefined
  if (
    link.startsWith(absoluteBase) &&
    /^($|[/?#])/.test(link.slice(absoluteBase.length, absoluteBase.length + 1))
  )
    return withinBase(basePath + link.slice(absoluteBase.length).replace(/^(?=[?#]|$)/, '/'), basePath)
  if (/^[a-z][a-z\d+.-]*:/i.test(link)) return undefined
  // The 404 page appears at any address, so its relative links have no fixed target.
  if (page === '404.html') return undefined
  return withinBase(relativeTo(`${basePath}/${page}`, link), basePath)
}

function withinBase(link: string, basePath: string): string | undefined {
  const query = link.indexOf('?')
  const hash = link.indexOf('#')
  if (basePath === '' && query < 0 && hash < 0) return link.includes('\n') ? undefined : link
  const fragment = hash < 0 || isTop(link.slice(hash)) ? '' : link.slice(hash)
  const end = Math.min(query < 0 ? link.length : query, hash < 0 ? link.length : hash)
  const path = link.slice(0, end)
  if (path.includes('\n') || fragment.includes('\n')) return undefined
  const isWithin = basePath === '' || path === basePath || path.startsWith(`${basePath}/`)
  return isWithin ? path + fragment : undefined
}

function relativeTo(page: string, link: string): string {
  if (/^[?#]/.test(link)) return page.replace(/(^|\/)index\.html$/, '$1') + link
  const [path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link)?.slice(1) ?? []
  return withoutDots(page.slice(0, page.lastIndexOf('/') + 1) + path) + rest
}

function withoutDots(path: string): string {
  const names: string[] = []
  const parts = path.split('/').slice(1)
  for (const part of parts)
    if (part === '..') names.pop()
    else if (part !== '.') names.push(part)
  return `/${names.join('/')}${/\/\.\.?$/.test(path) ? '/' : ''}`
}

export interface LinkTarget {
  readonly files: readonly string[]
  readonly fragment: string
}

/** The files to which a link may point, and its fragment. Empty for an invalid address. */
export function targetOf(link: string, basePath: string): LinkTarget {
  const [path = ''] = link.split('#', 1)
  const below = decoded(path.slice(basePath.length))
  if (below === undefined) return { files: [], fragment: '' }
  const names = withoutDots(`/${below}`.replace(/\/{2,}/g, '/')).slice(1)
  const isFolder = names === '' || names.endsWith('/')
  return {
    files: isFolder ? [`${names}index.html`] : [names, `${names}/index.html`],
    fragment: fragmentOf(link),
  }
}

export const isTop = (fragment: string): boolean => /^#(top)?$/i.test(fragment)

/** Decoded fragment without the `:~:` directives for browsers. */
export function fragmentOf(link: string): string {
  const [, whole = ''] = link.split('#', 2)
  const [fragment = ''] = whole.split(':~:', 1)
  return decoded(fragment) ?? fragment
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
