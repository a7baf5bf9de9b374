const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The nil UUID, which sorts before every id and is never an id itself. */
export const firstUuid = '00000000-0000-0000-0000-000000000000'

/**
 * True for a UUID in lower case, as Postgres prints it, except the nil UUID. Postgres raises an error for
 * other text, but accepts upper case, which would give an item a second URL.
 */
export const isUuid = (text: string): boolean => form.test(text) && text !== firstUuid
