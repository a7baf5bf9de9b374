/** What the page of a Markdown source does not show of the author's HTML, and where it stands in the source. */
import { createRequire } from 'node:module'
import { htmlAsText, type TextSpan, withoutTagsIn } from '@typecase/kernel'
import type { Handler, Parser } from 'htmlparser2'
import { Marked, type Token, type Tokens } from 'marked'
import type { RemovedHtml } from '../../core/ports.ts'
import { safeHtml } from './safe-html.ts'
import { isFrameTag } from './shown-html.ts'
import { sourcePlaces } from './source-places.ts'

/** Entries that are listed, and different tags that are judged to find them. */
const most = { listed: 50, judged: 2_000 }
const marked = new Marked({ gfm: true })

type Found = Omit<RemovedHtml, 'line'>

/** The first of them, in the order of the source. */
export function removedHtml(markdown: string): readonly RemovedHtml[] {
  if (!/<|\]\(|\]:/.test(markdown)) return []
  const places = sourcePlaces(markdown)
  const removed: RemovedHtml[] = []
  const judged = new Map<string, readonly Found[]>()
  const judge = (tag: string): readonly Found[] => {
    const found = judged.get(tag) ?? (judged.size < most.judged ? judgedTag(tag) : [])
    judged.set(tag, found)
    return found
  }
  for (const token of leaves(marked.lexer(markdown))) {
    if (removed.length >= most.listed) break
    const line = places.lineOf(token.raw)
    if (token.type === 'html') {
      for (const { at, ...found } of removedOf(token.raw, judge)) removed.push({ line: line + linesBefore(token.raw, at), ...found })
    } else if (token.type === 'link') removed.push(...judge(`<a href="${attribute(token.href)}">`).map((found) => ({ line, ...found })))
    else if (token.type === 'image') removed.push(...judge(`<img src="${attribute(token.href)}">`).map((found) => ({ line, ...found })))
    if (token.type !== 'link') places.pass(token.raw)
  }
  return removed.slice(0, most.listed)
}

/** Tokens that hold no others, and links before what they hold. */
function* leaves(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    if (token.type === 'list') yield* leaves((token as Tokens.List).items)
    else if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      for (const cell of [...header, ...rows.flat()]) yield* leaves(cell.tokens)
    } else if (token.type === 'image' || !('tokens' in token) || !token.tokens) yield token
    else {
      if (token.type === 'link') yield token
      yield* leaves(token.tokens)
    }
  }
}

let ParserClass: typeof Parser | undefined

/** Read with the first HTML, as the sanitizer is: processes that render bodies mostly need neither. */
function newParser(handler: Partial<Handler>): Parser {
  ParserClass ??= (createRequire(import.meta.url)('htmlparser2') as { readonly Parser: typeof Parser }).Parser
  return new ParserClass(handler)
}

type FoundAt = Found & { /** UTF-16 offset in the piece. */ readonly at: number }

function removedOf(piece: string, judge: (tag: string) => readonly Found[]): readonly FoundAt[] {
  const spans = htmlAsText(piece, isFrameTag)
  const found: FoundAt[] = spans.flatMap((span) => asText(piece, span))
  // Each `<` of the spans stands for no tag now, and every offset stays.
  const rest = withoutTagsIn(piece, spans, ' ')
  const parser = newParser({
    onopentag: () => {
      const at = parser.startIndex
      found.push(...judge(rest.slice(at, parser.endIndex + 1)).map((each) => ({ at, ...each })))
    },
  })
  parser.end(rest)
  return found.sort((a, b) => a.at - b.at)
}

/** An end tag is reported with the tag that it ends. */
function asText(piece: string, { start, kind }: TextSpan): readonly FoundAt[] {
  const element = /^<(!--|[a-z][^\s/>]*)/i.exec(piece.slice(start, start + 100))?.[1]?.toLowerCase()
  if (element === undefined) return []
  return [{ at: start, element, reason: kind === 'rest' ? 'never-closed' : 'shown-as-text' }]
}

const addresses = new Set(['href', 'src', 'cite'])

/** The sanitizer itself decides. */
function judgedTag(tag: string): readonly Found[] {
  const [before, after] = [firstTag(tag), firstTag(safeHtml(tag))]
  if (!before) return []
  const { element } = before
  if (after?.element !== element) return [{ element, reason: 'element' }]
  return Object.keys(before.attributes)
    .filter((name) => !(name in after.attributes))
    .map((name) => ({ element, attribute: name.slice(0, 100), reason: addresses.has(name) ? 'address' : 'attribute' }))
}

function firstTag(html: string): { readonly element: string; readonly attributes: Readonly<Record<string, string>> } | undefined {
  const found: { element: string; attributes: Record<string, string> }[] = []
  const parser = newParser({ onopentag: (element, attributes) => void found.push({ element: element.slice(0, 100), attributes }) })
  parser.end(html)
  return found[0]
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1
