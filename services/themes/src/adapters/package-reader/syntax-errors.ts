/** Converts parse errors of Handlebars to messages with a hint. */
import { type Mustache, mustaches } from './mustaches.ts'

export interface TemplateError {
  readonly message: string
  readonly line?: number
  readonly hint: string
  /** The message of the parser. */
  readonly detail: string
}

type Explained = Omit<TemplateError, 'detail'>

/** Explains why a template does not parse. `error` is the exception of Handlebars. */
export function syntaxError(source: string, error: unknown): TemplateError {
  const detail = detailOf(error)
  if (error instanceof RangeError)
    return {
      message: 'the template is nested too deeply',
      hint: 'Reduce the nesting of blocks and helpers.',
      detail,
    }
  return { ...(explained(source) ?? unexplained(detail)), detail }
}

function detailOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.length > maxDetailLength ? `${message.slice(0, maxDetailLength).toWellFormed()}…` : message
}

/** Maximum UTF-16 units of `detail`. */
const maxDetailLength = 600

interface Block extends Mustache {
  readonly hasElse?: boolean
}

/** The error of the first tag that is not allowed at its position, or of a block that is never closed. */
function explained(source: string): Explained | undefined {
  const open: Block[] = []
  for (const tag of mustaches(source)) {
    const found = (tag.kind === 'comment' ? commentError(tag) : tagError(tag)) ?? blockError(tag, open)
    if (found) return found
  }
  const unclosed = open.at(-1)
  return unclosed && neverClosed(unclosed)
}

/** Updates the stack of open blocks. Returns an error if the tag is not allowed inside these blocks. */
function blockError(tag: Mustache, open: Block[]): Explained | undefined {
  if (tag.kind === 'open' || tag.kind === 'raw') open.push(tag)
  if (tag.kind !== 'else' && tag.kind !== 'close') return undefined
  const block = open.pop()
  if (tag.kind === 'close') {
    if (!block) return closesNothing(tag)
    return nameOf(block) === tag.name ? undefined : mismatch(block, tag)
  }
  if (!block) return elseError(tag)
  if (block.hasElse) return secondElse(tag, block)
  open.push({ ...block, hasElse: tag.text === '' || tag.text === 'else' })
  return undefined
}

const nameOf = ({ name }: Mustache): string => name.replace(/^> /, '')
const opening = ({ name, kind }: Mustache): string => (kind === 'raw' ? `{{{{${name}}}}}` : `{{#${name}}}`)
const closing = (block: Mustache): string =>
  block.kind === 'raw' ? `{{{{/${block.name}}}}}` : `{{/${nameOf(block)}}}`

const neverClosed = (block: Mustache): Explained => ({
  line: block.line,
  message: `the block ${opening(block)} is never closed`,
  hint: `Add ${closing(block)} where it ends.`,
})

const mismatch = (block: Mustache, tag: Mustache): Explained => ({
  line: tag.line,
  message: `{{/${tag.name}}} does not match the open block ${opening(block)} of line ${block.line}`,
  hint: `Write ${closing(block)} here, or close the blocks in the reverse order in which they are opened.`,
})

const closesNothing = (tag: Mustache): Explained => ({
  line: tag.line,
  message: `{{/${tag.name}}} closes no block`,
  hint: `Remove it, or open the block above with {{#${tag.name} …}}: blocks begin with #.`,
})

const elseError = (tag: Mustache): Explained => ({
  line: tag.line,
  message: '{{else}} is outside a block',
  hint: 'Put it between an opening tag, such as {{#if …}}, and its closing tag.',
})

const secondElse = (tag: Mustache, block: Mustache): Explained => ({
  line: tag.line,
  message: `the block ${opening(block)} of line ${block.line} has a second {{else}}`,
  hint: 'Keep one {{else}} as the last; write {{else if …}} for the conditions before it.',
})

const commentError = ({ closing, line, name }: Mustache): Explained | undefined =>
  closing > 0
    ? undefined
    : { line, message: 'a comment is never closed', hint: `Add ${name}}} where it ends.` }

