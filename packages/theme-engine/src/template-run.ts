/** Runtime of compiled templates. Its results equal those of Handlebars. */
import type HandlebarsModule from 'handlebars'
import type { PageWatch } from './page-watch.ts'

/** Renders a template, a partial or a block with its context and data variables. */
export type Render = (context: unknown, frame: Frame) => string

export type HelperCall = (line: number, args: unknown[], context: unknown, frame: Frame) => unknown

/** Data variables: `@root`, `@index` and so on. */
export class Frame {
  readonly above: Frame | undefined
  root: unknown
  key: unknown
  index: unknown
  first: unknown
  last: unknown
  /** Content of `{{> @partial-block}}`. */
  block: Render | undefined

  constructor(above: Frame | undefined, root: unknown = above?.root) {
    this.above = above
    this.root = root
    this.key = above?.key
    this.index = above?.index
    this.first = above?.first
    this.last = above?.last
    this.block = above?.block
  }
}

/** The parents for `../`, the nearest first. */
interface Around {
  readonly value: unknown
  readonly above: Around | undefined
}

type Fields = Readonly<Record<PropertyKey, unknown>>

/** Replaces a null context for helpers and `if` blocks. */
const nothing: unknown = Object.seal({})

const kinds = [
  Object,
  Array,
  String,
  Number,
  Boolean,
  BigInt,
  Symbol,
  Function,
  Date,
  RegExp,
  Error,
  Map,
  Set,
  Uint8Array,
]
const typed: object = Object.getPrototypeOf(Uint8Array.prototype)
const inherited: ReadonlySet<string> = new Set([
  ...[...kinds.map(({ prototype }): object => prototype), typed].flatMap((prototype) =>
    Object.getOwnPropertyNames(prototype),
  ),
  ...['__proto__', 'toHTML'],
])

/**
 * True if no built-in prototype has a property of that name, so that a read needs no check. Themes must not
 * see inherited properties.
 */
export const isOwnName = (name: string): boolean => !inherited.has(name)

/** The field, if it is not inherited and not a function. */
function own(value: Fields, name: PropertyKey): unknown {
  const found = value[name]
  if (found === null || found === undefined) return found
  return typeof found !== 'function' && Object.hasOwn(value, name) ? found : undefined
}

const isEmpty = (value: unknown): boolean =>
  (!value && value !== 0) || (Array.isArray(value) && value.length === 0)

/** Keys for `each` over an object; undefined for lists. */
const keysOf = (value: unknown): readonly string[] | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(Symbol.iterator in value)
    ? Object.keys(value)
    : undefined

function itemsOf(value: unknown, keys: readonly string[] | undefined): unknown {
  if (keys || Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? [...(value as Iterable<unknown>)] : []
}

export class TemplateRun {
  readonly Frame = Frame
  readonly nothing = nothing
  readonly own = own
  readonly isEmpty = isEmpty
  readonly keysOf = keysOf
  readonly itemsOf = itemsOf
  readonly partials = new Map<string, Render>()
  readonly handlebars
  readonly watch
  readonly helpers

  constructor(
    handlebars: Pick<typeof HandlebarsModule, 'escapeExpression'>,
    watch: PageWatch,
    helpers: Readonly<Record<string, HelperCall>>,
  ) {
    this.handlebars = handlebars
    this.watch = watch
    this.helpers = helpers
  }

  isTrue(value: unknown, isZeroTrue?: unknown): boolean {
    return !((!isZeroTrue && !value) || isEmpty(value))
  }

  escaped(value: unknown, line: number): string {
    if (typeof value !== 'string') this.watch.line = line
    return this.handlebars.escapeExpression(value as string)
  }

  raw(value: unknown, line: number): string {
    if (typeof value === 'string') return value
    this.watch.line = line
    return value === null || value === undefined ? '' : `${value}`
  }

  fail(line: number, message: string): never {
    this.watch.line = line
    throw new Error(message)
  }

  lookup(line: number, value: unknown, name: unknown): unknown {
    this.watch.line = line
    return value ? own(value as Fields, name as PropertyKey) : value
  }

  above(around: Around, depth: number): unknown {
    return nthAbove(around, depth)?.value
  }

  frameAbove(frame: Frame, depth: number): Frame | undefined {
    return nthAbove(frame, depth)
  }

  /** Spreads, because `Utils.extend` of Handlebars takes ten times as long. */
  extended(value: unknown, fields: object): object {
    return { ...(value as object), ...fields }
  }

  partial(line: number, name: string, context: unknown, frame: Frame): string {
    this.watch.at(line)
    const render = this.#called(name, frame)
    if (!render) throw new Error(`The partial ${name} could not be found`)
    const html = render(context, frame)
    this.watch.line = line
    return html
  }

  /**
   * Renders the partial, or `block` if the partial does not exist. Within `block`, `@partial-block` is the
   * block that the caller was given.
   */
  partialWith(line: number, name: string, context: unknown, frame: Frame, block: Render): string {
    this.watch.at(line)
    const given = new Frame(frame)
    // Assigned to a variable first. If it were assigned directly to a property, V8 would allocate the
    // function, and all that it captures, in old space.
    const withOuterBlock: Render = (shown, inner) => {
      const within = new Frame(inner)
      within.block = frame.block
      return block(shown, within)
    }
    given.block = withOuterBlock
    const html = (this.#called(name, frame) ?? given.block)(context, given)
    this.watch.line = line
    return html
  }

  #called(name: string, { block }: Frame): Render | undefined {
    return name === '@partial-block' ? block : this.partials.get(name)
  }
}

function nthAbove<T extends { readonly above: T | undefined }>(start: T, depth: number): T | undefined {
  let found: T | undefined = start
  for (let left = depth; left > 0; left -= 1) found = found?.above
  return found
}
