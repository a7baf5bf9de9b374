/** Uploads malicious SVG files and opens them. None may run scripts, load URLs or escape its element. */
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

/** Target of malicious references. No server listens there; the test detects the browser's requests. */
const evilOrigin = 'http://evil.invalid'
const payload = 'top.harmed=1;alert(1)'
const nested = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${payload}"><script>${payload}</script></svg>`,
).toString('base64')

const sanitized: Readonly<Record<string, string>> = {
  'a script': `<script>${payload}</script>`,
  'a script from another origin': `<script href="${evilOrigin}/a.js"/><script xlink:href="${evilOrigin}/b.js"/><script src="${evilOrigin}/c.js"/>`,
  'a script as a data: URL': `<script href="data:text/javascript,${payload}"/>`,
  'a script with a namespace prefix': `<x:script xmlns:x="http://www.w3.org/2000/svg">${payload}</x:script>`,
  'a script in CDATA': `<script><![CDATA[${payload}]]></script>`,
  'an HTML script': `<script xmlns="http://www.w3.org/1999/xhtml">${payload}</script>`,
  'event handlers': `<rect width="9" height="9" onload="${payload}" onclick="${payload}" onbegin="${payload}" onmouseover="${payload}" OnFocus="${payload}" tabindex="0"/>`,
  'an animation event handler': `<rect><animate attributeName="x" onbegin="${payload}" begin="0s" dur="1s"/></rect>`,
  'an animation that sets a handler': `<rect id="r"><set attributeName="onclick" to="${payload}"/></rect>`,
  'a foreign object': `<foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml" onload="${payload}"><iframe src="javascript:${payload}"/><img src="x" onerror="${payload}"/></body></foreignObject>`,
  'an iframe': `<iframe xmlns="http://www.w3.org/1999/xhtml" src="${evilOrigin}/frame"/><embed xmlns="http://www.w3.org/1999/xhtml" src="${evilOrigin}/embed"/>`,
  'links with javascript: URLs': `<a href="javascript:${payload}"><rect width="500" height="500"/></a><a xlink:href="javascript:${payload}"><rect width="500" height="500"/></a>`,
  'an animated link': `<a><animate attributeName="href" values="javascript:${payload}"/><rect width="500" height="500"/></a>`,
  'an image from another origin': `<image href="${evilOrigin}/i.png" width="9" height="9"/><image xlink:href="//evil.invalid/j.png" width="9" height="9"/>`,
  'an SVG in an image': `<image href="data:image/svg+xml;base64,${nested}" width="9" height="9"/>`,
  'an HTML page in an image': `<image href="data:text/html,&lt;script>${payload}&lt;/script>" width="9" height="9"/>`,
  'a use of another document': `<use href="${evilOrigin}/u.svg#a"/><use xlink:href="data:image/svg+xml;base64,${nested}#a"/>`,
  'a recursive use': `<g id="a"><use href="#b"/><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#a"/>`,
  'filters from another origin': `<filter id="f"><feImage href="${evilOrigin}/f.png"/></filter><rect width="9" height="9" filter="url(#f)"/><rect filter="url(${evilOrigin}/g.svg#f)"/>`,
  'paint from another origin': `<rect width="9" height="9" fill="url(${evilOrigin}/p.svg#a)" mask="url('${evilOrigin}/m.svg#a')" style="clip-path:url(${evilOrigin}/c.svg#a)"/>`,
  'an imported style': `<style>@import "${evilOrigin}/a.css";@import url(${evilOrigin}/b.css);</style>`,
  'a font from another origin': `<style>@font-face{font-family:f;src:url(${evilOrigin}/f.woff)}text{font-family:f}</style><text y="9">x</text>`,
  'a style that loads URLs': `<style>rect{background:url(${evilOrigin}/s.png);cursor:url(${evilOrigin}/c.cur),auto;mask-image:image-set("${evilOrigin}/m.png" 1x);fill:\\75rl(${evilOrigin}/e.svg#a)}</style><rect width="9" height="9"/>`,
  'a style with comment markers in strings': `<style>rect{font-family:"/*";fill:url(${evilOrigin}/x.svg#p)}b{font-family:"*/"}</style><rect width="9" height="9"/>`,
  'a style that closes its element': `<style><![CDATA[</style><script>${payload}</script>]]></style>`,
  'an xml:base attribute': `<g xml:base="${evilOrigin}/"><image href="i.png" width="9" height="9"/><use href="#a"/></g>`,
  'audio and video': `<audio xmlns="http://www.w3.org/1999/xhtml" src="${evilOrigin}/a.mp3" autoplay=""/><video xmlns="http://www.w3.org/1999/xhtml" src="${evilOrigin}/v.mp4"/>`,
  'an xml-stylesheet instruction': `<?xml-stylesheet href="${evilOrigin}/d.css" type="text/css"?><rect/>`,
  'a meta refresh': `<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=${evilOrigin}/r"/><link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${evilOrigin}/l.css"/>`,
  'text that HTML parses differently': `<title><![CDATA[</title><img src=x onerror=${payload}>]]></title><desc>&lt;/desc>&lt;img src=x onerror=${payload}></desc><text>&lt;/svg>&lt;script>${payload}&lt;/script></text>`,
  'attributes that HTML parses differently': `<text id="&quot;>&lt;img src=x onerror=${payload}>" class="'&gt;&lt;script&gt;${payload}&lt;/script&gt;">x</text>`,
}

