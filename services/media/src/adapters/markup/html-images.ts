import { htmlAsText } from '@typecase/kernel'
import type { Html } from 'mdast'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5'
import type { Range } from '../../core/references/embedded-image.ts'
import { parsedHtml } from './html-tree.ts'
import { rangeOf } from './markdown-images.ts'
import type { PlainSpot } from './plain-image.ts'

export interface HtmlParts {
  readonly images: readonly { readonly src: string; readonly range: Range; readonly alt: PlainSpot }[]
  readonly links: readonly { readonly outer: Range; readonly inner: Range }[]
  readonly figures: readonly { readonly outer: Range; readonly caption?: PlainSpot }[]
}

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

/**
 * What the raw HTML of a Markdown body shows. Markdown cuts it into pieces; they are parsed together, each at its place,
 * with blanks for all between, so that an element which spans Markdown is found and every offset is one of the body.
 */
export function htmlParts(body: string, pieces: readonly Html[]): HtmlParts {
  const images: HtmlParts['images'][number][] = []
  const links: HtmlParts['links'][number][] = []
  const figures: HtmlParts['figures'][number][] = []
  if (pieces.length === 0) return { images, links, figures }
  for (const node of withAllBelow(parsedHtml(onlyHtml(body, pieces)))) {
    if (defaultTreeAdapter.isElementNode(node)) {
      const outer = outerOf(node)
      const inner = innerOf(node)
      const src = attributeOf(node, 'src')
      if (node.tagName === 'img' && outer && src !== undefined)
        images.push({ src: src.trim(), range: outer, alt: altOf(node, outer) })
      if (node.tagName === 'a' && outer && inner) links.push({ outer, inner })
      if (node.tagName === 'figure' && outer && inner) figures.push({ outer, ...captionOf(node, body) })
    }
  }
  return { images, links, figures }
}

/** In the order of the source. No recursion: an author may nest deeper than the stack reaches. */
function* withAllBelow(top: Node): Generator<Node> {
  const open: Node[] = [top]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child)
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

/** The site shows these parts of a piece as text, or not at all: no image is in them, and they hide none. */
function withoutText(piece: string): string {
  let [html, copied] = ['', 0]
  for (const { start, end } of htmlAsText(piece)) {
    html += piece.slice(copied, start) + blank(piece.slice(start, end))
    copied = end
  }
  return html + piece.slice(copied)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** The source of a piece in a quote or list has `> ` or blanks before its lines, which are no HTML. */
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

const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value

function outerOf({ sourceCodeLocation: at }: Pick<Node, 'sourceCodeLocation'>): Range | undefined {
  return at ? { start: at.startOffset, end: at.endOffset } : undefined
}

/** Undefined for an element that is never closed: where it ends is a guess of the parser. */
function innerOf({ sourceCodeLocation: at }: Element): Range | undefined {
  return at?.startTag && at.endTag ? { start: at.startTag.endOffset, end: at.endTag.startOffset } : undefined
}

function altOf(image: Element, outer: Range): PlainSpot {
  const place = image.sourceCodeLocation?.attrs?.alt
  const form = { syntax: 'html', before: 'alt="', after: '"' } as const
  if (place)
    return {
      range: { start: place.startOffset, end: place.endOffset },
      text: attributeOf(image, 'alt') ?? '',
      ...form,
    }
  const behindName = outer.start + '<img'.length
  return { range: { start: behindName, end: behindName }, text: '', ...form, before: ` ${form.before}` }
}

function captionOf(figure: Element, body: string): { caption?: PlainSpot } {
  const element = first(figure, 'figcaption')
  const range = element && innerOf(element)
  if (!element || !range) return {}
  // A caption that Markdown reads as text of its own is blank to the HTML parser.
  const text = textOf(element)
  return {
    caption: {
      range,
      text: (text.trim() === '' ? body.slice(range.start, range.end) : text).trim(),
      syntax: 'html',
    },
  }
}

function first(parent: Element, tagName: string): Element | undefined {
  for (const node of withAllBelow(parent))
    if (node !== parent && defaultTreeAdapter.isElementNode(node) && node.tagName === tagName) return node
  return undefined
}

function textOf(node: Node): string {
  return [...withAllBelow(node)]
    .map((part) => (defaultTreeAdapter.isTextNode(part) ? part.value : ''))
    .join('')
}
