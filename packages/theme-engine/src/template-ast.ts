/** What Handlebars reads of a template: the parts of its syntax tree that a theme may have, as far as they count. */

interface Located {
  readonly loc: { readonly start: { readonly line: number } }
}

export interface Program {
  readonly type: 'Program'
  readonly body: readonly Statement[]
  /** What a block is given, as `|post index|`. */
  readonly blockParams?: readonly string[]
}

export interface PathExpression extends Located {
  readonly type: 'PathExpression'
  readonly original: string
  /** `site.title` has two; `this` and `..` have none. */
  readonly parts: readonly string[]
  /** How often it begins with `../`. */
  readonly depth: number
  /** It begins with `@`. */
  readonly data: boolean
}

export interface Literal extends Located {
  readonly type: 'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral' | 'UndefinedLiteral' | 'NullLiteral'
  readonly value?: string | number | boolean
  readonly original?: string | number | boolean
}

interface Hash {
  readonly pairs: readonly { readonly key: string; readonly value: Expression }[]
}

interface Called extends Located {
  readonly path: PathExpression | Literal
  readonly params: readonly Expression[]
  readonly hash?: Hash
}

export interface SubExpression extends Called {
  readonly type: 'SubExpression'
}

export interface MustacheStatement extends Called {
  readonly type: 'MustacheStatement'
  readonly escaped: boolean
}

export interface BlockStatement extends Called {
  readonly type: 'BlockStatement'
  readonly program?: Program
  /** What stands behind `{{else}}`. */
  readonly inverse?: Program
}

export interface PartialCallStatement extends Located {
  readonly type: 'PartialStatement' | 'PartialBlockStatement'
  readonly name: { readonly original: string | number }
  readonly params: readonly Expression[]
  readonly hash?: Hash
  /** The blanks before it, where nothing else stands in its line. */
  readonly indent?: string
  /** Of a block. */
  readonly program?: Program
}

export type Call = SubExpression | MustacheStatement | BlockStatement
export type Expression = PathExpression | Literal | SubExpression
export type Statement =
  | MustacheStatement
  | BlockStatement
  | PartialCallStatement
  | { readonly type: 'ContentStatement'; readonly value: string }
  | { readonly type: 'CommentStatement' }

/** As Handlebars has it: where that is written, a name means what is in the context, and neither a helper nor a parameter of a block. */
const isScoped = ({ original }: PathExpression): boolean => /^\.|this\b/.test(original)

/** One name alone. */
export const isSimple = (path: PathExpression): boolean =>
  path.parts.length === 1 && !isScoped(path) && !path.depth

/** The name by which a path could mean a parameter of a block. */
export const paramName = (path: PathExpression): string | undefined =>
  path.depth || isScoped(path) ? undefined : path.parts[0]

/** What is called: a literal in that place is a name. */
export function calledPath({ path }: Call): PathExpression {
  if (path.type === 'PathExpression') return path
  const name = String(path.original)
  return { type: 'PathExpression', original: name, parts: [name], depth: 0, data: false, loc: path.loc }
}
