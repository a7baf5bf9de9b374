import { createHash } from 'node:crypto'

/** The strong entity tag of those bytes. */
export const strongTag = (bytes: string | Uint8Array): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
