import { describe, expect, it } from 'vitest'
import { ownLink, targetOf } from './own-link.ts'

const root = { basePath: '', absoluteBase: 'https://x.test' }
const based = { basePath: '/base', absoluteBase: 'https://x.test/base' }

describe('a link of a page', () => {
  it.each([
    ['/post/one/', '/post/one/'],
    ['/post/one/?a=1#part', '/post/one/#part'],
    ['/#top', '/'],
    ['https://x.test/rss.xml', '/rss.xml'],
    ['https://x.test', '/'],
    ['two/', '/post/one/two/'],
    ['../two/', '/post/two/'],
    ['./', '/post/one/'],
    ['..', '/post/'],
    ['#part', '/post/one/#part'],
    ['?a=1', '/post/one/'],
  ])('%s resolves to %s of the site', (link, own) => {
    expect(ownLink(link, 'post/one/index.html', root)).toBe(own)
  })

  it.each([
    '',
    'https://y.test/',
    'https://x.testing/',
    '//x.test/a',
    '/\\x.test',
    'mailto:a@x.test',
    'data:image/png,x',
    'javascript:go()',
  ])('%j is external', (link) => {
    expect(ownLink(link, 'post/one/index.html', root)).toBeUndefined()
  })

  it('is external outside of the base path', () => {
    expect(ownLink('/base/a/', 'index.html', based)).toBe('/base/a/')
    expect(ownLink('https://x.test/base/a/', 'index.html', based)).toBe('/base/a/')
    expect(ownLink('a.html', 'b/c.html', based)).toBe('/base/b/a.html')
    for (const link of ['/a/', '/basement/', 'https://x.test/a/', 'https://x.test/basement/'])
      expect(ownLink(link, 'index.html', based)).toBeUndefined()
  })

  it('is not checked if it is relative on the 404 page, which is shown at any address', () => {
    expect(ownLink('a/', '404.html', root)).toBeUndefined()
    expect(ownLink('/a/', '404.html', root)).toBe('/a/')
  })
})

describe('the target of a link', () => {
  it.each([
    ['/', ['index.html'], ''],
    ['/a/', ['a/index.html'], ''],
    ['/a', ['a', 'a/index.html'], ''],
    ['/a.html#x', ['a.html', 'a.html/index.html'], 'x'],
    ['//a//b/', ['a/b/index.html'], ''],
    ['/a/../b/', ['b/index.html'], ''],
    ['/caf%C3%A9/#%C3%A9', ['café/index.html'], 'é'],
    ['/%ff/', [], ''],
  ])('%s is one of the files %j', (link, files, fragment) => {
    expect(targetOf(link, '')).toEqual({ files, fragment })
  })

  it('is below the base path', () => {
    expect(targetOf('/base', '/base').files).toEqual(['index.html'])
    expect(targetOf('/base/a/', '/base').files).toEqual(['a/index.html'])
  })
})
