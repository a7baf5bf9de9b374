import { createHash } from 'node:crypto'
import type { Digest } from './digest.ts'

export function sha256(): Digest {
  const hash = createHash('sha256')
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') }
}
