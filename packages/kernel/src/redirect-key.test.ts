import { expect, it } from 'vitest'
import { redirectKey } from './redirect-key.ts'

it.each(['/ä/b', '/%C3%A4/b/', '//%C3%A4//b', '/ä/b/index.html', '/ä/b?x=/c', '/ä/b#c'])(
  '%s has the key /ä/b',
  (path) => {
    expect(redirectKey(path)).toBe('/ä/b')
  },
)

it.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/a.html', '/a.html'],
  ['/%zz/', '/%zz'],
])('%s has the key %s', (path, key) => {
  expect(redirectKey(path)).toBe(key)
})
