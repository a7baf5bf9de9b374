import { hash } from 'node:crypto'

export const strongTag = (bytes: string | Uint8Array): string =>
  `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
