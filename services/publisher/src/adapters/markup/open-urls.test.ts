import { describe, expect, it } from 'vitest'
import { srcsetParts } from '../../core/reports/links/srcset.ts'
import { openUrls } from './open-urls.ts'

/** Puts brackets around the URLs that are found in the HTML. */
const bracketed = (html: string) => {
  const { pieces, urls } = openUrls(html)
  expect(pieces).toHaveLength(urls.length + 1)
  return pieces.map((piece, at) => piece + (at < urls.length ? `[${urls[at]}]` : '')).join('')
}

describe('URLs in HTML', () => {
  it.each([
    ['<a href="/x">', '<a href="[/x]">'],
    ["<a class=b href='/x' id=c>", '<a class=b href="[/x]" id=c>'],
    ['<a href=/post/one/>x</a>', '<a href="[/post/one/]">x</a>'],
    ['<A HREF = "/x?a=1&amp;b" >', '<A HREF="[/x?a=1&b]" >'],
    [
      '<img src=/a.png><img src="/b.png" alt="href=\'/no\'">',
      '<img src="[/a.png]"><img src="[/b.png]" alt="href=\'/no\'">',
    ],
    ['<video poster=/p.jpg src="/v.mp4"></video>', '<video poster="[/p.jpg]" src="[/v.mp4]"></video>'],
    ['<object data="/a.pdf"></object><div data="/b">', '<object data="[/a.pdf]"></object><div data="/b">'],
    [
      '<img srcset="/a.png 1x, /b.png 2x" src="/a.png">',
      '<img srcset="[/a.png] 1x, [/b.png] 2x" src="[/a.png]">',
    ],
    ["<source srcset='/a 1x,/b 2x'>", '<source srcset="[/a] 1x,[/b] 2x">'],
    ['<a data-href="/x" href="/y">', '<a data-href="/x" href="[/y]">'],
    ['1 < 2 <a href="/x">', '1 < 2 <a href="[/x]">'],
    ['<a/href="/x">', '<a/href="[/x]">'],
    ['<a href="/x"', '<a href="[/x]"'],
    ['<a href="/x', '<a href="/x'],
    ['<a href>', '<a href>'],
  ])('%s', (html, expected) => {
    expect(bracketed(html)).toBe(expected)
  })

  it.each([
    `<script>var a = "<a href='/x'>x</a>"; var b = '<img src="/y.png">'</script>`,
    '<script src="x.js"></SCRIPT ><style>a { background: url("<a href=\'/x\'>") }</style>'.replace(
      ' src="x.js"',
      '',
    ),
    '<textarea><a href="/x"></textarea>',
    '<!-- <a href="/x"> --><!-- <a href="/y">',
    '<title><img src=/x></title>',
    '<script><a href="/x">',
  ])('are not found in scripts, styles, comments and raw text: %s', (html) => {
    expect(openUrls(html)).toEqual({ pieces: [html], urls: [] })
  })

  it('are found in a script tag and after the script', () => {
    expect(bracketed('<script src="/a.js">"<a href=/no>"</script><a href=/b>')).toBe(
      '<script src="[/a.js]">"<a href=/no>"</script><a href="[/b]">',
    )
  })

  it('are written in double quotes', () => {
    const { pieces } = openUrls(`<img srcset='/a "onerror=x 1x, /b 2x'>`)
    expect(pieces.join('')).not.toMatch(/"onerror/)
  })

  it.each([
    ['/a.png', ['/a.png']],
    ['/a.png 1x, /b.png 2x', ['/a.png', '/b.png']],
    ['/a 100w,/b 200w', ['/a', '/b']],
    ['/a,b.png 1x', ['/a,b.png']],
    ['/a.png, /b.png', ['/a.png', '/b.png']],
    [' , /a (x, y) 1x , ', ['/a']],
    ['data:image/png;base64,AA== 1x, /b 2x', ['data:image/png;base64,AA==', '/b']],
    ['', []],
    [' ,, ', []],
    ['/a,, /b,,x', ['/a', '/b,,x']],
    ['/a (b, c) (d, /e', ['/a', '(d', '/e']],
  ])('are parsed from srcset as the HTML standard does: %j', (value, urls) => {
    const parts = [...srcsetParts(value)]
    expect(parts.map(({ text }) => text).join('')).toBe(value)
    expect(parts.filter(({ isUrl }) => isUrl).map(({ text }) => text)).toEqual(urls)
  })

  it('are found in a srcset of 1,000,000 commas or 100,000 parentheses in linear time', () => {
    const urls = (value: string) =>
      [...srcsetParts(value)].filter(({ isUrl }) => isUrl).map(({ text }) => text)
    const commas = `/a${','.repeat(1_000_000)}b`
    expect(urls(commas)).toEqual([commas])
    expect(urls(`/a${' ('.repeat(100_000)}`)).toEqual(['/a', ...Array(100_000).fill('(')])
  })

  it.each([
    ['<', '<a href=', ' ', '"'],
    ['<!--', '<script', '<img srcset="', ','],
    ['a=', '/', '=', '<a '],
    ['<img srcset="(', '(', ')', ',/a '],
  ])('are found in linear time in millions of characters: %j %j %j %j', (...patterns) => {
    const length = 1_000_000
    const html =
      patterns.map((pattern) => pattern.repeat(length / pattern.length)).join('') +
      patterns.join('').repeat(length / 8)
    expect(openUrls(html)).toBeDefined()
  })
})
