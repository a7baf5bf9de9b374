import type { Patch } from '../ports.ts'

/** Overwrites bytes of a stream without changing its length. Where patches overlap, the last one applies. */
export async function* patched(
  chunks: AsyncIterable<Uint8Array>,
  patches: readonly Patch[],
): AsyncIterable<Uint8Array> {
  let begin = 0
  for await (const chunk of chunks) {
    const end = begin + chunk.length
    const within = patches.filter(({ at, bytes }) => at < end && at + bytes.length > begin)
    const copy = within.length === 0 ? chunk : Uint8Array.from(chunk)
    for (const { at, bytes } of within) {
      const part = bytes.subarray(Math.max(0, begin - at), Math.min(bytes.length, end - at))
      copy.set(part, Math.max(0, at - begin))
    }
    yield copy
    begin = end
  }
}