const svg = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="600" height="600" onload="${payload}">${text}</svg>`

const refused: Readonly<Record<string, string>> = {
  'exponential entity expansion': `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&${n ? `a${n - 1}` : 'a'};`.repeat(10)}">`).join('')}]>${svg('<text>&a8;</text>')}`,
  'an entity from another origin': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
  'a parameter entity from another origin': `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${evilOrigin}/x.dtd">%x;]>${svg('')}`,
  'excessive nesting': svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
  'an HTML page named .svg': `<html><body><script>${payload}</script></body></html>`,
  'an unclosed element': `<svg xmlns="http://www.w3.org/2000/svg"><script>${payload}`,
}

const upload = (source: string) => {
  const form = new FormData()
  form.set('file', new File([source], 'drawing.svg', { type: 'image/svg+xml' }))
  return api.request('POST', '/api/media/upload', { form })
}

/** Opens and clicks a page; returns its harmful actions. */
async function harmIn(open: (page: Page) => Promise<unknown>): Promise<string[]> {
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

describe('an SVG with', () => {
  it.each(Object.entries(sanitized))(
    '%s is harmless, whether opened directly or embedded in a page',
    async (_, text) => {
      const { status, body } = await upload(svg(text))
      expect(status).toBe(201)
      const url = `${system.apiUrl}${body.data?.url}`
      const served = await api.ok('GET', url)
      expect(served.headers.get('content-type')).toBe('image/svg+xml')
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
      const [alone, inPage] = await Promise.all([
        harmIn((page) => page.goto(url)),
        // Parses the SVG as HTML without response headers, as if a theme embedded it inline.
        harmIn((page) => page.setContent(`<!doctype html><body>${served.text}`)),
      ])
      expect({ alone, inPage }).toEqual({ alone: [], inPage: [] })
    },
  )

  it.each(Object.entries(refused))('%s is rejected', async (_, source) => {
    const { status, body } = await upload(source)
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_FILE_TYPE'])
    expect(body).toMatchObject({ error: 'Unsupported file type', message: expect.stringMatching(/^The .+/) })
  })

  it('an external document type is stored without the document type', async () => {
    const { status, body } = await upload(`<!DOCTYPE svg SYSTEM "${evilOrigin}/x.dtd">${svg('')}`)
    expect(status).toBe(201)
    expect((await api.ok('GET', `${system.apiUrl}${body.data?.url}`)).text).toMatch(/^<svg /)
  })
})

it('detects harm by SVGs that are not sanitized', async () => {
  for (const text of [
    sanitized['a script'],
    sanitized['an image from another origin'],
    sanitized['links with javascript: URLs'],
  ])
    expect(await harmIn((page) => page.setContent(`<!doctype html><body>${svg(text ?? '')}`))).not.toEqual([])
})
