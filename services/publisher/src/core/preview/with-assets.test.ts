import { expect, it } from 'vitest'
import { withAssets } from './with-assets.ts'

const files: Readonly<Record<string, string>> = {
  'assets/css/style.css': `@font-face { src: url(../fonts/a.woff2) } p { background: url("/assets/x.png"), url('https://else.test/b.png') } a::after { content: '</style>' }`,
  'assets/fonts/a.woff2': 'font',
  'assets/x.png': 'png',
}
const requested: string[] = []
const read = async (path: string) => {
  requested.push(path)
  const text = files[path]
  return text === undefined ? undefined : new TextEncoder().encode(text)
}
const font = `data:font/woff2;base64,${btoa('font')}`
const png = `data:image/png;base64,${btoa('png')}`

it('theme stylesheets are inlined, with their fonts and images', async () => {
  const html = await withAssets(
    `<head><link rel="stylesheet" href="/assets/css/style.css?v=1"></head><p>x</p>`,
    read,
  )
  expect(html).toContain(`src: url("${font}")`)
  expect(html).toContain(`url("${png}"), url('https://else.test/b.png')`)
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(html).toMatch(/^<head><style>.*<\/style><\/head><p>x<\/p>$/s)
})

it('URLs in a stylesheet are parsed as CSS, and only those of the theme are inlined', async () => {
  const css = `url( '../x.png' ) URL(/assets/x.png) url(" /assets/x.png ") url('../x.png") url() url("") url(#a) url(DATA:x)`
  const html = await withAssets('<link rel="stylesheet" href="/assets/css/a.css">', async (path) =>
    path.endsWith('.css') ? new TextEncoder().encode(css) : read(path),
  )
  const [inlined, unchanged] = [`url("${png}")`, `url('../x.png") url() url("") url(#a) url(DATA:x)`]
  expect(html).toBe(`<style>${inlined} ${inlined} ${inlined} ${unchanged}</style>`)
})

it('theme images are inlined, and everything else is unchanged', async () => {
  expect(
    await withAssets(`<img class=a src="/assets/x.png"><link href='/assets/x.png' rel=icon>`, read),
  ).toBe(`<img class=a src="${png}"><link href="${png}" rel=icon>`)
  for (const other of [
    '<img src="/images/x.png">',
    '<img src="https://else.test/assets/x.png">',
    '<img src="//else.test/assets/x.png">',
    '<link rel="stylesheet" href="/assets/gone.css">',
    '<img src="/assets/%2e%2e/%2e%2e/secret">',
    '<img src="http://[">',
    '<img src="/assets/%E0%A4%A">',
    '<a href="/assets/x.png">x</a>',
    '<img>',
  ])
    expect(await withAssets(other, read)).toBe(other)
  expect(requested.every((path) => path.startsWith('assets/'))).toBe(true)
})

it('a file is read once, but each use counts toward the limit; beyond it, the URL is unchanged', async () => {
  let reads = 0
  const big = async () => {
    reads += 1
    return new Uint8Array(100)
  }
  const html = await withAssets('<img src="/assets/x.png">'.repeat(10), big, 350)
  expect(html.match(/src="data:/g)).toHaveLength(3)
  expect(html.match(/src="\/assets\/x\.png"/g)).toHaveLength(7)
  expect(reads).toBe(1)
})

it.each([
  ['tags that never end', '<img '.repeat(400_000)],
  ['one tag that never ends', `<img ${'a'.repeat(2_000_000)}`],
  ['addresses that never end', `<img ${'src="'.repeat(400_000)}`],
  ['blanks', `<img src${' '.repeat(2_000_000)}>`],
])('HTML with %s is read in linear time', async (_, html) => {
  expect(await withAssets(html, read)).toBe(html)
})

it.each([
  ['addresses that never end', 'url('.repeat(500_000)],
  ['an address of blanks that never ends', `url(${' '.repeat(1_000_000)}`],
  ['an address of blanks', `url("${' '.repeat(1_000_000)}")`],
  ['quotation marks', `url(${'"'.repeat(1_000_000)})`],
])('a stylesheet of %s is read in linear time', async (_, css) => {
  const html = await withAssets('<link rel="stylesheet" href="/assets/a.css">', async () =>
    new TextEncoder().encode(css),
  )
  expect(html).toBe(`<style>${css}</style>`)
})
