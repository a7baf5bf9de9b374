/** Writes the plain text of a body and its HTML, which is split at its URLs. */
import { type Attributes, isSafeElement, safeAttributes } from './safe-elements.ts'

const voidElements = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
)

const paragraph = new Set(['p'])
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p'])
const sections = new Set(['thead', 'tbody'])
const terms = new Set(['dd', 'dt'])
const fields = new Set('input option optgroup select button datalist textarea'.split(' '))
const impliedEnds: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...'p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre section table ul'
    .split(' ')
    .map((name) => [name, paragraph] as const),
  ...'h1 h2 h3 h4 h5 h6'.split(' ').map((name) => [name, headings] as const),
  ...'input select output button datalist textarea'.split(' ').map((name) => [name, fields] as const),
  ['tr', new Set(['tr', 'th', 'td'])],
  ['th', new Set(['th'])],
  ['td', new Set(['thead', 'th', 'td'])],
  ['a', new Set(['a'])],
  ['li', new Set(['li'])],
  ['dd', terms],
  ['dt', terms],
  ['tbody', sections],
  ['tfoot', sections],
])

const endsWord = new Set('p div li h1 h2 h3 h4 h5 h6 td th tr blockquote pre figcaption dd dt'.split(' '))

const foreign = new Set(['svg', 'math'])

export class BodyWriter {
  readonly pieces: string[] = []
  readonly urls: string[] = []
  html = ''
  text = ''
  readonly #open: string[] = []
  #foreign = 0

  get isForeign(): boolean {
    return this.#foreign > 0
  }

  enter(name: string): void {
    this.#imply(name)
    this.#open.push(name)
  }

  open(name: string, attributes = ''): void {
    this.enter(name)
    this.html += `<${name}${attributes}>`
  }

  openSafe(name: string, given: Attributes): void {
    this.#imply(name)
    const isVoid = voidElements.has(name)
    const attributes = safeAttributes(name, given)
    if (!isVoid && (attributes || name !== 'iframe')) this.#push(name)
    if (!attributes) return
    this.html += `<${name}`
    for (const attribute of Object.keys(attributes)) this.attribute(attribute, attributes[attribute] ?? '')
    this.html += isVoid ? ' />' : '>'
    if (name === 'br' || name === 'hr') this.text += ' '
  }

  attribute(name: string, value: string): void {
    if (name === 'href' || name === 'src') {
      this.pieces.push(`${this.html} ${name}="`)
      this.urls.push(value)
      this.html = '"'
    } else this.html += value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapedAttribute(value)}"`
  }

  void(name: 'br' | 'hr'): void {
    this.#imply(name)
    this.html += `<${name} />`
    this.text += ' '
  }

  close(name: string): void {
    const open = this.#open
    const at = open[open.length - 1] === name ? open.length - 1 : open.lastIndexOf(name)
    if (at >= 0) while (open.length > at) this.#end(this.#pop() ?? '')
  }

  /** Browsers create an element for the end tags `</p>` and `</br>`. */
  closeSafe(name: string): void {
    if (name === 'br') this.openSafe('br', {})
    else if (!voidElements.has(name)) {
      if (name === 'p' && this.#open.lastIndexOf('p') < 0) this.openSafe('p', {})
      this.close(name)
    }
  }

  closeAll(): void {
    while (this.#open.length > 0) this.#end(this.#pop() ?? '')
  }

  write(text: string): void {
    this.html += escapedText(text)
    this.text += text
  }

  line(): void {
    this.html += '\n'
    this.text += '\n'
  }

  /**
   * Runs `inner` and passes the text that it wrote to `start`. Inserts the markup that `start` returns before
   * the HTML that `inner` wrote.
   */
  around(inner: () => void, start: (text: string) => string): void {
    const [outer, from, first] = [this.html, this.text.length, this.pieces.length]
    this.html = ''
    inner()
    const begun = outer + start(this.text.slice(from))
    if (this.pieces.length === first) this.html = begun + this.html
    else this.pieces[first] = begun + this.pieces[first]
  }

  #imply(name: string): void {
    const ends = impliedEnds.get(name)
    if (!ends) return
    const open = this.#open
    while (open.length > 0 && ends.has(open[open.length - 1] ?? '')) this.#end(this.#pop() ?? '')
  }

  #push(name: string): void {
    this.#open.push(name)
    if (foreign.has(name)) this.#foreign += 1
  }

  #pop(): string | undefined {
    const name = this.#open.pop()
    if (this.#foreign > 0 && foreign.has(name ?? '')) this.#foreign -= 1
    return name
  }

  #end(name: string): void {
    if (isSafeElement(name)) this.html += `</${name}>`
    if (endsWord.has(name)) this.text += ' '
  }
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const markOf = (mark: string): string => marks[mark] ?? mark

export const escapedText = (text: string): string =>
  /[&<>]/.test(text) ? text.replace(/[&<>]/g, markOf) : text

export const escapedAttribute = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, markOf) : text

const unevenSpace = /[^\S ]\s*| \s+/g

export const withEvenSpace = (text: string): string => text.replace(unevenSpace, ' ').trim()
