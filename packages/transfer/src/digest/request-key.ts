import { sha256 } from '#sha256'
import { bytesOf } from '../bytes.ts'

/** Idempotency key derived from the parts, so that a repeated import creates nothing twice. */
export function requestKey(...parts: readonly (string | Uint8Array)[]): string {
  const digest = sha256()
  for (const part of parts) {
    const bytes = typeof part === 'string' ? bytesOf(part) : part
    digest.update(bytesOf(`${bytes.length} `))
    digest.update(bytes)
  }
  return digest.hex()
}
