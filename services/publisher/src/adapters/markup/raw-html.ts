import type { TokenizerCallbacks } from 'htmlparser2'
import { BodyWriter } from './body-writer.ts'
import { tokenize } from './html-tokenizer.ts'

/** Writes a piece of raw HTML. Elements that the piece does not close stay open. */
export function writeRawHtml(writer: BodyWriter, piece: string): void {
  tokenize(piece, callbacksOf(writer, piece))
  // An open iframe would hide the text after it.
  if (/<iframe/i.test(piece)) writer.close('iframe')
}

function callbacksOf(writer: BodyWriter, piece: string): Partial<TokenizerCallbacks> {
  let [name, attribute, value] = ['', '', '']
  let attributes: Record<string, string> = {}
  let isFrame = false
  // Browsers do not show the content of an iframe.
  const write = (text: string): void => {
    if (!isFrame) writer.write(text)
  }
  const nameOf = (start: number, end: number): string => {
    const written = piece.slice(start, end).toLowerCase()
    return written === 'image' && !writer.isForeign ? 'img' : written
  }
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
  }
}

export function isSafeFrame(tag: string): boolean {
  const writer = new BodyWriter()
  writeRawHtml(writer, tag)
  return writer.pieces.length > 0
}
