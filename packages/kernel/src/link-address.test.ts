import { expect, it } from 'vitest'
import { isLinkAddress } from './link-address.ts'

const long = (length: number) => `https://a.example/${'x'.repeat(length)}`.slice(0, length)

it.each(['https://a.example/b?c#d', 'HTTP://a.example', 'mailto:ann@example.org', 'https://a.example/ä'])(
  'takes %j',
  (address) => expect(isLinkAddress(address)).toBe(true),
)

it.each([
  '',
  '/here',
  'a.example',
  'https://',
  'javascript:alert(1)',
  'ftp://a.example',
  ' https://a.example',
  'https://a.example/b c',
  'https://a.example/"onclick',
  'https://a.example/<b>',
  'https://a.example/\u0000',
  'https://a.example/\ud800',
])('refuses %j', (address) => expect(isLinkAddress(address)).toBe(false))

it('accepts at most 2000 characters', () => {
  expect([isLinkAddress(long(2000)), isLinkAddress(long(2001))]).toEqual([true, false])
})
