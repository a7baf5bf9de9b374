/** Lines of `.jsonl` files, read from a stream without holding the whole file. */
import type { ByteStream } from '../bytes.ts'
import { tooLarge } from '../source/tree.ts'

const lineFeed = 0x0a

/**
 * Yields the non-empty lines, without their line feeds.
 * @throws TransferError TOO_LARGE for a line of more than `longest` bytes
 */
export async function* linesOf(stream: ByteStream, path: string, longest: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let line = ''
  let bytes = 0
  const extend = (part: Uint8Array): void => {
    bytes += part.length
    if (bytes > longest) throw tooLarge(`a line of ${path}`, longest)
    line += decoder.decode(part, { stream: true })
  }
  const take = (): string => {
    const whole = line + decoder.decode()
    line = ''
    bytes = 0
    return whole
  }
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      extend(chunk.subarray(start, end))
      start = end + 1
      if (bytes > 0) yield take()
    }
    extend(chunk.subarray(start))
  }
  if (bytes > 0) yield take()
}
