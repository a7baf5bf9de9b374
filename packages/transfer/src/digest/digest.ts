/** An incremental SHA-256. `#sha256` of package.json chooses the one of the platform. */
export interface Digest {
  update(bytes: Uint8Array): void
  /** Lower-case hexadecimal. Ends the digest. */
  hex(): string
}
