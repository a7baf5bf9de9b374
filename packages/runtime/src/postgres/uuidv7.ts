import { randomInt, randomUUID } from 'node:crypto'
import type { NewId } from '@typecase/kernel'

let last = 0
let sequence = 0

/**
 * Returns a UUIDv7 greater than all earlier ones of this process, even if the clock is set back. The 12 bits
 * after the version count ids within a millisecond; if they overflow, the id has the next millisecond.
 */
export const uuidv7: NewId = () => {
  const now = Date.now()
  if (now > last) {
    last = now
    sequence = randomInt(0x400)
  } else if (++sequence > 0xfff) {
    last += 1
    sequence = 0
  }
  const time = last.toString(16).padStart(12, '0')
  const count = sequence.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`
}
