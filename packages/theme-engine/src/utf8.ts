import { transcode } from 'node:buffer'

/** Bytes of the shared buffer. Nearly every page fits into it as UTF-16. */
const sharedBytes = 1024 * 1024
const shared = Buffer.allocUnsafeSlow(sharedBytes)

/**
 * Like `Buffer.from(text)`, but takes a third of the time if the text has characters beyond Latin-1. The
 * result may share its memory with other results. Unpaired surrogates become replacement characters.
 */
export function utf8(text: string): Uint8Array {
  const room = 2 * text.length > sharedBytes ? Buffer.allocUnsafeSlow(2 * text.length) : shared
  const wide = room.subarray(0, room.write(text, 'utf16le'))
  try {
    return transcode(wide, 'utf16le', 'utf8')
  } catch {
    // `transcode` refuses unpaired surrogates.
    return Buffer.from(text)
  }
}
