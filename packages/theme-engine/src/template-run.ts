/** What a compiled template calls while a page is rendered. What it does is what Handlebars does with the same values. */
import type HandlebarsModule from 'handlebars'
import type { PageWatch } from './page-watch.ts'

/** Renders a template, a partial or the block that one was given, with what it sees and the values that begin with `@`. */
export type Render = (context: unknown, frame: Frame) => string

/** A call of a helper in that line, with its arguments, what stands around it and the values that begin with `@`. */
export type HelperCall = (line: number, args: unknown[], context: unknown, frame: Frame) => unknown

/** What a template sees as `@root`, `@index` and so on. */
export class Frame {
  readonly above: Frame | undefined
  root: unknown
  key: unknown
  index: unknown
  first: unknown
  last: unknown
  /** What `{{> @partial-block}}` renders. */
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

/** What stands for `..`: the values around, the nearest first. */
interface Around {
  readonly value: unknown
  readonly above: Around | undefined
}

type Fields = Readonly<Record<PropertyKey, unknown>>

/** What a helper and the block of an `if` see where there is nothing to see. */
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
 * Whether a value that has that name has it of its own. Behind the others may be what comes with the kind of the value, and is not
 * the theme's to see.
 */
export const isOwnName = (name: string): boolean => !inherited.has(name)

/** The value's own, but never a function. */
function own(value: Fields, name: PropertyKey): unknown {
  const found = value[name]
  if (found === null || found === undefined) return found
  return typeof found !== 'function' && Object.hasOwn(value, name) ? found : undefined
}

const isEmpty = (value: unknown): boolean =>
  (!value && value !== 0) || (Array.isArray(value) && value.length === 0)

/** Of an object, the keys that `each` goes through; of a list there are none. */
const keysOf = (value: unknown): readonly string[] | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(Symbol.iterator in value)
    ? Object.keys(value)
    : undefined

function itemsOf(value: unknown, keys: readonly string[] | undefined): unknown {
  if (keys || Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? [...(value as Iterable<unknown>)] : []
}

/** Everything that the code of a template may name. */
export function templateRun(
  { escapeExpression, Utils }: Pick<typeof HandlebarsModule, 'escapeExpression' | 'Utils'>,
  watch: PageWatch,
  helpers: Readonly<Record<string, HelperCall>>,
) {
  const partials = new Map<string, Render>()

  const called = (name: string, { block }: Frame): Render | undefined =>
    name === '@partial-block' ? block : partials.get(name)

  return {
    Frame,
    nothing,
    own,
    isEmpty,
    keysOf,
    itemsOf,
    helpers,
    partials,
    watch,
    isTrue: (value: unknown, isZeroTrue?: unknown): boolean => !((!isZeroTrue && !value) || isEmpty(value)),
    escaped(value: unknown, line: number): string {
      if (typeof value === 'string') return escapeExpression(value)
      watch.line = line
      return escapeExpression(value as string)
    },
    raw(value: unknown, line: number): string {
      if (typeof value === 'string') return value
      watch.line = line
      return value === null || value === undefined ? '' : `${value}`
    },
    fail(line: number, message: string): never {
      watch.line = line
      throw new Error(message)
    },
    lookup(line: number, value: unknown, name: unknown): unknown {
      watch.line = line
      return value ? own(value as Fields, name as PropertyKey) : value
    },
    above(around: Around, depth: number): unknown {
      let found: Around | undefined = around
      for (let left = depth; left > 0; left -= 1) found = found?.above
      return found?.value
    },
    frameAbove(frame: Frame, depth: number): Frame | undefined {
      let found: Frame | undefined = frame
      for (let left = depth; left > 0; left -= 1) found = found?.above
      return found
    },
    extended: (value: unknown, fields: object): object => Utils.extend({}, value, fields),
    partial(line: number, name: string, context: unknown, frame: Frame): string {
      watch.at(line)
      const render = called(name, frame)
      if (!render) throw new Error(`The partial ${name} could not be found`)
      const html = render(context, frame)
      watch.line = line
      return html
    },
    /** The partial gets the block; where there is no such partial, the block stands in its place. Within the block, `@partial-block` is what it was around the call. */
    partialWith(line: number, name: string, context: unknown, frame: Frame, block: Render): string {
      watch.at(line)
      const given = new Frame(frame)
      // V8 makes a function that is assigned to a property where it is written beside what lives long, and with it all that it sees.
      const withOuterBlock: Render = (shown, inner) => {
        const within = new Frame(inner)
        within.block = frame.block
        return block(shown, within)
      }
      given.block = withOuterBlock
      const html = (called(name, frame) ?? given.block)(context, given)
      watch.line = line
      return html
    },
  }
}

export type TemplateRun = ReturnType<typeof templateRun>
