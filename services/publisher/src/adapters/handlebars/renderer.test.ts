import { afterAll, describe, expect, it } from 'vitest'
import type { PlannedPage } from '../../core/pages/planned.ts'
import type { SourceTheme } from '../../core/ports.ts'
import { handlebarsRenderer } from './renderer.ts'

const renderer = handlebarsRenderer({ timeLimit: 300 })

afterAll(() => renderer.close())
let count = 0
const theme = (files: Record<string, string>): SourceTheme => ({
  name: 'test',
  title: 'Test',
  version: '1.0.0',
  info: {},
  digest: `digest-${++count}`,
  assets: [{ path: 'assets/css/style.css', digest: 'abcdef0123456789' }],
  sources: new Map(Object.entries(files)),
})

const page = (model: object, path = 'index.html'): PlannedPage =>
  ({
    type: 'page',
    path,
    kind: 'home',
    digest: path,
    template: 'templates/layout.html',
    shared: ['site', 'menu'],
    about: { own: null, shows: [], summary: null },
    model,
  }) as unknown as PlannedPage
const isTheme = (files: object | string): files is SourceTheme =>
  typeof files === 'object' && 'sources' in files
async function render(files: Record<string, string> | string, model: object = {}, footerCode = '') {
  return renderAll(files, [page({ url: '/', head: '<meta name="h">', ...model })], footerCode)
}

async function renderAll(
  files: Record<string, string> | string | SourceTheme,
  pages: readonly PlannedPage[],
  footerCode = '',
  chosenRenderer = renderer,
) {
  const source = isTheme(files)
    ? files
    : theme(typeof files === 'string' ? { 'templates/layout.html': files } : files)
  await chosenRenderer.prepare(source)
  const html = new Map<string, string>()
  const shared = {
    site: { title: 'Site' },
    theme: {},
    menu: [{ title: 'M', url: '/m/' }],
    categories: [{ name: 'C' }],
    tags: [],
    recentPosts: [],
    siteUpdatedAt: '2026-01-01',
  }
  const errors = await chosenRenderer.render({
    theme: source,
    plan: { shared: shared as never, footerCode },
    site: { basePath: '/base', absoluteBase: 'https://x.test/base', cleanUrls: true },
    pages,
    done: async (done) => {
      for (const { page, html: bytes } of done) html.set(page.path, Buffer.from(bytes).toString())
    },
    maxErrors: 50,
  })
  return { html: html.get('index.html'), all: html, errors }
}

