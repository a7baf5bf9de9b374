import { utf8 } from '@typecase/theme-engine/utf8'
import { cutText, excerptLength } from '../../core/pages/models/excerpt.ts'
import type { Unrenderable } from '../../core/ports.ts'
import { BodyRenderer } from './body-renderer.ts'
import { escapedAttribute, withEvenSpace } from './body-writer.ts'
import { markdownTokens } from './markdown-parser.ts'
import { type OpenedHtml, openUrls } from './open-urls.ts'
import { plainText } from './plain-text.ts'
import { removedHtml } from './removed-html.ts'
import { between, type RenderedBody } from './stored-body.ts'

/** Maximum UTF-16 units of text from which the excerpt is cut: more than twice the length of an excerpt. */
const textLength = 640
const headingsListed = 1000
const htmlLimit = 6_000_000

/** @throws the errors of the parsers */
export function renderBody(markdown: string, allowRawHtml: boolean): RenderedBody | Unrenderable {
  const source = markdown.replaceAll(between, '\ufffd')
  const renderer = new BodyRenderer({ allowRawHtml, namesCharacters: source.includes('&#') })
  renderer.blocks(markdownTokens(source, allowRawHtml))
  const { pieces, urls, text, length } = renderer.isRaw ? openedRaw(renderer) : written(renderer)
  if (length > htmlLimit) return { error: `its HTML is longer than ${htmlLimit} characters` }
  return {
    facts: {
      urls,
      headings: JSON.stringify(renderer.headings.slice(0, headingsListed)),
      excerpt: cutText(beginning(text), excerptLength),
      words: countWords(text),
    },
    html: utf8(pieces.join(between)),
  }
}

interface OpenedBody extends OpenedHtml {
  readonly text: string
  readonly length: number
}

function written({ writer }: BodyRenderer): OpenedBody {
  writer.closeAll()
  const { urls } = writer
  const pieces = [...writer.pieces, writer.html]
  const length = [...pieces, ...urls].reduce((sum, { length }) => sum + length, 0)
  return { pieces, urls, text: withEvenSpace(writer.text), length }
}

/** Reads a body with raw HTML as a whole, because a script may span several pieces. */
function openedRaw(renderer: BodyRenderer): OpenedBody {
  const { pieces, urls, length } = written(renderer)
  const html = pieces.map((piece, at) => piece + escapedAttribute(urls[at] ?? '')).join('')
  return { ...openUrls(html), text: plainText(html), length }
}

export function checkedBody(markdown: string, allowRawHtml: boolean): RenderedBody | Unrenderable {
  const body = renderBody(markdown, allowRawHtml)
  return 'error' in body ? body : { ...body, removed: allowRawHtml ? [] : removedHtml(markdown) }
}

/** The first `textLength` UTF-16 units of the text, without splitting a surrogate pair. */
function beginning(text: string): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(textLength - 1)) ? textLength - 1 : textLength
  return text.slice(0, end)
}

function countWords(text: string): number {
  if (text === '') return 0
  let words = 1
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words += 1
  return words
}
