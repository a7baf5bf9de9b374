import type { Html } from 'mdast'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from 'parse5'
import type { Range } from '../../core/references/embedded-image.ts'
import { parsedHtml } from './html-tree.ts'
import { rangeOf } from './markdown-images.ts'
import type { PlainSpot } from './plain-image.ts'

export interface HtmlParts {
  readonly images: readonly { readonly src: string; readonly range: Range; readonly alt: PlainSpot }[]
  readonly links: readonly { readonly outer: Range; readonly inner: Range }[]
  readonly figures: readonly { readonly outer: Range; readonly caption?: PlainSpot }[]
  /** Where Markdown, too, shows nothing: comments, and elements that hold text only. */
  readonly hidden: readonly Range[]
}

const textElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

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
  const hidden: Range[] = []
  if (pieces.length === 0) return { images, links, figures, hidden }
  for (const node of withAllBelow(parsedHtml(onlyHtml(body, pieces)))) {
    hidden.push(...hiddenBy(node))
    if (defaultTreeAdapter.isElementNode(node)) {
      const outer = outerOf(node)
      const inner = innerOf(node)
      const src = attributeOf(node, 'src')
      if (node.tagName === 'img' && outer && src !== undefined) images.push({ src: src.trim(), range: outer, alt: altOf(node, outer) })
      if (node.tagName === 'a' && outer && inner) links.push({ outer, inner })
      if (node.tagName === 'figure' && outer && inner) figures.push({ outer, ...captionOf(node, body) })
    }
  }
  return { images, links, figures, hidden }
}

function hiddenBy(node: Node): readonly Range[] {
  if (defaultTreeAdapter.isCommentNode(node)) return placeOf(node)
  const isText = defaultTreeAdapter.isElementNode(node) && textElements.has(node.tagName) && node.namespaceURI === html.NS.HTML
  return isText ? node.childNodes.flatMap(placeOf) : []
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
  let isTagOpen = false
  for (const piece of pieces) {
    const { start, end } = rangeOf(piece)
    const gap = body.slice(text.length, start)
    // The tags of the Markdown in between end a tag that the author left open.
    text += isTagOpen && gap.trim() !== '' ? `${blank(gap).slice(0, -1)}>` : blank(gap)
    const source = body.slice(start, end)
    text += withoutPrefixes(source, piece.value)
    isTagOpen = source.lastIndexOf('<') > source.lastIndexOf('>')
  }
  return text + blank(body.slice(text.length))
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

function placeOf(node: Node): readonly Range[] {
  const range = outerOf(node)
  return range ? [range] : []
}

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
  if (place) return { range: { start: place.startOffset, end: place.endOffset }, text: attributeOf(image, 'alt') ?? '', ...form }
  const behindName = outer.start + '<img'.length
  return { range: { start: behindName, end: behindName }, text: '', ...form, before: ` ${form.before}` }
}

function captionOf(figure: Element, body: string): { caption?: PlainSpot } {
  const element = first(figure, 'figcaption')
  const range = element && innerOf(element)
  if (!element || !range) return {}
  // A caption that Markdown reads as text of its own is blank to the HTML parser.
  const text = textOf(element)
  return { caption: { range, text: (text.trim() === '' ? body.slice(range.start, range.end) : text).trim(), syntax: 'html' } }
}

function first(parent: Element, tagName: string): Element | undefined {
  for (const node of withAllBelow(parent))
    if (node !== parent && defaultTreeAdapter.isElementNode(node) && node.tagName === tagName) return node
  return undefined
}

function textOf(node: Node): string {
  return [...withAllBelow(node)].map((part) => (defaultTreeAdapter.isTextNode(part) ? part.value : '')).join('')
}
