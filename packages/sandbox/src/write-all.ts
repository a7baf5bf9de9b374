/** Writes many pieces to a file or pipe without concatenating them. */
import { writevSync } from 'node:fs'

/**
 * Writes all pieces in order, from offset `at` of a file, or to a pipe; blocks while the pipe is full.
 * @throws the error of the system, possibly after writing some pieces
 */
export function writeAll(file: number, pieces: readonly Uint8Array[], at?: number): void {
  let left = pieces.filter(({ length }) => length > 0)
  for (let end = at; left.length > 0; ) {
    const written = writevSync(file, left, end)
    if (end !== undefined) end += written
    left = behind(left, written)
  }
}

/** Removes the first `bytes` bytes from the pieces. */
function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let gone = bytes
  return pieces.flatMap((piece) => {
    const here = Math.min(gone, piece.length)
    gone -= here
    return here < piece.length ? [piece.subarray(here)] : []
  })
}
