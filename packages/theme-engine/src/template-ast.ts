/** The parts of Handlebars' syntax tree that themes may use. */

interface Located {
  readonly loc: { readonly start: { readonly line: number } }
}

export interface Program {
  readonly type: 'Program'
  readonly body: readonly Statement[]
  /** As in `|post index|`. */
  readonly blockParams?: readonly string[]
}

export interface PathExpression extends Located {
  readonly type: 'PathExpression'
  readonly original: string
  /** `site.title` has two; `this` and `..` have none. */
  readonly parts: readonly string[]
  /** Number of leading `../`. */
  readonly depth: number
  /** Starts with `@`. */
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
  /** The `{{else}}` part. */
  readonly inverse?: Program
}

export interface PartialCallStatement extends Located {
  readonly type: 'PartialStatement' | 'PartialBlockStatement'
  readonly name: { readonly original: string | number }
  readonly params: readonly Expression[]
  readonly hash?: Hash
  /** White space before a call alone on its line. */
  readonly indent?: string
  /** The block given to the partial. */
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

/** True for `./name` and `this.name`: fields of the context, never helpers or block parameters. */
const isScoped = ({ original }: PathExpression): boolean => /^\.|this\b/.test(original)

export const isSimple = (path: PathExpression): boolean =>
  path.parts.length === 1 && !isScoped(path) && !path.depth

/** The block parameter that a path may refer to. */
export const paramName = (path: PathExpression): string | undefined =>
  path.depth || isScoped(path) ? undefined : path.parts[0]

/** The path of the called helper. A literal in place of the path counts as a name. */
export function calledPath({ path }: Call): PathExpression {
  if (path.type === 'PathExpression') return path
  const name = String(path.original)
  return { type: 'PathExpression', original: name, parts: [name], depth: 0, data: false, loc: path.loc }
}
