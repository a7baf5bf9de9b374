/** Addresses, or none and then something else to begin the letter with (RFC 6068). */
const mailto = /^mailto:(?:[^@,?]+@[^@,?]+(?:,[^@,?]+@[^@,?]+)*(?:\?.*)?|\?.+)$/i

/**
 * Where a menu item may lead (contract.md#menu): a path of this site, an anchor, or an address over http, https, mailto or tel.
 * Blanks and control characters are refused before anything else: browsers drop some of them, and what is left may be another scheme.
 */
export function isMenuUrl(url: string): boolean {
  if (url.length > 2048 || /[\s\p{Cc}\p{Cf}\\]/u.test(url) || !url.isWellFormed()) return false
  if (url.startsWith('#')) return true
  if (url.startsWith('/')) return !url.startsWith('//')
  if (/^https?:\/\/[^/?#]/i.test(url)) return URL.canParse(url)
  if (/^mailto:/i.test(url)) return mailto.test(url)
  return /^tel:\+?[0-9*#(][0-9a-z().*#;=+-]*$/i.test(url)
}
