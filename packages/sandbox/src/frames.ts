/**
 * The protocol between the service and a sandboxed process, over one pipe. A frame is a head of three 32-bit
 * numbers (kind, bytes of the message, bytes of the attachment), then the message in the format of
 * `v8.serialize`, then the attachment.
 */

/**
 * The service sends `chunk` (part of the body of the next call) and `call`; the process sends the other
 * kinds.
 */
const kinds = ['chunk', 'call', 'ready', 'part', 'done', 'failed'] as const
export type FrameKind = (typeof kinds)[number]

/** File descriptor of the pipe in the sandboxed process. */
export const pipeNumber = 3
export const headLength = 12

export interface Head {
  readonly kind: FrameKind
  readonly message: number
  readonly bytes: number
}

export function writeHead({ kind, message, bytes }: Head): Uint8Array {
  const head = new DataView(new ArrayBuffer(headLength))
  head.setUint32(0, kinds.indexOf(kind))
  head.setUint32(4, message)
  head.setUint32(8, bytes)
  return new Uint8Array(head.buffer)
}

/** @throws Error for an unknown kind */
export function readHead(head: Uint8Array): Head {
  const view = new DataView(head.buffer, head.byteOffset, headLength)
  const kind = kinds[view.getUint32(0)]
  if (!kind) throw new Error('unknown kind of frame')
  return { kind, message: view.getUint32(4), bytes: view.getUint32(8) }
}

export interface Frame {
  readonly kind: FrameKind
  /** In the format of `v8.serialize`. */
  readonly message: Uint8Array
  readonly bytes: Uint8Array
}

export interface FrameReaderOptions {
  /** Called for each head. If it throws, `push` throws the same error. */
  readonly check: (head: Head) => void
  readonly allocate: (length: number) => Uint8Array
  readonly onFrame: (frame: Frame) => void
}

/** Assembles frames from the chunks of a pipe. Copies each chunk once and frees its memory. */
export class FrameReader {
  readonly #options: FrameReaderOptions
  readonly #head = new Uint8Array(headLength)
  #frame: Frame | undefined
  /** Where the next bytes are copied: the head, the message or the attachment. */
  #target: Uint8Array = this.#head
  #filled = 0

  constructor(options: FrameReaderOptions) {
    this.#options = options
  }

  /** @throws the errors of `check`, `allocate` and `onFrame` */
  push(chunk: Uint8Array): void {
    for (let at = 0; ; ) {
      const part = chunk.subarray(at, at + this.#target.length - this.#filled)
      this.#target.set(part, this.#filled)
      at += part.length
      this.#filled += part.length
      if (this.#filled < this.#target.length) break
      this.#advance()
    }
    release(chunk)
  }

  #advance(): void {
    const frame = this.#frame
    this.#filled = 0
    if (!frame) {
      const head = readHead(this.#head)
      this.#options.check(head)
      const message = Buffer.allocUnsafeSlow(head.message)
      this.#frame = { kind: head.kind, message, bytes: this.#options.allocate(head.bytes) }
      this.#target = message
    } else if (this.#target === frame.message) {
      this.#target = frame.bytes
    } else {
      this.#frame = undefined
      this.#target = this.#head
      this.#options.onFrame(frame)
    }
  }
}

/**
 * Frees the memory of bytes that cover their whole buffer. The memory is outside V8's heap, and V8 would free
 * it only at its next garbage collection.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
