import { afterAll, describe, expect, it } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import { rendererOnDemand } from '../src/adapters/handlebars/renderer-on-demand.ts'
import { testPublisher } from './support/publisher.ts'
import { aPage, aPost, aSourceSite, aSourceTheme, withMarkdown } from './support/sites.ts'

const templates = {
  'templates/post.html': `<h1>{{post.title}}</h1>{{{content}}}<p>{{post.author}} {{post.category.name}} {{#each post.tags}}{{name}} {{/each}}</p>
    {{#if post.previous}}<a href="{{post.previous.url}}">{{post.previous.title}}</a>{{/if}}{{#each post.related}}{{title}}: {{excerpt}}{{/each}}
    {{#each categories}}{{name}} {{count}} {{/each}}{{#each recentPosts}}{{title}} {{excerpt}} {{/each}}`,
  'templates/page.html': '<h1>{{page.title}}</h1>{{#each breadcrumbs}}{{title}} / {{/each}}{{{content}}}',
}
const theme = aSourceTheme(templates)
const renderer = rendererOnDemand(() => handlebarsRenderer({ processes: 1, timeLimit: 1_000 }), 60_000)
afterAll(() => renderer.close())
const previewPublisher = (site: ReturnType<typeof aSourceSite>) =>
  testPublisher(site, { previewer: renderer })
const post = (metadata: object, markdown = '', id?: string) => ({
  kind: 'post' as const,
  id,
  metadata: { ...metadata },
  markdown,
})

