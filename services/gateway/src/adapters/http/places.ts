/** Matches request paths to the route table. */
import type { Route } from './table.ts'

/** All routes of one path. */
export interface Place {
  /** The path as written in the table. */
  readonly path: string
  readonly routes: readonly Route[]
  readonly allow: readonly string[]
}

export interface Found {
  readonly place: Place
  readonly params: Readonly<Record<string, string>>
}

interface Pattern {
  readonly place: Place
  /** A literal segment, or the name of a parameter. */
  readonly segments: readonly ({ readonly text: string } | { readonly name: string })[]
}

/**
 * Matches a path exactly. A parameter in braces takes one percent-decoded segment that is not empty. The path
 * with the fewest parameters is chosen, so `me` in `/api/users/me` is not an id. The returned function throws
 * URIError for invalid percent-encoding.
 */
export function placeFinder(routes: readonly Route[]): (path: string) => Found | undefined {
  const fixed = new Map<string, Found>()
  const patterns: Pattern[] = []
  for (const path of new Set(routes.map((route) => route.path))) {
    const place = placeOf(path, routes)
    const segments = path
      .split('/')
      .map((segment) => (segment.startsWith('{') ? { name: segment.slice(1, -1) } : { text: segment }))
    if (path.includes('{')) patterns.push({ place, segments })
    else fixed.set(path, { place, params: {} })
  }
  const names = ({ segments }: Pattern) => segments.filter((segment) => 'name' in segment).length
  const bySize = Map.groupBy(
    patterns.toSorted((a, b) => names(a) - names(b)),
    ({ segments }) => segments.length,
  )
  return (path) => {
    const known = fixed.get(path)
    if (known) return known
    const given = path.split('/')
    const pattern = bySize.get(given.length)?.find(({ segments }) => fits(segments, given))
    return pattern && { place: pattern.place, params: paramsOf(pattern, given) }
  }
}

function placeOf(path: string, all: readonly Route[]): Place {
  const routes = all.filter((route) => route.path === path)
  return {
    path,
    routes,
    allow: routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }
}

const fits = (segments: Pattern['segments'], given: readonly string[]): boolean =>
  segments.every((segment, at) => ('text' in segment ? segment.text === given[at] : given[at] !== ''))

function paramsOf({ segments }: Pattern, given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [at, segment] of segments.entries())
    if ('name' in segment) params[segment.name] = decodeURIComponent(given[at] ?? '')
  return params
}
