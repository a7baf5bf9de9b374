/** XML that is well-formed whatever an author typed. */

/** Everything but what XML 1.0 allows; lone surrogates are out too. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export const xmlText = (text: string): string =>
  clean(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Text between `<![CDATA[` and `]]>`; an end mark inside is split over two sections. */
export const cdata = (text: string): string =>
  `<![CDATA[${clean(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const clean = (text: string): string => text.replace(forbidden, '')

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
