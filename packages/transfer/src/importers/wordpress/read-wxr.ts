/** Reads a WXR file as a stream of records, one item in memory at a time. */
import { SaxesParser } from 'saxes'
import type { ByteStream } from '../../bytes.ts'
import { messageOf, TransferError } from '../../errors.ts'
import type { Limits } from '../../limits.ts'

export interface WxrTerm {
  readonly domain: string
  readonly slug: string
  readonly name: string
}

export interface WxrItem {
  /** Text of elements by name with prefix: `title`, `wp:post_id`, `content:encoded`. */
  readonly fields: ReadonlyMap<string, string>
  readonly terms: readonly WxrTerm[]
  readonly meta: ReadonlyMap<string, string>
  readonly comments: readonly Readonly<Record<string, string>>[]
}

export type WxrRecord =
  | { readonly kind: 'item'; readonly item: WxrItem }
  | { readonly kind: 'author'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'term'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'channel'; readonly name: string; readonly text: string }

const deepest = 40
const records = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term'])

/** @throws TransferError for invalid XML, declared entities, or a text beyond the limit */
export async function* readWxr(stream: ByteStream, limits: Limits): AsyncGenerator<WxrRecord> {
  const ready: WxrRecord[] = []
  const parser = new WxrParser(ready, limits)
  const decoder = new TextDecoder()
  try {
    for await (const chunk of stream) {
      parser.write(decoder.decode(chunk, { stream: true }))
      yield* ready.splice(0)
    }
    parser.write(decoder.decode())
    parser.close()
    yield* ready.splice(0)
  } catch (error) {
    if (error instanceof TransferError) throw error
    throw new TransferError('DAMAGED', `the XML is not well-formed: ${messageOf(error)}`)
  }
}

type Attributes = Readonly<Record<string, string>>

/** The XML parser, its open elements, and the record that they build. Adds complete records to `ready`. */
class WxrParser {
  readonly parser = new SaxesParser({ xmlns: false })
  readonly ready
  readonly limits
  readonly stack: { name: string; text: string; attributes: Attributes }[] = []
  item = newItem()
  /** Elements inside an author, term, comment or metadata entry. */
  part: Record<string, string> = {}
  /** Characters since the parser last reported a tag or text. */
  unseen = 0

  constructor(ready: WxrRecord[], limits: Limits) {
    this.ready = ready
    this.limits = limits
    this.parser.on('error', (error) => {
      throw error
    })
    this.parser.on('doctype', () => {
      throw new TransferError(
        'DAMAGED',
        'the XML has a document type; exports have none, and entities are not expanded',
      )
    })
    this.parser.on('opentag', ({ name, attributes }) => this.openTag(name, attributes))
    this.parser.on('text', (text) => this.addText(text))
    this.parser.on('cdata', (text) => this.addText(text))
    this.parser.on('closetag', () => this.closeTag())
  }

  openTag(name: string, attributes: Attributes): void {
    this.unseen = 0
    if (this.stack.length >= deepest)
      throw new TransferError('DAMAGED', `elements are nested deeper than ${deepest}`)
    this.stack.push({ name, text: '', attributes })
    if (name === 'item') this.item = newItem()
    else if (records.has(name) || name === 'wp:comment' || name === 'wp:postmeta') this.part = {}
  }

  addText(text: string): void {
    this.unseen = 0
    const top = this.stack.at(-1)
    if (top) top.text += text
    if (top && top.text.length > this.limits.xmlText)
      throw new TransferError('TOO_LARGE', `<${top.name}> has more than ${this.limits.xmlText} characters`)
  }

  closeTag(): void {
    this.unseen = 0
    const element = this.stack.pop()
    if (!element) return
    const { name, text, attributes } = element
    const { ready, item, part } = this
    const parent = this.stack.at(-1)?.name
    if (name === 'item') ready.push({ kind: 'item', item })
    else if (name === 'wp:author') ready.push({ kind: 'author', fields: part })
    else if (records.has(name)) ready.push({ kind: 'term', fields: { ...part, element: name } })
    else if (parent === 'item') addToItem(item, part, name, text, attributes)
    else if (parent === 'channel') ready.push({ kind: 'channel', name, text: text.trim() })
    else part[name] = text
  }

  write(chunk: string): void {
    // Counts the characters of unfinished text, which the parser still holds.
    this.unseen += chunk.length
    if (this.unseen > this.limits.xmlText + chunk.length)
      throw new TransferError('TOO_LARGE', `a text or tag has more than ${this.limits.xmlText} characters`)
    this.parser.write(chunk)
  }

  close(): void {
    this.parser.close()
  }
}

type OpenItem = ReturnType<typeof newItem>

/** Adds a closed element to the item; `part` has the elements inside it. */
function addToItem(
  item: OpenItem,
  part: Record<string, string>,
  name: string,
  text: string,
  { domain = 'category', nicename = '' }: Attributes,
): void {
  if (name === 'wp:comment') item.comments.push(part)
  else if (name === 'wp:postmeta') item.meta.set(part['wp:meta_key'] ?? '', part['wp:meta_value'] ?? '')
  else if (name === 'category') item.terms.push({ domain, slug: nicename, name: text.trim() })
  else item.fields.set(name, text)
}

const newItem = () => ({
  fields: new Map<string, string>(),
  terms: [] as WxrTerm[],
  meta: new Map<string, string>(),
  comments: [] as Record<string, string>[],
})