function tagError(tag: Mustache): Explained | undefined {
  const { line, braces, closing, text } = tag
  const shown = shortened(text)
  const inText = textError(text)
  if (inText) return { line, ...inText }
  if (closing === 0)
    return {
      line,
      message: `${'{'.repeat(braces)}${shown} is never closed`,
      hint: `Add ${'}'.repeat(braces)} at its end.`,
    }
  if (text === '' && tag.kind !== 'else')
    return { line, message: 'a tag is empty', hint: 'Write a name between the braces, or remove them.' }
  if (braces !== closing)
    return {
      line,
      message: `${'{'.repeat(braces)}${shown}${'}'.repeat(closing)} opens with ${braces} braces and closes with ${closing}`,
      hint: 'Write two braces on both sides for escaped text, three for HTML, and a blank before any other brace.',
    }
  return undefined
}

const shortened = (text: string): string => {
  const oneLine = text.slice(0, 60).split('\n')[0]?.trimEnd() ?? ''
  return oneLine.length < text.length ? `${oneLine.toWellFormed()}…` : oneLine
}

/** Syntax of other template languages, with the Handlebars equivalent. */
const foreign: readonly (readonly [sign: RegExp, shown: string, hint: string])[] = [
  [/&&/, '&&', 'Write (and a b), as in {{#if (and post post.image)}}.'],
  [/\|\|/, '||', 'Write (or a b), as in {{#if (or post page)}}.'],
  [/[=!]==?/, '== or !=', 'Write (eq a b) or (ne a b), as in {{#if (eq kind "home")}}.'],
  [/(?:^|\s)!/, '!', 'Write (not a), as in {{#if (not post)}}.'],
  [/\s[<>]=?\s/, '< or >', 'Write (lt a b) or (gt a b), as in {{#if (gt pagination.pages 1)}}.'],
  [/\s\|\s/, '|', 'There are no filters: call a helper, as in {{truncate post.excerpt 120}}.'],
  [/^%/, '{{%', 'Write {{#if …}} and {{/if}}.'],
  [/\?/, '?', 'Write {{#if …}}…{{else}}…{{/if}}.'],
  [/\s[+*]\s/, '+ or *', 'There is no arithmetic; texts are put together with (concat a b).'],
  [/[\p{L}\p{N}_]\[/u, '[', 'Write a dot before the bracket, as in {{post.tags.[0].name}}.'],
  [
    /[\p{L}_\])]\.\d+(?!\w)/u,
    'a number behind a dot',
    'Put the number in brackets, as in {{post.tags.[0].name}}.',
  ],
]

function textError(text: string): Pick<Explained, 'message' | 'hint'> | undefined {
  // Longer tags are generated, not written by a person, and are not explained.
  if (text.length > 2_000) return undefined
  const bare = text.replace(/"[^"]*"|'[^']*'/g, '""')
  if (/["']/.test(bare.replaceAll('""', '')))
    return {
      message: `a quotation mark in {{${shortened(text)}}} is never closed`,
      hint: 'Add the second quotation mark.',
    }
  const equals = bare.replace(/[^\s=(]=(?![=\s])/g, 'a ')
  for (const [sign, shown, hint] of foreign)
    if (sign.test(equals))
      return { message: `${shown} in {{${shortened(text)}}} is not part of the template language`, hint }
  return parenthesisError(bare, text)
}

function parenthesisError(bare: string, text: string): Pick<Explained, 'message' | 'hint'> | undefined {
  const [opened, closed] = ['(', ')'].map((sign) => bare.split(sign).length - 1) as [number, number]
  if (opened === closed) return undefined
  const [what, missing] = opened > closed ? ['never closed', ')'] : ['never opened', '(']
  return {
    message: `a parenthesis in {{${shortened(text)}}} is ${what}`,
    hint: `Add ${missing} where it is missing.`,
  }
}

/** A generic message, with the line that the parser reports. */
function unexplained(detail: string): Explained {
  const line = /^(?:Parse|Lexical) error on line (\d+)/.exec(detail)?.[1] ?? / - (\d+):\d+$/.exec(detail)?.[1]
  const path = /^Invalid path: (.*) - \d+:\d+$/.exec(detail)?.[1]
  const place = line ? { line: Number(line) } : {}
  if (path !== undefined)
    return {
      ...place,
      message: `the path ${path} is not valid`,
      hint: 'Write .. and this only at the beginning, as in {{../title}}.',
    }
  return {
    ...place,
    message: 'the template cannot be read here',
    hint: 'Check this line and the lines before it for unclosed blocks and unbalanced braces.',
  }
}
