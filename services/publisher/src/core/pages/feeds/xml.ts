/** Characters that XML 1.0 forbids. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export const xmlText = (text: string): string =>
  clean(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Splits `]]>` into two CDATA sections. */
export const cdata = (text: string): string =>
  `<![CDATA[${clean(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const clean = (text: string): string => text.replace(forbidden, '')

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
