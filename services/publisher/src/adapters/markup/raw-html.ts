import { createRequire } from 'node:module'
import type { Tokenizer, TokenizerCallbacks } from 'htmlparser2'
import { BodyWriter } from './body-writer.ts'

/** Loaded on first use: most bodies have no HTML. */
let loaded: typeof Tokenizer | undefined

function newTokenizer(callbacks: TokenizerCallbacks): Tokenizer {
  loaded ??= (createRequire(import.meta.url)('htmlparser2') as { readonly Tokenizer: typeof Tokenizer })
    .Tokenizer
  return new loaded({}, callbacks)
}

/** Elements that a piece leaves open stay open. */
export function writeRawHtml(writer: BodyWriter, piece: string): void {
  const tokenizer = newTokenizer(callbacksOf(writer, piece))
  tokenizer.write(piece)
  tokenizer.end()
  // An open frame would hide what follows.
  if (/<iframe/i.test(piece)) writer.close('iframe')
}

function callbacksOf(writer: BodyWriter, piece: string): TokenizerCallbacks {
  let [name, attribute, value] = ['', '', '']
  let attributes: Record<string, string> = {}
  let isFrame = false
  // Browsers ignore the content of a frame.
  const write = (text: string): void => {
    if (!isFrame) writer.write(text)
  }
  const nameOf = (start: number, end: number): string => {
    const written = piece.slice(start, end).toLowerCase()
    return written === 'image' && !writer.isForeign ? 'img' : written
  }
  const nothing = () => undefined
  return {
    onopentagname(start, end) {
      name = nameOf(start, end)
      attributes = {}
    },
    onattribname(start, end) {
      attribute = piece.slice(start, end).toLowerCase()
      value = ''
    },
    onattribdata(start, end) {
      value += piece.slice(start, end)
    },
    onattribentity(codePoint) {
      value += String.fromCodePoint(codePoint)
    },
    onattribend() {
      if (!Object.hasOwn(attributes, attribute)) attributes[attribute] = value
    },
    onopentagend() {
      isFrame = name === 'iframe'
      writer.openSafe(name, attributes)
    },
    onselfclosingtag() {
      writer.openSafe(name, attributes)
      if (writer.isForeign) writer.close(name)
    },
    onclosetag(start, end) {
      isFrame = false
      writer.closeSafe(nameOf(start, end))
    },
    ontext: (start, end) => write(piece.slice(start, end)),
    ontextentity: (codePoint) => write(String.fromCodePoint(codePoint)),
    isInForeignContext: () => writer.isForeign,
    oncdata(start, end, offset) {
      if (writer.isForeign) writer.write(piece.slice(start, end - offset))
    },
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onprocessinginstruction: nothing,
  }
}

export function isSafeFrame(tag: string): boolean {
  const writer = new BodyWriter()
  writeRawHtml(writer, tag)
  return writer.pieces.length > 0
}
