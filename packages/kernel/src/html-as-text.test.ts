import { describe, expect, it } from 'vitest'
import { htmlAsText, withoutTagsIn } from './html-as-text.ts'

const shown = (html: string, keeps?: (tag: string) => boolean) =>
  withoutTagsIn(html, htmlAsText(html, keeps), '‹')

describe('raw-text tags are shown as text', () => {
  it.each([
    ['<title>', '‹title>'],
    ['</TITLE >', '‹/TITLE >'],
    ['<b>a</b> <script>', '<b>a</b> ‹script>'],
    ['<script>a("<b>")</script><i>c</i>', '‹script>a("‹b>")‹/script><i>c</i>'],
    ['<style>a</STYLE\n><p>', '‹style>a‹/STYLE\n><p>'],
    ['<textarea rows="<3>"><b>', '‹textarea rows="‹3>"><b>'],
    ['<xmp/><noembed><noframes></noframes>', '‹xmp/>‹noembed>‹noframes>‹/noframes>'],
    ['<plaintext></plaintext>', '‹plaintext>‹/plaintext>'],
    ['<iframe src=x></iframe>', '‹iframe src=x>‹/iframe>'],
    ['<title><title></title>', '‹title>‹title>‹/title>'],
  ])('%j', (html, expected) => {
    expect(shown(html)).toBe(expected)
  })
})

describe('an unclosed tag or comment becomes text to the end of the HTML', () => {
  it.each([
    ['<div title="a>\n<b>', '‹div title="a>\n‹b>'],
    ['<i>a</i><!-- b <i>', '<i>a</i>‹!-- b ‹i>'],
    ['<div\n', '‹div\n'],
    ['<script', '‹script'],
    ['<p a=b="c>d', '<p a=b="c>d'],
  ])('%j', (html, expected) => {
    expect(shown(html)).toBe(expected)
  })
})

it.each([
  '<p class="title">a < b</p>',
  '<title-page></title-page><scripts>',
  '<!-- <script> --><!--><!---><b>',
  '<img alt="<script>" title=\'</style>\'>',
])('other HTML stays markup: %j', (html) => {
  expect(htmlAsText(html)).toEqual([])
})

it('an allowed tag and the content of its element stay markup', () => {
  const keeps = (tag: string) => tag.includes('/good/') || tag === '</iframe>'
  const good = '<iframe src="/good/"><p>fallback <script></p></iframe>'
  expect(shown(`${good}<iframe src="/bad/">x</iframe></iframe>`, keeps)).toBe(
    `${good}‹iframe src="/bad/">x‹/iframe></iframe>`,
  )
})

it.each([
  '<script>',
  '<title',
  '<a b="',
  '<!--',
  '<xmp></title>',
  '<a b=\'<a c="',
  '</style>',
  '<iframe></iframe>',
])('takes linear time: %j', (unit) => {
  const examined = (count: number) => {
    let characters = 0
    htmlAsText(unit.repeat(count), (tag) => {
      characters += tag.length
      return false
    })
    return characters
  }
  expect(examined(20_000)).toBeLessThanOrEqual(2 * examined(10_000) + 100)
})
