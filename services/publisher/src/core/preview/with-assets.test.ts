import { expect, it } from 'vitest'
import { withAssets } from './with-assets.ts'

const files: Readonly<Record<string, string>> = {
  'assets/css/style.css': `@font-face { src: url(../fonts/a.woff2) } p { background: url("/assets/x.png"), url('https://else.test/b.png') } a::after { content: '</style>' }`,
  'assets/fonts/a.woff2': 'font',
  'assets/x.png': 'png',
}
const asked: string[] = []
const read = async (path: string) => {
  asked.push(path)
  const text = files[path]
  return text === undefined ? undefined : new TextEncoder().encode(text)
}
const font = `data:font/woff2;base64,${btoa('font')}`
const png = `data:image/png;base64,${btoa('png')}`

it('stylesheets of the theme stand in the page, with the fonts and pictures that they name', async () => {
  const html = await withAssets(`<head><link rel="stylesheet" href="/assets/css/style.css?v=1"></head><p>x</p>`, read)
  expect(html).toContain(`src: url("${font}")`)
  expect(html).toContain(`url("${png}"), url('https://else.test/b.png')`)
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(html).toMatch(/^<head><style>.*<\/style><\/head><p>x<\/p>$/s)
})

it('pictures of the theme do, and all else stays as it is', async () => {
  expect(await withAssets(`<img class=a src="/assets/x.png"><link href='/assets/x.png' rel=icon>`, read)).toBe(
    `<img class=a src="${png}"><link href="${png}" rel=icon>`,
  )
  for (const other of [
    '<img src="/images/x.png">',
    '<img src="https://else.test/assets/x.png">',
    '<img src="//else.test/assets/x.png">',
    '<link rel="stylesheet" href="/assets/gone.css">',
    '<img src="/assets/%2e%2e/%2e%2e/secret">',
    '<img src="http://[">',
    '<a href="/assets/x.png">x</a>',
    '<img>',
  ])
    expect(await withAssets(other, read)).toBe(other)
  expect(asked.every((path) => path.startsWith('assets/'))).toBe(true)
})
