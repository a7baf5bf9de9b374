/** Incremental SHA-256. `#sha256` in package.json selects the implementation of the platform. */
export interface Digest {
  update(bytes: Uint8Array): void
  /** Lower-case hexadecimal. Ends the digest. */
  hex(): string
}
