/** Entities of HTML, as far as they stand in addresses and texts that we read. */
import { shownText } from '../../core/model/shown-text.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal: string, hex: string, name: string) => {
    if (name) return named[name.toLowerCase()] ?? entity
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '\ufffd'
  })

const numbered = /&#(?:x([\da-f]+)|(\d+));?/gi

/** Without the signs that a page has no place for, nor references to them. A number from 128 to 159 is another sign to a browser. */
export const shownHtml = (html: string): string =>
  shownText(
    html.replace(numbered, (reference, hex?: string, decimal?: string) => {
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
      if (point === 0 || point > 0x10ffff || (point > 0x7f && point < 0xa0)) return reference
      return shownText(String.fromCodePoint(point)) === '' ? '' : reference
    }),
  )
