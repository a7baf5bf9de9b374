/** Replaces `crypto.subtle`, which hashes only whole files and exists only on https and localhost. */
import { sha256 as noble } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Digest } from './digest.ts'

export function sha256(): Digest {
  const hash = noble.create()
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) }
}
