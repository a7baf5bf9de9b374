import { requestKey } from './request-key.ts'

/**
 * The id of a media file that has none in its source: the same for the same name and SHA-256, so that a second
 * import finds the file.
 */
export const mediaIdOf = (name: string, digest: string): string => uuidOf(requestKey('media', name, digest))

/** The id of an item that others of its source name. */
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
