/** Email addresses with an optional query, or only a query such as `?subject=` (RFC 6068). */
const mailto = /^mailto:(?:[^@,?]+@[^@,?]+(?:,[^@,?]+@[^@,?]+)*(?:\?.*)?|\?.+)$/i

/**
 * True for a path, a fragment, or an http, https, mailto or tel URL (contract.md#menu). Rejects spaces and
 * control characters: browsers drop some of them, which can change the scheme of the URL.
 */
export function isMenuUrl(url: string): boolean {
  if (url.length > 2048 || /[\s\p{Cc}\p{Cf}\\]/u.test(url) || !url.isWellFormed()) return false
  if (url.startsWith('#')) return true
  if (url.startsWith('/')) return !url.startsWith('//')
  if (/^https?:\/\/[^/?#]/i.test(url)) return URL.canParse(url)
  if (/^mailto:/i.test(url)) return mailto.test(url)
  return /^tel:\+?[0-9*#(][0-9a-z().*#;=+-]*$/i.test(url)
}
