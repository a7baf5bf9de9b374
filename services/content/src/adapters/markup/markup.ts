import { htmlAsText, withoutTagsIn } from '@typecase/kernel'
import { Parser } from 'htmlparser2'
import { Marked, type Token, type Tokens } from 'marked'
import type { Markup } from '../../core/ports.ts'

const marked = new Marked()

/** Maximum UTF-16 units of Markdown to read for plain text. */
const sourceLimit = 32_000
/** Above these limits the parser's time or stack grows too fast, so such sources are read as plain text. */
const emphasisLimit = 3000
const depthLimit = 40
/** Matches a line with 100 table columns: the parser pads every row of such a table to as many cells. */
const wideTable = /(?:\|[^|\n]*){100}/

export const markup = (): Markup => ({
  plainText(markdown, length) {
    const source = markdown.slice(0, sourceLimit).toWellFormed()
    const text = isProse(source) ? textOf(source, length) : source
    return text
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, length + 100)
      .toWellFormed()
  },
})

function isProse(source: string): boolean {
  if ((source.match(/[*_~]/g)?.length ?? 0) > emphasisLimit) return false
  if (wideTable.test(source)) return false
  return !source.split('\n').some((line) => depthOf(line) > depthLimit)
}

/** Upper bound for the number of block quotes and lists that one line opens. */
const depthOf = (line: string): number =>
  (/^[\s>*+.)\d-]*/.exec(line)?.[0] ?? '').match(/>|[*+-](?=\s)|\d[.)]/g)?.length ?? 0

function textOf(source: string, length: number): string {
  const html = htmlText()
  let size = 0
  for (const token of marked.lexer(source)) {
    write([token], (text, isHtml) => {
      size += text.length
      if (isHtml) html.markup(text)
      else html.text(text)
    })
    html.text('\n')
    if (size > length * 4 + 1000) break
  }
  return html.end()
}

type Write = (text: string, isHtml: boolean) => void

/** Writes the text and the HTML of tokens in source order. */
function write(tokens: readonly Token[], out: Write): void {
  for (const token of tokens) {
    const inner = innerOf(token)
    if (inner) write(inner, out)
    else if (blanks.has(token.type)) out(' ', false)
    else if (token.type === 'html') out(markupOf(token.raw), true)
    // Text tokens contain encoded entities, so they are HTML. In code, `&amp;` is literal text.
    else if (token.type === 'text') out(token.text.replaceAll('<', '&lt;'), true)
    else if (!silent.has(token.type)) out('text' in token ? token.text : token.raw, false)
  }
}

/** Omits complete scripts and styles. An unpaired tag hides nothing, because the site shows it as text. */
function markupOf(html: string): string {
  return withoutTagsIn(
    html,
    htmlAsText(html).filter(({ kind }) => kind !== 'element'),
  )
}

/** The tokens inside a token, with a space after each block; undefined if it has none. */
function innerOf(token: Token): Token[] | undefined {
  if (token.type === 'list')
    return (token as Tokens.List).items.flatMap(({ tokens }) => [space, ...tokens, space])
  if (token.type === 'table') return cells(token as Tokens.Table).flatMap(({ tokens }) => [...tokens, space])
  if (token.type === 'image' || !('tokens' in token) || !token.tokens) return undefined
  return blocks.has(token.type) ? [...token.tokens, space] : token.tokens
}

const blocks: ReadonlySet<string> = new Set(['paragraph', 'heading', 'blockquote'])
const blanks: ReadonlySet<string> = new Set(['image', 'br', 'space', 'hr'])
const silent: ReadonlySet<string> = new Set(['def', 'checkbox'])

const space: Token = { type: 'space', raw: ' ' }

const cells = ({ header, rows }: Tokens.Table): Tokens.TableCell[] => [...header, ...rows.flat()]

/** Collects the text of HTML: without tags, scripts and styles, and with decoded entities. */
function htmlText() {
  const parts: string[] = []
  let droppedDepth = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (dropped.has(name)) droppedDepth++
      if (!inline.has(name)) parts.push(' ')
    },
    onclosetag: (name) => {
      if (dropped.has(name)) droppedDepth--
      if (!inline.has(name)) parts.push(' ')
    },
    ontext: (text) => {
      if (droppedDepth === 0) parts.push(text)
    },
  })
  return {
    markup: (html: string) => parser.write(html),
    text: (text: string) => {
      parser.write(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    },
    end: () => {
      parser.end()
      return parts.join('')
    },
  }
}

const dropped: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
])
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
