import type { Html, Image, ImageReference, Link, LinkReference, Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { visit } from 'unist-util-visit'
import type { Range } from '../../core/references/embedded-image.ts'
import { htmlSyntax } from './html-syntax.ts'
import type { PlainSpot } from './plain-image.ts'

export interface MarkdownImage {
  readonly src: string
  readonly range: Range
  readonly alt: PlainSpot
}

export interface MarkdownParts {
  readonly images: readonly MarkdownImage[]
  readonly links: readonly { readonly outer: Range; readonly inner: Range }[]
  readonly html: readonly Html[]
}

/** Finds Markdown images and links, and returns raw HTML unparsed. */
export function markdownParts(body: string): MarkdownParts {
  const { tree, labels } = parse(body)
  const definitions = new Map<string, string>()
  visit(tree, 'definition', ({ identifier, url }) => {
    if (!definitions.has(identifier)) definitions.set(identifier, url)
  })
  const images: MarkdownImage[] = []
  const links: { outer: Range; inner: Range }[] = []
  const html: Html[] = []
  visit(tree, (node, _, parent) => {
    // The site does not show table cells beyond the columns of the header.
    if (node.type === 'tableRow' && parent?.type === 'table')
      node.children.splice(parent.align?.length ?? Number.POSITIVE_INFINITY)
    else if (node.type === 'html') html.push(node)
    else if (node.type === 'image') images.push(imageOf(node, node.url.trim(), body, labels))
    else if (node.type === 'imageReference')
      images.push(imageOf(node, definitions.get(node.identifier) ?? '', body, labels))
    else if (node.type === 'link' || node.type === 'linkReference') links.push(linkOf(node, labels))
  })
  return { images, links, html }
}

/** The site does not support footnotes, so `[^1]` is a normal reference. */
const noFootnotes = {
  disable: { null: ['gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'] },
}

/** End offset of each label by its start offset. The syntax tree does not contain labels. */
type Labels = ReadonlyMap<number, number>

function parse(body: string): { tree: Root; labels: Labels } {
  const labels = new Map<number, number>()
  const tree = fromMarkdown(body, {
    extensions: [gfm(), noFootnotes, htmlSyntax()],
    mdastExtensions: [
      gfmFromMarkdown(),
      { enter: { labelText: ({ start, end }) => void labels.set(start.offset, end.offset) } },
    ],
  })
  return { tree, labels }
}

/** Range of the text in brackets, for an image or link whose source starts with `opening`. */
function labelOf(range: Range, opening: '![' | '[', labels: Labels): Range | undefined {
  const start = range.start + opening.length
  const end = labels.get(start)
  return end === undefined ? undefined : { start, end }
}

function imageOf(node: Image | ImageReference, src: string, body: string, labels: Labels): MarkdownImage {
  const range = rangeOf(node)
  const label = labelOf(range, '![', labels) ?? range
  const text = node.alt ?? ''
  // In `![name]` and `![name][]` the alt text also names the definition, so a new alt text must keep that
  // name.
  if (node.type === 'imageReference' && node.referenceType !== 'full') {
    return {
      src,
      range,
      alt: {
        range,
        text,
        syntax: 'markdown',
        before: '![',
        after: `][${body.slice(label.start, label.end)}]`,
      },
    }
  }
  return { src, range, alt: { range: label, text, syntax: 'markdown' } }
}

function linkOf(node: Link | LinkReference, labels: Labels): { outer: Range; inner: Range } {
  const outer = rangeOf(node)
  return { outer, inner: labelOf(outer, '[', labels) ?? outer }
}

export function rangeOf({ position }: Nodes): Range {
  if (position?.start.offset === undefined || position.end.offset === undefined)
    throw new Error('a parsed node has no position')
  return { start: position.start.offset, end: position.end.offset }
}
