/** Compiles paths such as `../post.title`. */
import { type PathExpression, type Program, paramName } from './template-ast.ts'
import { isOwnName } from './template-run.ts'

/** Names of the JavaScript variables with the values that are visible at a point of the template. */
export interface Place {
  readonly context: string
  readonly frame: string
  /** Holds the parents for `../`; empty if unused. */
  readonly around: string
  /** Block parameters with their code, the innermost first. */
  readonly params: readonly ReadonlyMap<string, string>[]
}

/** The data variables a template may read, such as `@root`. */
const frameNames: ReadonlySet<string> = new Set(['root', 'key', 'index', 'first', 'last'])

/** Writes a JavaScript literal. */
export const quoted = (text: string): string => JSON.stringify(text)

/** Code that reads a field of the variable `of`, but no inherited one. */
const field = (of: string, name: string): string =>
  isOwnName(name) ? `${of}[${quoted(name)}]` : `run.own(${of}, ${quoted(name)})`

/** Code that reads nested fields. If a part is null or undefined, so is the result. */
const behind = (first: string, names: readonly string[]): string =>
  names.reduce((code, name) => `((t = ${code}) != null ? ${field('t', name)} : t)`, first)

export const paramCode = ({ params }: Place, name: string | undefined): string | undefined =>
  params.find((known) => known.has(name ?? ''))?.get(name ?? '')

/** Returns a function that caches, for each program, whether it contains a `../` path. */
export function climbing(): (program: Program) => boolean {
  const known = new WeakMap<object, boolean>()
  const climbs = (node: object): boolean => {
    const found = known.get(node)
    if (found !== undefined) return found
    const isParentPath = 'depth' in node && Number(node.depth) > 0
    const hasParentPath =
      isParentPath ||
      Object.values(node).some(
        (child: unknown) => typeof child === 'object' && child !== null && climbs(child),
      )
    if ('type' in node && node.type === 'Program') known.set(node, hasParentPath)
    return hasParentPath
  }
  return climbs
}

export function pathCode(path: PathExpression, place: Place): string {
  const { parts, depth, data } = path
  const param = paramCode(place, paramName(path))
  if (param !== undefined) return behind(param, parts.slice(1))
  const context = depth > 0 ? `run.above(${place.around}, ${depth})` : place.context
  if (!parts[0]) return context
  return data ? dataCode(parts, depth, place.frame) : behind(context, parts)
}

/** Falsy data values have no fields. */
function dataCode([first = '', ...names]: readonly string[], depth: number, frame: string): string {
  // As a value, `@partial-block` is true if the caller gave a block.
  if (first === 'partial-block')
    return depth > 0 || names.length > 0 ? 'undefined' : `(${frame}.block && true)`
  if (!frameNames.has(first)) return 'undefined'
  const start = depth > 0 ? `run.frameAbove(${frame}, ${depth})?.${first}` : `${frame}.${first}`
  return names.reduce((code, name) => `((t = ${code}) && ${field('t', name)})`, start)
}
