import { htmlAsText } from '@typecase/kernel'
import { type Handler, Parser } from 'htmlparser2'
import type { Html } from 'mdast'
import type { Range } from '../../core/references/embedded-image.ts'
import { rangeOf } from './markdown-images.ts'
import type { PlainSpot } from './plain-image.ts'

export interface HtmlParts {
  readonly images: readonly { readonly src: string; readonly range: Range; readonly alt: PlainSpot }[]
  readonly links: readonly { readonly outer: Range; readonly inner: Range }[]
  readonly figures: readonly { readonly outer: Range; readonly caption?: PlainSpot }[]
}

/**
 * Parses the raw HTML of a Markdown body. Replaces the Markdown between pieces of HTML with spaces, so that
 * an element may contain Markdown and offsets refer to the body.
 */
export function htmlParts(body: string, pieces: readonly Html[]): HtmlParts {
  const reader = new PartsReader(body)
  if (pieces.length > 0) new Parser(reader).end(onlyHtml(body, pieces))
  return reader
}

interface OpenElement {
  readonly name: string
  readonly start: number
  readonly innerStart: number
  /** Length of the document's text before the element. */
  readonly textStart: number
  /** The first caption of a figure. */
  caption?: Caption
}

interface Caption {
  /** Undefined until the caption is closed. */
  spot?: PlainSpot
}

const followed: ReadonlySet<string> = new Set(['a', 'figure', 'figcaption'])

/** Collects the parts from parser events. Unclosed elements are ignored. */
class PartsReader implements Partial<Handler>, HtmlParts {
  readonly images: HtmlParts['images'][number][] = []
  readonly links: HtmlParts['links'][number][] = []
  readonly figures: HtmlParts['figures'][number][] = []
  readonly #body: string
  readonly #open: OpenElement[] = []
  readonly #captions = new Map<OpenElement, Caption>()
  #parser: Pick<Parser, 'startIndex' | 'endIndex'> = { startIndex: 0, endIndex: 0 }
  #text = ''
  /** Range of the attribute `alt` in the current tag. */
  #alt: Range | undefined
  #nameEnd = 0

  constructor(body: string) {
    this.#body = body
  }

  onparserinit(parser: Parser): void {
    this.#parser = parser
  }

  onopentagname(): void {
    this.#alt = undefined
    this.#nameEnd = this.#parser.endIndex
  }

  onattribute(name: string): void {
    const { startIndex: start, endIndex: end } = this.#parser
    if (name === 'alt') this.#alt ??= { start, end }
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const { startIndex: start, endIndex } = this.#parser
    const end = endIndex + 1
    const { src, alt = '' } = attributes
    if (name === 'img' && src !== undefined)
      this.images.push({ src: src.trim(), range: { start, end }, alt: altOf(this.#alt, alt, this.#nameEnd) })
    if (!followed.has(name)) return
    const element: OpenElement = { name, start, innerStart: end, textStart: this.#text.length }
    if (name === 'figcaption') this.#openCaption(element)
    this.#open.push(element)
  }

  ontext(text: string): void {
    this.#text += text
  }

  onclosetag(name: string, isImplied: boolean): void {
    if (!followed.has(name)) return
    const element = this.#open.pop()
    if (!element || isImplied) return
    const { startIndex, endIndex } = this.#parser
    const outer = { start: element.start, end: endIndex + 1 }
    const inner = { start: element.innerStart, end: startIndex }
    if (name === 'a') this.links.push({ outer, inner })
    if (name === 'figcaption') this.#closeCaption(element, inner)
    if (name === 'figure') {
      const caption = element.caption?.spot
      this.figures.push({ outer, ...(caption ? { caption } : {}) })
    }
  }

  /** Sets the caption of the open figures, from the innermost outwards, until one already has a caption. */
  #openCaption(element: OpenElement): void {
    const caption: Caption = {}
    this.#captions.set(element, caption)
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const figure = this.#open[at]
      if (figure?.name !== 'figure') continue
      if (figure.caption) return
      figure.caption = caption
    }
  }

  #closeCaption(element: OpenElement, range: Range): void {
    const caption = this.#captions.get(element)
    if (!caption) return
    // The HTML parser receives Markdown as spaces. So the text of a Markdown caption is its source.
    const text = this.#text.slice(element.textStart)
    const shown = text.trim() === '' ? this.#body.slice(range.start, range.end) : text
    caption.spot = { range, text: shown.trim(), syntax: 'html' }
  }
}

function onlyHtml(body: string, pieces: readonly Html[]): string {
  let text = ''
  for (const piece of pieces) {
    const { start, end } = rangeOf(piece)
    text += blank(body.slice(text.length, start))
    text += withoutText(withoutPrefixes(body.slice(start, end), piece.value))
  }
  return text + blank(body.slice(text.length))
}

/** Blanks the parts that the site shows as text or not at all. */
function withoutText(piece: string): string {
  let [html, copied] = ['', 0]
  for (const { start, end } of htmlAsText(piece)) {
    html += piece.slice(copied, start) + blank(piece.slice(start, end))
    copied = end
  }
  return html + piece.slice(copied)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Blanks the prefixes of quotes and lists (`> `, spaces), which are not part of the HTML. */
function withoutPrefixes(source: string, value: string): string {
  if (source === value) return source
  const lines = value.split(/\r\n|\r|\n/)
  return source
    .split(/(?<=\r\n|\r(?!\n)|\n)/)
    .map((line, index) => {
      const prefix = line.replace(/[\r\n]+$/, '').length - (lines[index]?.length ?? 0)
      return prefix > 0 ? ' '.repeat(prefix) + line.slice(prefix) : line
    })
    .join('')
}

/** The range of the `alt` attribute; without one, the position after the tag name. */
function altOf(attribute: Range | undefined, text: string, nameEnd: number): PlainSpot {
  const form = { syntax: 'html', before: 'alt="', after: '"' } as const
  if (attribute) return { range: attribute, text, ...form }
  return { range: { start: nameEnd, end: nameEnd }, text: '', ...form, before: ` ${form.before}` }
}
