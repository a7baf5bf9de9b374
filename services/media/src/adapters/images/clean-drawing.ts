import { SaxesParser, type SaxesTagNS } from 'saxes'
import { allowedReference, allowedStyle, attributes, elements, emptied } from './drawing-allowed.ts'
import { drawingSize } from './drawing-size.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** Maximum elements and levels of nesting, which no real drawing reaches. */
const maxElements = 200_000
const deepest = 200

/** Users see the message of this error. */
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
 * Parses an SVG as XML and rebuilds it from allowed parts (contract.md#svg-images). Removes other elements
 * with their content. Removes the document type and never loads its DTD.
 * @throws RefusedDrawing if the SVG is not well-formed, declares entities or exceeds the limits
 */
export function cleanDrawing(source: string): CleanDrawing {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const drawing = new Drawing()
  parser.on('error', ({ message }) => {
    throw new RefusedDrawing(`The SVG file is not well-formed XML: ${message}`)
  })
  parser.on('doctype', rejectEntities)
  parser.on('opentag', (tag) => drawing.openTag(tag))
  parser.on('closetag', () => drawing.closeTag())
  parser.on('text', (text) => drawing.addText(text))
  parser.on('cdata', (text) => drawing.addText(text))
  parser.write(source).close()
  return drawing.result()
}

class Drawing {
  readonly #out: string[] = []
  readonly #open: string[] = []
  /** Number of open elements that are removed. */
  #skipped = 0
  #count = 0
  /** Text of the open style element. */
  #style: string | undefined
  #size: ReturnType<typeof drawingSize>

  openTag(tag: SaxesTagNS): void {
    if (++this.#count > maxElements || this.#open.length + this.#skipped >= deepest)
      throw new RefusedDrawing('The SVG file has too many elements, or they are nested too deeply.')
    const isRoot = this.#open.length === 0
    if (isRoot && this.#skipped === 0) this.#readRoot(tag)
    if (this.#skipped > 0 || !this.#isAllowed(tag)) {
      this.#skipped++
      return
    }
    const namespaces = isRoot ? ` xmlns="${svgNamespace}" xmlns:xlink="${xlinkNamespace}"` : ''
    this.#out.push(`<${tag.local}${namespaces}${allowedAttributes(tag)}>`)
    this.#open.push(tag.local)
    if (tag.local === 'style') this.#style = ''
  }

  closeTag(): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    const name = this.#open.pop() ?? ''
    if (name === 'style' && this.#style !== undefined) {
      if (allowedStyle(this.#style)) this.#out.push(escapedText(this.#style))
      this.#style = undefined
    }
    this.#out.push(`</${name}>`)
  }

  addText(text: string): void {
    if (this.#skipped > 0 || emptied.has(this.#open.at(-1) ?? '')) return
    if (this.#style !== undefined) this.#style += text
    else if (this.#open.length > 0) this.#out.push(escapedText(text))
  }

  /** @throws RefusedDrawing if the source has no element */
  result(): CleanDrawing {
    if (this.#out.length === 0) throw new RefusedDrawing('The file is not an SVG drawing.')
    return { text: this.#out.join(''), ...this.#size }
  }

  #readRoot({ uri, local, attributes: all }: SaxesTagNS): void {
    if (uri !== svgNamespace || local !== 'svg') throw new RefusedDrawing('The file is not an SVG drawing.')
    this.#size = drawingSize(Object.fromEntries(Object.values(all).map(({ name, value }) => [name, value])))
  }

  #isAllowed({ uri, local }: SaxesTagNS): boolean {
    const parent = this.#open.at(-1) ?? ''
    return uri === svgNamespace && elements.has(local) && !emptied.has(parent) && parent !== 'style'
  }
}

/** Rejects a document type that declares entities, or includes declarations with `%name;`. */
function rejectEntities(documentType: string): void {
  if (/<!ENTITY|%[^\s;%]+;/i.test(documentType))
    throw new RefusedDrawing(
      'The SVG file declares entities in its DOCTYPE. Save it without them.',
      'entities',
    )
}

function allowedAttributes({ local: element, attributes: all }: SaxesTagNS): string {
  const attributes = Object.values(all).map(({ uri, local, value }) => {
    const name = allowedName(element, uri, local, value)
    return name === undefined ? '' : ` ${name}="${escaped(value)}"`
  })
  return attributes.join('')
}

/** The attribute name to write; undefined if the attribute is not allowed. */
function allowedName(element: string, uri: string, local: string, value: string): string | undefined {
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
