/** Text as bytes. */
import { transcode } from 'node:buffer'

/** Bytes of UTF-16 that room is kept for: more than nearly every page has. */
const kept = 1024 * 1024
const units = Buffer.allocUnsafeSlow(kept)

/**
 * The text in UTF-8, as `Buffer.from(text)` has it; of what is no Unicode the memory may be shared with others. V8 writes a text with
 * signs beyond Latin-1, as most pages are, sign by sign; many at a time take a third of the time, and no longer with other texts. Half
 * of a pair of units is a replacement character.
 */
export function utf8(text: string): Uint8Array {
  const room = 2 * text.length > kept ? Buffer.allocUnsafeSlow(2 * text.length) : units
  const wide = room.subarray(0, room.write(text, 'utf16le'))
  try {
    return transcode(wide, 'utf16le', 'utf8')
  } catch {
    // It has half of a pair, which is looked for sooner here than in the text.
    return Buffer.from(text)
  }
}
