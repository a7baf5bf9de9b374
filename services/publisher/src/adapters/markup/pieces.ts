/** Reading finished HTML: its addresses, and its text. */

const address = /(<[a-z][a-z0-9-]*\b(?:[^<>"']|"[^"]*"|'[^']*')*?\s(?:href|src)=)(?:"([^"]*)"|'([^']*)')/gi

/** Cuts the HTML at its `href` and `src` values, so that they can be resolved when the addresses of the site are known. */
export function openUrls(html: string): { pieces: string[]; urls: string[] } {
  const pieces: string[] = []
  const urls: string[] = []
  let end = 0
  let carried = ''
  for (const match of html.matchAll(address)) {
    pieces.push(`${carried}${html.slice(end, match.index)}${match[1]}"`)
    urls.push(decodeEntities(match[2] ?? match[3] ?? ''))
    end = match.index + match[0].length
    carried = '"'
  }
  pieces.push(carried + html.slice(end))
  return { pieces, urls }
}

/** The words of the HTML: tags, scripts and styles gone, entities decoded, one blank between words. */
export const plainText = (html: string): string =>
  decodeEntities(
    html
      .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
      .replace(/<\/(p|div|li|h[1-6]|td|th|tr|blockquote|pre|figcaption|dd|dt)>|<br\s*\/?>|<hr\s*\/?>/gi, ' ')
      .replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal: string, hex: string, name: string) => {
    if (name) return named[name.toLowerCase()] ?? entity
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '\ufffd'
  })
