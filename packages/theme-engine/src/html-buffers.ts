/**
 * Pool of buffers for rendered HTML. A new buffer needs new pages from the kernel, which clears them on first
 * write; that takes longer than copying the HTML. Every new buffer has this cost: with the settings in
 * deploy/node-flags.json, malloc returns freed blocks of this size to the kernel.
 */

export interface HtmlBuffers {
  /** Returns an uninitialised buffer. @throws RangeError when memory is exhausted */
  take(length: number): Uint8Array
  /** True if `take` returned exactly `length` bytes of this buffer, which can then be transferred whole. */
  isWhole(buffer: ArrayBufferLike, length: number): buffer is ArrayBuffer
  /** True for a buffer that `giveBack` keeps in the pool. */
  isReusable(buffer: ArrayBufferLike): boolean
  /** Returns an unused buffer to the pool, possibly after a transfer to another thread. */
  giveBack(buffer: ArrayBuffer): void
}

const mostFree = 8
/** Bytes. Sizes in the pool are multiples of `step`; buffers above `largest` are not reused. */
const [step, largest] = [256 * 1024, 2 * 1024 * 1024]

export function htmlBuffers(): HtmlBuffers {
  const free: ArrayBuffer[] = []
  const taken = new WeakMap<ArrayBufferLike, number>()

  function takeFree(length: number): ArrayBuffer | undefined {
    const place = free.findIndex(({ byteLength }) => byteLength >= length)
    return place < 0 ? undefined : free.splice(place, 1)[0]
  }

  const isReusable = ({ byteLength }: ArrayBufferLike): boolean =>
    byteLength > 0 && byteLength <= largest && byteLength % step === 0

  return {
    isReusable,
    take(length) {
      if (length === 0 || length > largest) return fresh(length)
      const buffer = takeFree(length) ?? fresh(Math.ceil(length / step) * step).buffer
      taken.set(buffer, length)
      return new Uint8Array(buffer, 0, length)
    },
    isWhole: (buffer, length): buffer is ArrayBuffer => taken.get(buffer) === length,
    giveBack(buffer) {
      if (!isReusable(buffer)) return
      free.push(buffer)
      // Drops the smallest, because larger ones fit more requests.
      free.sort((one, other) => one.byteLength - other.byteLength)
      if (free.length > mostFree) free.shift()
    },
  }
}

const fresh = (length: number): Uint8Array => new Uint8Array(Buffer.allocUnsafeSlow(length).buffer)
