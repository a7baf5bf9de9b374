import { transcode } from 'node:buffer'

/** Bytes of the shared buffer: more than nearly every page has in UTF-16. */
const kept = 1024 * 1024
const units = Buffer.allocUnsafeSlow(kept)

/**
 * Like `Buffer.from(text)` in a third of the time beyond Latin-1. The result may share memory with other
 * results. Unpaired surrogates become replacement characters.
 */
export function utf8(text: string): Uint8Array {
  const room = 2 * text.length > kept ? Buffer.allocUnsafeSlow(2 * text.length) : units
  const wide = room.subarray(0, room.write(text, 'utf16le'))
  try {
    return transcode(wide, 'utf16le', 'utf8')
  } catch {
    // `transcode` refuses unpaired surrogates.
    return Buffer.from(text)
  }
}
