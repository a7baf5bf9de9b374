import { describe, expect, it } from 'vitest'
import { isMenuUrl } from './url.ts'

describe('a menu url', () => {
  it.each(['/', '/path', '/path?a=b#c', '/ünï', '#', '#anchor', 'http://example.test', 'HTTPS://example.test/x', 'mailto:a@example.test', 'mailto:a@example.test?subject=x', 'tel:+4912345', 'tel:0800-123'])(
    'may be %j',
    (url) => expect(isMenuUrl(url)).toBe(true),
  )

  it.each([
    '', ' ', 'path', '../up', '?query', '//host', '/\\host', '\\\\host', '/\t/host', '/a b', ' /path', '/path\n', 'javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)',
    'java\tscript:alert(1)', '\u0000javascript:alert(1)', '\u200bjavascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'ftp://example.test', 'http:', 'http://', 'http:///x', 'https://[bad',
    'http:example.test', 'mailto:', 'mailto:nobody', 'tel:', 'tel:javascript', `/${'x'.repeat(3000)}`, '/\ud800',
  ])('must not be %j', (url) => expect(isMenuUrl(url)).toBe(false))
})
