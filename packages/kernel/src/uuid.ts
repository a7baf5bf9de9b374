const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The nil UUID: sorts before every id and is never an id. */
export const firstUuid = '00000000-0000-0000-0000-000000000000'

/**
 * True for a UUID in canonical form. Postgres raises an error for others and also matches upper case, which
 * is another URL.
 */
export const isUuid = (text: string): boolean => form.test(text) && text !== firstUuid
