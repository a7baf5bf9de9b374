import { requestKey } from './request-key.ts'

/**
 * Id for a media file that has none in its source. Derived from the name and the SHA-256, so that a second
 * import finds the file.
 */
export const mediaIdOf = (name: string, digest: string): string => uuidOf(requestKey('media', name, digest))

/** Id of an item that other items of its source refer to. */
export const itemIdOf = (sourceKey: string): string => uuidOf(requestKey('item', sourceKey))

/** A UUID of version 8 (RFC 9562). */
function uuidOf(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
