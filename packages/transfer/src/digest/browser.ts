/** Not `crypto.subtle`, which takes whole files only and exists on https and localhost only. */
import { sha256 as noble } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Digest } from './digest.ts'

export function sha256(): Digest {
  const hash = noble.create()
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) }
}