describe('rendering', () => {
  it.each([1, 32, 33, 64, 65])(
    'passes all of %i pages to done() before it resolves, even slow ones',
    async (count) => {
      const slow = '{{#each list}}{{#each ../list}}{{#each ../../list}}x{{/each}}{{/each}}{{/each}}'
      const list = Array.from({ length: 24 }, (_, n) => n)
      const pages = Array.from({ length: count }, (_, n) =>
        page({ list: n === count - 1 ? list : [], url: '/' }, `${n}.html`),
      )
      const { all, errors } = await renderAll(`<title>{{title}}</title>${slow}`, pages)
      expect([errors, all.size]).toEqual([[], count])
    },
  )

  it('continues with a theme after another one failed to compile', async () => {
    const validTheme = theme({ 'templates/layout.html': 'good' })
    const singleProcess = handlebarsRenderer({ processes: 1 })
    expect((await renderAll(validTheme, [page({})], '', singleProcess)).html).toBe('good')
    await expect(singleProcess.prepare(theme({ 'templates/post.html': '{{#if}}' }))).rejects.toMatchObject({
      code: 'GENERATION_FAILED',
    })
    expect(await renderAll(validTheme, [page({})], '', singleProcess)).toMatchObject({
      html: 'good',
      errors: [],
    })
    singleProcess.close()
  })

  it('escapes values, except in triple braces', async () => {
    const { html } = await render('{{title}}{{{content}}}', { title: '<b>"&', content: '<p>x</p>' })
    expect(html).toBe('&lt;b&gt;&quot;&amp;<p>x</p>')
  })

  it('offers every documented helper', async () => {
    const { html } = await render(
      '{{asset "css/style.css"}} {{url "/blog"}} {{absolute "/base/a/"}} {{date d "D MMM YYYY [at] HH:mm"}} {{truncate t 8}} {{plural 2 "a" "b"}} {{length list}} {{join list "-"}} {{concat "a" 1}} {{default none "z"}} {{json t}} {{#each (limit list 1)}}{{this}}{{/each}} {{#if (and (eq 1 1) (not none) (gt 2 1) (lt 1 2) (ne 1 2) (or none 1))}}yes{{/if}} {{#if (current "/base/x/")}}current{{/if}} {{#if (within "/base/")}}no{{/if}}',
      { url: '/base/x/', d: '2026-02-03T04:05:00.000Z', t: 'one two three', list: ['x', 'y'], none: null },
    )
    expect(html).toBe(
      '/base/assets/css/style.css?v=abcdef0123 /base/blog/ https://x.test/base/a/ 3 Feb 2026 at 04:05 one two… b 2 x-y a1 z "one two three" x yes current ',
    )
  })

  it('selects list items with skip and where', async () => {
    const list = [
      { t: 'a', of: { slug: 'x' } },
      { t: 'b', of: null },
      { t: 'c', of: { slug: 'x' } },
      { t: 'd', of: { slug: 'constructor' } },
    ]
    const each = (expression: string) => `{{#each ${expression}}}{{t}}{{/each}} `
    const template = [
      '(skip list 2)',
      '(skip list 9)',
      '(where list "of.slug" "x")',
      '(where list "of" null)',
      '(where list "t.length" 1)',
    ]
    expect((await render(template.map(each).join(''), { list })).html).toBe('cd  ac b  ')
  })

  it('finds the previous and next page in a tree, across branches, without external links', async () => {
    const tree = [
      { url: '/a/', children: [{ url: '/a/b/', children: [] }] },
      { url: 'https://x.test/', children: [] },
      { url: '/c/', children: [] },
    ]
    const neighboursOf = async (url: string) =>
      (
        await render('{{#with (before tree)}}{{url}}{{/with}} {{#with (after tree)}}{{url}}{{/with}}', {
          tree,
          url,
        })
      ).html
    expect(await neighboursOf('/a/b/')).toBe('/a/ /c/')
    expect(await neighboursOf('/a/')).toBe(' /a/b/')
    expect(await neighboursOf('/c/')).toBe('/a/b/ ')
    expect(await neighboursOf('/nowhere/')).toBe(' ')
  })

  it('returns the address of an asset, which other helpers accept as a string', async () => {
    const url = '/base/assets/css/style.css?v=abcdef0123'
    const escaped = url.replace('=', '&#x3D;')
    const asset = '(asset "css/style.css")'
    const { html } = await render(
      `{{{asset "css/style.css"}}} {{absolute ${asset}}} {{json ${asset}}} {{concat ${asset} "#a"}} {{#with ${asset}}}{{this}}{{/with}} {{asset evil}}`,
      { evil: '"onload=x \'&' },
    )
    expect(html).toBe(
      `${url} https://x.test${escaped} "${url}" ${escaped}#a ${url} /base/assets/%22onload%3Dx%20&#x27;%26`,
    )
  })

  it('reads a helper name without arguments as a value', async () => {
    const { html } = await render(
      '{{url}}{{#each list}}[{{url}}{{length}}{{#if current}}!{{/if}}]{{/each}}{{constructor}}',
      {
        url: '/x/',
        list: [{ url: '/a/', length: 3, current: true }, { current: false }],
      },
    )
    expect(html).toBe('/x/[/a/3!][]')
  })

  it('gives a page only the shared values that it lists', async () => {
    expect((await render('{{menu.0.title}}{{categories.0.name}}{{site.title}}{{site.updatedAt}}')).html).toBe(
      'MSite',
    )
  })

  it('returns the shared values that a template uses, also in partials', async () => {
    const templates = await renderer.prepare(
      theme({
        'templates/layout.html': '{{> a}}',
        'partials/a.html': '{{> deep/b}}{{lookup @root "tags"}}',
        'partials/deep/b.html': '{{#with @root}}{{date site.updatedAt}}{{/with}}',
        'partials/c.html': '{{menu}}',
      }),
    )
    const uses = templates.get('templates/layout.html')?.uses
    expect([uses?.has('tags'), uses?.has('site.updatedAt'), uses?.has('menu')]).toEqual([true, true, false])
  })

  it.each([
    ['{{#each post.tags}}{{name}}{{/each}}', false],
    ['{{#each tags}}{{name}}{{/each}}', true],
    ['{{#each posts}}{{#each ../tags}}{{name}}{{/each}}{{/each}}', true],
    ['{{#each posts}}{{@root.tags.0.name}}{{/each}}', true],
    ['{{join (limit @root.tags 3)}}', true],
    ['{{> card list=tags}}', true],
  ])('distinguishes a shared value from a value of the page: %s', async (source, expected) => {
    const templates = await renderer.prepare(
      theme({ 'templates/layout.html': source, 'partials/card.html': '{{list}}' }),
    )
    expect(templates.get('templates/layout.html')?.uses.has('tags')).toBe(expected)
  })

  it('adds head and footer code if the template does not place them', async () => {
    const { html } = await render('<head></head><body>x</body>', {}, '<script>f()</script>')
    expect(html).toBe('<head><meta name="h"></head><body>x<script>f()</script></body>')
  })

  it('does not add head and footer code that the template places', async () => {
    const { html } = await render('<head>{{head}}<i></head><body>{{{footerCode}}}<p></body>', {}, '<b>f</b>')
    expect(html).toBe('<head><meta name="h"><i></head><body><b>f</b><p></body>')
  })

  it('wraps a page in a partial block', async () => {
    const { html } = await render(
      {
        'templates/layout.html': '{{#> frame}}<p>{{title}}</p>{{/frame}}',
        'partials/frame.html': '<main>{{> @partial-block}}</main>',
      },
      { title: 'T' },
    )
    expect(html).toBe('<main><p>T</p></main>')
  })
})
