/** Text as bytes. */
import { transcode } from 'node:buffer'

/**
 * The text in UTF-8, as `Buffer.from(text)` has it. V8 writes a text with signs beyond Latin-1, as most pages are, sign by sign; many
 * at a time take a third of the time, and no longer with other texts. Half of a pair of units is a replacement character.
 */
export function utf8(text: string): Uint8Array {
  return text.isWellFormed() ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text)
}
