const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The nil UUID. It is before every id and never an id itself. */
export const firstUuid = '00000000-0000-0000-0000-000000000000'

/**
 * Whether a text can be an id. Postgres raises an error for malformed UUIDs, and would match upper case,
 * which is another URL.
 */
export const isUuid = (text: string): boolean => form.test(text) && text !== firstUuid
