/** Replaces links to the old site by links to the new site. */
import { pathOf } from '../addresses.ts'
import type { Redirect } from '../model.ts'
import { rewriteLinks } from './links.ts'

export interface Rewriting {
  /** New URLs of media files by old URL. */
  readonly media: ReadonlyMap<string, string>
  /** Redirects from old paths. If the list is empty, links to items stay unchanged. */
  readonly redirects: readonly Redirect[]
  /** Addresses of the old site, such as `https://old.example.org`. */
  readonly origins?: readonly string[]
}

export interface Rewriter {
  /** `address` is the old path of the item, the base of relative links. */
  body(markdown: string, address: string): string
  url(url: string, address: string): string
}

export function rewriterOf({ media, redirects, origins = [] }: Rewriting): Rewriter {
  const targets = new Map(
    redirects.flatMap(({ from, to }) => (to === undefined ? [] : [[bare(from), to] as const])),
  )
  const hosts = new Set(origins.map((origin) => new URL(origin).host.replace(/^www\./, '')))
  const resolve = (url: string, address: string): string | undefined => {
    const direct = media.get(url)
    if (direct !== undefined) return direct
    const target = parsed(url, address)
    if (!target) return undefined
    const isOwn = target.host === 'site.invalid' || hosts.has(target.host.replace(/^www\./, ''))
    const path = pathOf(target.href)
    if (!isOwn || path === undefined) return undefined
    const file = media.get(path) ?? media.get(`${target.protocol}//${target.host}${path}`)
    if (file !== undefined) return file
    const to = targets.get(bare(path)) ?? targets.get(bare(path + target.search))
    return to === undefined ? undefined : to + target.hash
  }
  return {
    body: (markdown, address) => rewriteLinks(markdown, (url) => resolve(url, address)),
    url: (url, address) => resolve(url, address) ?? url,
  }
}

/** Treats `/a/b/`, `/a/b` and `/a/b/index.html` as equal. */
const bare = (path: string): string => path.replace(/\/(index\.html?)?$/, '') || '/'

function parsed(url: string, address: string): URL | undefined {
  if (url.startsWith('#') || url === '') return undefined
  try {
    const target = new URL(url, `http://site.invalid${address}`)
    return /^https?:$/.test(target.protocol) ? target : undefined
  } catch {
    return undefined
  }
}
