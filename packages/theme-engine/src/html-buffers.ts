/**
 * Memory for HTML on its way from a renderer process to where it is written. It is used again and again: memory that is asked of the
 * system anew is cleared page by page when it is first written to, which takes longer than the HTML takes to be copied. With the
 * threshold of deploy/node-flags.json the C library keeps no piece of such a size.
 */

export interface HtmlBuffers {
  /** So many bytes that are nobody else's; what is in them is of no meaning. @throws RangeError when there are none */
  take(length: number): Uint8Array
  /** Whether parts of that memory, so many bytes in all, are all that was taken of it: whoever has them may give it back. */
  isAll(buffer: ArrayBufferLike, length: number): buffer is ArrayBuffer
  /** Of what is not needed any more. It may have passed through other threads. */
  giveBack(buffer: ArrayBuffer): void
}

/** Pieces that wait to be used again. */
const mostKept = 8
/** Bytes: sizes are multiples of the one, so that pieces fit for others; what is larger than the other is not kept. */
const [step, largest] = [256 * 1024, 2 * 1024 * 1024]

export function htmlBuffers(): HtmlBuffers {
  const free: ArrayBuffer[] = []
  const taken = new WeakMap<ArrayBufferLike, number>()

  function found(length: number): ArrayBuffer | undefined {
    const place = free.findIndex(({ byteLength }) => byteLength >= length)
    return place < 0 ? undefined : free.splice(place, 1)[0]
  }

  return {
    take(length) {
      if (length === 0 || length > largest) return fresh(length)
      const buffer = found(length) ?? fresh(Math.ceil(length / step) * step).buffer
      taken.set(buffer, length)
      return new Uint8Array(buffer, 0, length)
    },
    isAll: (buffer, length): buffer is ArrayBuffer => taken.get(buffer) === length,
    giveBack(buffer) {
      if (buffer.byteLength === 0 || buffer.byteLength > largest || buffer.byteLength % step !== 0) return
      free.push(buffer)
      // The smallest goes first: those that are left fit for more.
      free.sort((one, other) => one.byteLength - other.byteLength)
      if (free.length > mostKept) free.shift()
    },
  }
}

const fresh = (length: number): Uint8Array => new Uint8Array(Buffer.allocUnsafeSlow(length).buffer)
