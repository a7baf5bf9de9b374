import { SaxesParser, type SaxesTagNS } from 'saxes'
import { allowedReference, allowedStyle, attributes, elements, emptied } from './drawing-allowed.ts'
import { drawingSize } from './drawing-size.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** Bounds on what is rebuilt; no drawing made by a person or a tool comes near. */
const mostElements = 200_000
const deepest = 200

/** Its message is a sentence for the person who uploads the drawing. */
export class RefusedDrawing extends Error {
  readonly reason: 'drawing' | 'entities'

  constructor(message: string, reason: RefusedDrawing['reason'] = 'drawing') {
    super(message)
    this.reason = reason
  }
}

export interface CleanDrawing {
  readonly text: string
  readonly width?: number
  readonly height?: number
}

/**
 * Parses a drawing as XML and builds a new one of what is allowed (contract.md#svg-images). Elements that are not go with all in them.
 * A document type is left out; the DTD that it names is never read. Entities are refused, for they can be anything.
 * @throws RefusedDrawing for what is no well-formed SVG, declares entities, or is beyond the bounds
 */
export function cleanDrawing(source: string): CleanDrawing {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const out: string[] = []
  /** Names of the open elements that are kept. */
  const open: string[] = []
  /** Depth within an element that is left out. */
  let skipped = 0
  let count = 0
  let style: string | undefined
  let size: ReturnType<typeof drawingSize>

  parser.on('error', ({ message }) => {
    throw new RefusedDrawing(`The SVG file is not well-formed XML: ${message}`)
  })
  parser.on('doctype', refuseEntities)
  parser.on('opentag', (tag) => {
    if (++count > mostElements || open.length + skipped >= deepest)
      throw new RefusedDrawing('The SVG file has too many elements, or nests them too deep.')
    if (open.length === 0 && skipped === 0) {
      if (tag.uri !== svgNamespace || tag.local !== 'svg')
        throw new RefusedDrawing('The file is not an SVG drawing.')
      size = drawingSize(
        Object.fromEntries(Object.values(tag.attributes).map(({ name, value }) => [name, value])),
      )
    }
    const parent = open.at(-1) ?? ''
    if (
      skipped > 0 ||
      tag.uri !== svgNamespace ||
      !elements.has(tag.local) ||
      emptied.has(parent) ||
      parent === 'style'
    ) {
      skipped++
      return
    }
    const root = open.length === 0 ? ` xmlns="${svgNamespace}" xmlns:xlink="${xlinkNamespace}"` : ''
    out.push(`<${tag.local}${root}${keptAttributes(tag)}>`)
    open.push(tag.local)
    if (tag.local === 'style') style = ''
  })
  parser.on('closetag', () => {
    if (skipped > 0) {
      skipped--
      return
    }
    const name = open.pop() ?? ''
    if (name === 'style' && style !== undefined) {
      if (allowedStyle(style)) out.push(escapedText(style))
      style = undefined
    }
    out.push(`</${name}>`)
  })
  const text = (value: string) => {
    if (skipped > 0 || emptied.has(open.at(-1) ?? '')) return
    if (style !== undefined) style += value
    else if (open.length > 0) out.push(escapedText(value))
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.write(source).close()
  if (out.length === 0) throw new RefusedDrawing('The file is not an SVG drawing.')
  return { text: out.join(''), ...size }
}

/** An entity can be declared, or included from elsewhere by `%name;`. */
function refuseEntities(documentType: string): void {
  if (/<!ENTITY|%[^\s;%]+;/i.test(documentType))
    throw new RefusedDrawing(
      'The SVG file declares entities in its DOCTYPE. Save it without them.',
      'entities',
    )
}

function keptAttributes({ local: element, attributes: all }: SaxesTagNS): string {
  const kept = Object.values(all).map(({ uri, local, value }) => {
    const name = keptName(element, uri, local, value)
    return name === undefined ? '' : ` ${name}="${escaped(value)}"`
  })
  return kept.join('')
}

/** The name it is written under, undefined when it is left out. */
function keptName(element: string, uri: string, local: string, value: string): string | undefined {
  if (uri === xlinkNamespace)
    return local === 'href' && allowedReference(element, value) ? 'xlink:href' : undefined
  if (uri === xmlNamespace) return local === 'space' || local === 'lang' ? `xml:${local}` : undefined
  if (uri !== '') return undefined
  const isAllowed =
    local === 'href' ? allowedReference(element, value) : attributes.has(local) && allowedStyle(value)
  return isAllowed ? local : undefined
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
const escaped = (value: string): string =>
  value.replace(/[&<>"\t\r\n]/g, (character) => entities[character] ?? character)
const escapedText = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => entities[character] ?? character)
