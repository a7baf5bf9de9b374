/** The code of the paths of a template: which value `../post.title` means where it stands. */
import { type PathExpression, type Program, paramName } from './template-ast.ts'
import { isOwnName } from './template-run.ts'

/** Where in a template something stands: the variables of the code that hold what is seen there. */
export interface Place {
  readonly context: string
  readonly frame: string
  /** What is around, for `../`; empty where nothing looks at it. */
  readonly around: string
  /** Parameters of blocks with the code of their values, the innermost first. */
  readonly params: readonly ReadonlyMap<string, string>[]
}

/** What a template sees as `@root` and so on; it sees nothing else behind an `@`. */
const frameNames: ReadonlySet<string> = new Set(['root', 'key', 'index', 'first', 'last'])

/** A text as it stands in code. */
export const quoted = (text: string): string => JSON.stringify(text)

/** Code without side effects, whose value is small: a variable. */
const field = (of: string, name: string): string =>
  isOwnName(name) ? `${of}[${quoted(name)}]` : `run.own(${of}, ${quoted(name)})`

/** A value of nothing is that nothing. */
const behind = (first: string, names: readonly string[]): string =>
  names.reduce((code, name) => `((t = ${code}) != null ? ${field('t', name)} : t)`, first)

/** The code of a parameter of a block that is meant by that name; undefined where none is. */
export const paramCode = ({ params }: Place, name: string | undefined): string | undefined =>
  params.find((known) => known.has(name ?? ''))?.get(name ?? '')

/** Whether anything in a program looks at what is around it: `../title` does. */
export function climbing(): (program: Program) => boolean {
  const known = new WeakMap<object, boolean>()
  const climbs = (node: object): boolean => {
    const found = known.get(node)
    if (found !== undefined) return found
    const looks = 'depth' in node && Number(node.depth) > 0
    const does =
      looks ||
      Object.values(node).some(
        (child: unknown) => typeof child === 'object' && child !== null && climbs(child),
      )
    if ('type' in node && node.type === 'Program') known.set(node, does)
    return does
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

/** Behind an `@` what is false stays as it is. */
function dataCode([first = '', ...names]: readonly string[], depth: number, frame: string): string {
  // Whether there is one; it is no value to be handed on.
  if (first === 'partial-block')
    return depth > 0 || names.length > 0 ? 'undefined' : `(${frame}.block && true)`
  if (!frameNames.has(first)) return 'undefined'
  const start = depth > 0 ? `run.frameAbove(${frame}, ${depth})?.${first}` : `${frame}.${first}`
  return names.reduce((code, name) => `((t = ${code}) && ${field('t', name)})`, start)
}
