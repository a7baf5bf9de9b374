/** XML that is well-formed whatever an author typed. */

// biome keeps control characters out of literals: everything that XML 1.0 forbids, lone surrogates included.
const forbidden = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]|\\p{Cs}', 'gu')

export const xmlText = (text: string): string => clean(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Text between `<![CDATA[` and `]]>`; an end mark inside is split over two sections. */
export const cdata = (text: string): string => `<![CDATA[${clean(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const clean = (text: string): string => text.replace(forbidden, '')

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
