import { hash } from 'node:crypto'

/** The strong entity tag of those bytes. */
export const strongTag = (bytes: string | Uint8Array): string =>
  `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
