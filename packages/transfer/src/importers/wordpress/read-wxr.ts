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
  const state = wxrState(ready, limits)
  const decoder = new TextDecoder()
  try {
    for await (const chunk of stream) {
      state.write(decoder.decode(chunk, { stream: true }))
      yield* ready.splice(0)
    }
    state.write(decoder.decode())
    state.close()
    yield* ready.splice(0)
  } catch (error) {
    if (error instanceof TransferError) throw error
    throw new TransferError('DAMAGED', `the XML is not well-formed: ${messageOf(error)}`)
  }
}

function wxrState(ready: WxrRecord[], limits: Limits) {
  const parser = new SaxesParser({ xmlns: false })
  const stack: { name: string; text: string; attributes: Readonly<Record<string, string>> }[] = []
  let item = newItem()
  let part: Record<string, string> = {}
  let unseen = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new TransferError(
      'DAMAGED',
      'the XML has a document type; exports have none, and entities are not expanded',
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    unseen = 0
    if (stack.length >= deepest)
      throw new TransferError('DAMAGED', `elements are nested deeper than ${deepest}`)
    stack.push({ name, text: '', attributes })
    if (name === 'item') item = newItem()
    else if (records.has(name) || name === 'wp:comment' || name === 'wp:postmeta') part = {}
  })
  const append = (text: string): void => {
    unseen = 0
    const top = stack.at(-1)
    if (top) top.text += text
    if (top && top.text.length > limits.xmlText)
      throw new TransferError('TOO_LARGE', `<${top.name}> has more than ${limits.xmlText} characters`)
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => {
    unseen = 0
    const closed = stack.pop()
    if (closed) close(closed.name, closed.text, closed.attributes)
  })
  const close = (name: string, text: string, attributes: Readonly<Record<string, string>>): void => {
    const parent = stack.at(-1)?.name
    if (name === 'item') ready.push({ kind: 'item', item })
    else if (name === 'wp:author') ready.push({ kind: 'author', fields: part })
    else if (records.has(name)) ready.push({ kind: 'term', fields: { ...part, element: name } })
    else if (parent === 'item') addToItem(item, part, name, text, attributes)
    else if (parent === 'channel') ready.push({ kind: 'channel', name, text: text.trim() })
    else part[name] = text
  }
  return {
    write(chunk: string): void {
      // Counts the characters of unfinished text, which the parser still holds.
      unseen += chunk.length
      if (unseen > limits.xmlText + chunk.length)
        throw new TransferError('TOO_LARGE', `a text or tag has more than ${limits.xmlText} characters`)
      parser.write(chunk)
    },
    close: () => void parser.close(),
  }
}

type OpenItem = ReturnType<typeof newItem>

/** Adds a closed element to the item; `part` has the elements inside it. */
function addToItem(
  item: OpenItem,
  part: Record<string, string>,
  name: string,
  text: string,
  { domain = 'category', nicename = '' }: Readonly<Record<string, string>>,
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
