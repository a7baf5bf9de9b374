/** Many pieces into one file or pipe, without putting them together before. */
import { writevSync } from 'node:fs'

/**
 * Writes all of them, one behind the other, from that place of the file on, or where a pipe goes on; waits while that has no room.
 * @throws the error of the system; some may be written then
 */
export function writeAll(file: number, pieces: readonly Uint8Array[], at?: number): void {
  let left = pieces.filter(({ length }) => length > 0)
  for (let end = at; left.length > 0; ) {
    const written = writevSync(file, left, end)
    if (end !== undefined) end += written
    left = behind(left, written)
  }
}

/** What is left of the pieces behind so many bytes. */
function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let gone = bytes
  return pieces.flatMap((piece) => {
    const here = Math.min(gone, piece.length)
    gone -= here
    return here < piece.length ? [piece.subarray(here)] : []
  })
}
