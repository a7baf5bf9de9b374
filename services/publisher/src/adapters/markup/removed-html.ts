import { htmlAsText, type TextSpan, withoutTagsIn } from '@typecase/kernel'
import { decodeHTMLAttribute } from 'entities/decode'
import type { Token, Tokens } from 'marked'
import type { RemovedHtml } from '../../core/ports.ts'
import { htmlparser } from './html-tokenizer.ts'
import { markdownTokens } from './markdown-parser.ts'
import { type Attributes, safeAttributes } from './safe-elements.ts'
import { isFrameTag } from './shown-html.ts'
import { sourcePlaces } from './source-places.ts'

const mostListed = 50

type Found = Omit<RemovedHtml, 'line'>

export function removedHtml(markdown: string): readonly RemovedHtml[] {
  if (!/<|\]\(|\]:/.test(markdown)) return []
  const places = sourcePlaces(markdown)
  const removed: RemovedHtml[] = []
  for (const token of leaves(markdownTokens(markdown))) {
    if (removed.length >= mostListed) break
    const line = places.lineOf(token.raw)
    if (token.type === 'html') {
      for (const { at, ...found } of removedOf(token.raw))
        removed.push({ line: line + linesBefore(token.raw, at), ...found })
    } else if (token.type === 'link') removed.push(...ofAddress(line, 'a', 'href', token.href))
    else if (token.type === 'image') removed.push(...ofAddress(line, 'img', 'src', token.href))
    if (token.type !== 'link') places.pass(token.raw)
  }
  return removed.slice(0, mostListed)
}

const ofAddress = (line: number, element: string, name: string, href: string): readonly RemovedHtml[] =>
  removedFrom(element, { [name]: decodeHTMLAttribute(href) }).map((found) => ({ line, ...found }))

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

type FoundAt = Found & { /** UTF-16 offset in the piece. */ readonly at: number }

function removedOf(piece: string): readonly FoundAt[] {
  const spans = htmlAsText(piece, isFrameTag)
  const found: FoundAt[] = spans.flatMap((span) => asText(piece, span))
  // Replaces each `<` in the spans with a space, so that offsets stay the same.
  const rest = withoutTagsIn(piece, spans, ' ')
  const parser = new (htmlparser().Parser)({
    onopentag(element, attributes) {
      const at = parser.startIndex
      found.push(...removedFrom(element, attributes).map((each) => ({ at, ...each })))
    },
  })
  parser.end(rest)
  return found.sort((a, b) => a.at - b.at)
}

function asText(piece: string, { start, kind }: TextSpan): readonly FoundAt[] {
  const element = /^<(!--|[a-z][^\s/>]*)/i.exec(piece.slice(start, start + 100))?.[1]?.toLowerCase()
  if (element === undefined) return []
  return [{ at: start, element, reason: kind === 'rest' ? 'never-closed' : 'shown-as-text' }]
}

const addresses = new Set(['href', 'src', 'cite'])

function removedFrom(name: string, given: Attributes): readonly Found[] {
  const shown = safeAttributes(name, given)
  const element = name.slice(0, 100)
  if (!shown) return [{ element, reason: 'element' }]
  return Object.keys(given)
    .filter((attribute) => !(attribute in shown))
    .map((attribute) => ({
      element,
      attribute: attribute.slice(0, 100),
      reason: addresses.has(attribute) ? 'address' : 'attribute',
    }))
}

const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1