describe('a preview', () => {
  it('renders an unsaved post with its template, and publishes nothing', async () => {
    const { app, admin, generate, files } = previewPublisher(aSourceSite({ theme, posts: [aPost('there')] }))
    await generate()
    const before = await files()
    const draft = post(
      { title: 'Not yet <out>', slug: 'not-yet', tags: ['ink'] },
      '# Part\n\nSome **bold** words<script>alert(1)</script>.',
    )
    const { html, template, url, removed } = await app.previewPage(admin, { draft })
    expect(removed).toEqual([{ line: 3, element: 'script', reason: 'shown-as-text' }])
    expect([template, url]).toEqual(['templates/post.html', 'http://site.test/post/not-yet/'])
    expect(html).toContain('<h1>Not yet &lt;out&gt;</h1>')
    expect(html).toContain('<strong>bold</strong>')
    expect(html).toMatch(/<p>root .*ink .*\n.*href="\/post\/there\/"/)
    expect(html).not.toContain('<script>alert')
    expect(await generate()).toMatchObject({ state: 'succeeded' })
    expect(await files()).toEqual(before)
  })

  it('equals the published page byte for byte', async () => {
    const [old, seen, parent] = [
      aPost('old', { at: 1 }),
      aPost('seen', { at: 5, category: 'News' }),
      aPage('above'),
    ]
    const edited = aPost('edited', { at: 3, title: 'Was', tags: ['a'], category: 'News' })
    const site = aSourceSite({ theme, posts: [old, edited, seen], pages: [parent] })
    const { app, admin, generate, files, change } = previewPublisher(site)
    await generate()
    const metadata = {
      title: 'Is',
      slug: 'edited',
      author: 'ann',
      tags: ['b', 'c'],
      category: 'Other',
      relatedPosts: [seen.id],
      excerpt: 'Short',
    }
    const preview = await app.previewPage(admin, { draft: post(metadata, 'New *words*', edited.id) })
    const page = { title: 'Below', slug: 'below', pageType: 'custom', parentPage: 'above' }
    const below = await app.previewPage(admin, {
      draft: { kind: 'page', metadata: page, markdown: '## Two' },
    })
    change({
      ...site,
      posts: site.posts.map((post) =>
        post.id === edited.id
          ? {
              ...withMarkdown(aPost('edited', { ...metadata, at: 3 })),
              id: edited.id,
              markdown: 'New *words*',
            }
          : post,
      ),
      pages: [
        ...site.pages,
        { ...withMarkdown(aPage('above/below', { title: 'Below' })), markdown: '## Two' },
      ],
    })
    await generate()
    const after = await files()
    expect(preview.html).toBe(after.get('post/edited/index.html'))
    expect(below.html).toBe(after.get('above/below/index.html'))
    expect(below.url).toBe('http://site.test/above/below/')
  })

  it('without a draft shows the home page in the requested theme', async () => {
    const { app, admin } = previewPublisher(aSourceSite({ theme, posts: [aPost('first')] }))
    const { html, template, url } = await app.previewPage(admin, { theme: 'other' })
    expect([template, url]).toEqual(['templates/layout.html', 'http://site.test/'])
    expect(html).toContain('Title first')
  })

  it.each([
    ['cannot be compiled', '<p>\n{{#if}}</p>', 2],
    ['calls a missing partial', '<p>\n\n{{> nowhere}}</p>', 3],
    [
      'never ends',
      '{{#each site}}{{#each ../site}}{{#each ../../site}}{{#each ../../../site}}{{> templates/post}}{{/each}}{{/each}}{{/each}}{{/each}}',
      undefined,
    ],
  ])('reports a template that %s, and the next preview works', async (_, template, line) => {
    const broken = aSourceTheme({ 'templates/post.html': template })
    const { app, admin } = previewPublisher(aSourceSite({ theme: broken }))
    await expect(app.previewPage(admin, { draft: post({ title: 'x' }) })).rejects.toMatchObject({
      kind: 'refused',
      code: 'PREVIEW_FAILED',
      fields: {
        faults: [expect.objectContaining({ template: 'templates/post.html', ...(line ? { line } : {}) })],
      },
    })
    const working = previewPublisher(aSourceSite({ theme }))
    expect(
      (await working.app.previewPage(working.admin, { draft: post({ title: 'Whole' }) })).html,
    ).toContain('<h1>Whole</h1>')
  })

  it('shows the source of a body that cannot be rendered, and a default title', async () => {
    const { app, admin } = previewPublisher(aSourceSite({ theme }))
    const { html, url } = await app.previewPage(admin, { draft: post({}, `${'> '.repeat(500)}deep`) })
    expect(html).toContain('<h1>Untitled</h1><pre>')
    expect(url).toBe('http://site.test/post/preview/')
  })

  it('omits characters that HTML forbids, as the site does', async () => {
    const { app, admin } = previewPublisher(aSourceSite({ theme }))
    const { html } = await app.previewPage(admin, {
      draft: post({ title: 'A\u0001 title', tags: ['in\u0008k'] }, 'So\u0002 it is\ufffe'),
    })
    expect(html).toContain('<h1>A title</h1><p>So it is</p>')
    expect(html).toContain('ink ')
  })

  it('requires a user', async () => {
    const { app } = previewPublisher(aSourceSite({ theme }))
    await expect(app.previewPage({ kind: 'anonymous' }, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('never shows another site, even with concurrent requests', async () => {
    const publishers = ['One', 'Two', 'Three'].map((siteTitle) =>
      previewPublisher(
        aSourceSite({
          theme: aSourceTheme({ 'templates/post.html': '{{site.title}} {{post.title}}' }),
          settings: { siteTitle },
        }),
      ),
    )
    const previews = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const publisher = publishers[n % 3]
        return (await publisher?.app.previewPage(publisher.admin, { draft: post({ title: `p${n}` }) }))?.html
      }),
    )
    expect(previews).toEqual(Array.from({ length: 12 }, (_, n) => `${['One', 'Two', 'Three'][n % 3]} p${n}`))
  })
})

it('a renderer on demand stops when idle, and starts again', async () => {
  let [starts, stops] = [0, 0]
  const onDemand = rendererOnDemand(() => {
    starts += 1
    const close = () => {
      stops += 1
    }
    return {
      prepare: async () => new Map(),
      warmUp: async () => undefined,
      render: async () => [],
      isTooSlow: () => false,
      close,
    }
  }, 20)
  await Promise.all([onDemand.prepare(theme), onDemand.prepare(theme)])
  await expect.poll(() => stops).toBe(1)
  await onDemand.prepare(theme)
  expect([starts, stops]).toEqual([2, 1])
  onDemand.close()
  expect(stops).toBe(2)
})
