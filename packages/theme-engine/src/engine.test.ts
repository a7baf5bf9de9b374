import handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { themeEngine } from './engine.ts'
import type { TemplateFault } from './protocol.ts'
import { sampleSite, samplesFor } from './sample.ts'
import type { TextTools } from './vocabulary.ts'

const tools: TextTools = {
  isSitePath: () => true,
  styledUrl: (_site, url) => url,
  cutText: (text) => text,
  scriptJson: JSON.stringify,
}
const layout = 'templates/layout.html'
type Files = Readonly<Record<string, string>>

const compiled = (files: Files) => themeEngine(handlebars, new Map(Object.entries(files)), tools).compile()
const told = (faults: readonly TemplateFault[]) =>
  faults.map(({ template, line, message }) => `${template}:${line} ${message}`)
const faultsIn = (source: string) => told(compiled({ [layout]: source }).faults)
const circles = (files: Files) => told(compiled(files).circles)

/** What comes of the first sample page, the home page. */
function rendered(files: Files): string {
  const engine = themeEngine(handlebars, new Map(Object.entries(files)), tools)
  const { templates, faults } = engine.compile()
  expect(faults).toEqual([])
  engine.enter(sampleSite([]))
  const [page] = samplesFor(new Set(templates.map(([path]) => path)))
  if (!page) throw new Error('no template renders the home page')
  const result = engine.renderPage(page, { time: 1e9, output: 1e6 })
  return 'html' in result ? result.html : told([result.fault]).join()
}

it('a site that is entered shows its own assets and values, whatever was shown before', () => {
  const engine = themeEngine(
    handlebars,
    new Map([[layout, '{{asset "a.css"}} {{asset "a.css"}} {{site.title}} {{footerCode}}']]),
    tools,
  )
  const uses = new Set(engine.compile().templates.map(([path]) => path))
  const [page] = samplesFor(uses)
  const shown = (digest: string, title: string) => {
    const site = sampleSite([])
    const assets = [['assets/a.css', digest]] as const
    engine.enter({
      ...site,
      assets,
      shared: { ...site.shared, site: { title } },
      footerCode: `<!-- ${title} -->`,
    })
    const result = page && engine.renderPage(page, { time: 1e9, output: 1e6 })
    return result && 'html' in result ? result.html : result
  }
  const [first, second] = [shown('0123456789abc', 'One'), shown('fedcba9876543', 'Two')]
  expect(first).toMatch(/^(\S+\?v=0123456789) \1 One <!-- One -->$/)
  expect(second).toMatch(/^(\S+\?v=fedcba9876) \1 Two <!-- Two -->$/)
})

it('a page that comes without its head has one of the values of the site, the page and its image, wherever the template wants it', () => {
  const shown = (template: string, made: TextTools) => {
    const engine = themeEngine(handlebars, new Map([[layout, template]]), made)
    const uses = new Set(engine.compile().templates.map(([path]) => path))
    const [page] = samplesFor(uses)
    engine.enter({ ...sampleSite([]), basePath: '/base', absoluteBase: 'http://x.test/base' })
    if (!page) throw new Error('no template renders the home page')
    const { head: _, ...model } = page.model as Record<string, unknown>
    const result = engine.renderPage({ ...page, model, headImage: '/i.png' }, { time: 1e9, output: 1e6 })
    return 'html' in result ? result.html : told([result.fault]).join()
  }
  const headHtml: TextTools['headHtml'] = (site, model, image) =>
    `<meta content="${[(site as { absoluteBase: string }).absoluteBase, (model as { kind: string }).kind, image]}">`
  const head = '<meta content="http://x.test/base,home,/i.png">'
  expect(shown('<head></head>', { ...tools, headHtml })).toContain(`<head>${head}</head>`)
  expect(shown('<head>{{head}}<title></title></head>', { ...tools, headHtml })).toContain(
    `<head>${head}<title></title></head>`,
  )
  expect(shown('<head></head>', tools)).toContain('Nobody can make the head of this page')
})

describe('a partial', () => {
  it('is not indented as its call: the lines of code that it shows stay as they are', () => {
    const files = {
      [layout]: '<main>\n    {{> body}}\n  {{#> framed}}\n  {{title}}\n  {{/framed}}\n</main>',
      'partials/body.html': '<pre>{{title}}\nindented: no</pre>\n',
      'partials/framed.html': '    {{> @partial-block}}\n',
    }
    const title = rendered({ [layout]: '{{title}}' })
    expect(rendered(files)).toBe(`<main>\n    <pre>${title}\nindented: no</pre>\n      ${title}\n</main>`)
  })
})

describe('a page that nests too deeply', () => {
  const filesWith = (blocks: number) => ({
    'templates/deep.html': '{{> rec}}',
    'templates/other.html': '<{{title}}>',
    'partials/rec.html': '{{#if next}}{{#with next}}{{> rec}}{{/with}}{{else}}{{> blocks}}{{/if}}',
    'partials/blocks.html': `${'{{#each list as |title|}}'.repeat(blocks)}{{title}}${'{{/each}}'.repeat(blocks)}`,
  })
  const page = (template: string, model: object) => ({ path: 'x', template, model, shared: [] })
  const limits = { time: 1e9, output: 1e6 }
  const nested = (depth: number): object =>
    Array.from({ length: depth }).reduce<object>((next) => ({ next }), { list: ['x'] })

  it.each([20, 30, 50, 100])('harms no other, wherever it ends, also among %i blocks', (blocks) => {
    /** Whether it was too deep, and what another page looks like then. */
    const tried = (depth: number) => {
      const engine = themeEngine(handlebars, new Map(Object.entries(filesWith(blocks))), tools)
      engine.compile()
      engine.enter(sampleSite([]))
      const isTooDeep = 'fault' in engine.renderPage(page('templates/deep.html', nested(depth)), limits)
      return { isTooDeep, other: engine.renderPage(page('templates/other.html', { title: 'T' }), limits) }
    }
    // Where it begins depends on the machine, and on what was compiled by then: what is just too deep counts.
    let depth = 200
    while (!tried(depth).isTooDeep) depth += 20
    const others: unknown[] = []
    for (let failed = 0, next = depth - 60; failed < 20; next += 1) {
      const { isTooDeep, other } = tried(next)
      if (isTooDeep) failed += 1
      others.push(other)
    }
    expect(new Set(others.map((other) => JSON.stringify(other)))).toEqual(new Set(['{"html":"<T>"}']))
  })
})

describe('an unknown helper', () => {
  it('is told wherever it is called, beside whatever else is wrong', () => {
    const source = [
      '{{shout title}}',
      '{{> gone}}',
      '{{#each (sorted posts by="date")}}{{wrap title=title}}{{else}}{{{loud "x"}}}{{/each}}',
      '{{#if a}}',
      '{{else unlike b}}',
      '{{/if}}',
      '{{#repeat 3}}{{> card title=(big title)}}{{/repeat}}',
      '{{#if (now)}}{{/if}}',
    ].join('\n')
    const { faults } = compiled({ [layout]: source, 'partials/card.html': '\n{{small x}}' })
    expect(told(faults)).toEqual([
      'templates/layout.html:1 There is no helper named shout',
      'templates/layout.html:2 The partial gone does not exist',
      'templates/layout.html:3 There is no helper named sorted',
      'templates/layout.html:3 There is no helper named wrap',
      'templates/layout.html:3 There is no helper named loud',
      'templates/layout.html:5 There is no helper named unlike',
      'templates/layout.html:7 There is no helper named repeat',
      'templates/layout.html:7 There is no helper named big',
      'templates/layout.html:8 There is no helper named now',
      'partials/card.html:2 There is no helper named small',
    ])
  })

  it.each([
    ['{{post.title 3}}', 'post.title'],
    ['{{../x 3}}', '../x'],
    ['{{this 3}}', 'this'],
    ['{{"two words" 3}}', 'two words'],
    ['{{log title}}', 'log'],
    ['{{helperMissing 1}}', 'helperMissing'],
    ['{{constructor 1}}', 'constructor'],
  ])('may be written %s', (source, name) => {
    expect(faultsIn(source)).toEqual([`templates/layout.html:1 There is no helper named ${name}`])
  })

  it.each([
    '{{anything}}{{{any.thing}}}{{@index}}',
    '{{log}}{{helperMissing}}{{blockHelperMissing}}',
    '{{"literal"}}',
    '{{url "/x/"}}{{head}}',
  ])('is none of %s', (source) => {
    expect(faultsIn(source)).toEqual([])
    expect(rendered({ [layout]: source })).not.toContain('templates/')
  })

  it('is no parameter of a block, within that block', () => {
    expect(
      faultsIn('{{#each posts as |post at|}}{{#if a}}{{post 1}}{{join (at) "-"}}{{/if}}{{/each}}'),
    ).toEqual([])
    expect(faultsIn('{{#each posts as |post|}}{{post.title 1}}{{/each}}\n{{post 1}}')).toEqual([
      'templates/layout.html:1 There is no helper named post.title',
      'templates/layout.html:2 There is no helper named post',
    ])
  })
})

describe('a block without a helper', () => {
  it.each([
    ['{{#posts}}x{{/posts}}', 'posts'],
    ['{{^posts}}x{{/posts}}', 'posts'],
    ['{{#post.url}}x{{/post.url}}', 'post.url'],
    ['{{#each posts as |post|}}{{#post}}x{{/post}}{{/each}}', 'post'],
  ])('is told: %s', (source, name) => {
    expect(faultsIn(`\n${source}`)).toEqual([`templates/layout.html:2 The block ${name} has no helper`])
  })
})

describe('a template that is nested too deeply to be compiled', () => {
  it('is told so', () => {
    const depth = 2200
    const nested = `${'{{#each list}}'.repeat(1000)}x${'{{/each}}'.repeat(1000)}`
    const { faults } = compiled({ [layout]: '{{title}}\n{{> deep}}', 'partials/deep.html': nested })
    expect(told(faults)).toEqual(['partials/deep.html:undefined The template is nested too deeply'])
    expect(faultsIn(`{{#if ${'(or '.repeat(depth)}a${')'.repeat(depth)}}}{{/if}}`)).toEqual([
      'templates/layout.html:undefined The template is nested too deeply',
    ])
  }, 60_000)
})

describe('partials that call each other without end', () => {
  it('are found without being rendered, at the call that closes the circle, each circle once', () => {
    const files = {
      [layout]: '{{> b}}',
      'templates/post.html': '{{> a}}',
      'partials/a.html': '\n{{> b}}',
      'partials/b.html': '{{#if x}}{{> a}}{{/if}}\n\n{{#> a}}{{/a}}',
      'partials/own.html': 'x\n{{> own}}',
    }
    expect(circles(files)).toEqual([
      'partials/b.html:3 Partials call each other without end',
      'partials/own.html:2 Partials call each other without end',
    ])
    expect(rendered(files)).toBe('partials/b.html:3 Partials call each other without end')
  })

  it('are all found where circles share partials', () => {
    expect(
      circles({
        'partials/a.html': '{{> b}}\n{{> c}}',
        'partials/b.html': '{{> a}}',
        'partials/c.html': '{{> c}}\n{{> a}}',
      }).sort(),
    ).toEqual([
      'partials/b.html:1 Partials call each other without end',
      'partials/c.html:1 Partials call each other without end',
      'partials/c.html:2 Partials call each other without end',
    ])
  })

  it('are no fault where a block decides whether they do', () => {
    const files = {
      [layout]: '{{> tree list=menu}}{{#> frame}}{{> frame}}{{/frame}}',
      'partials/tree.html': '{{#each list}}<{{#if children}}{{> tree list=children}}{{/if}}>{{/each}}',
      'partials/frame.html': '[{{> @partial-block}}]',
    }
    expect(circles(files)).toEqual([])
    expect(
      rendered({ [layout]: '{{> tree list=menu}}', 'partials/tree.html': files['partials/tree.html'] }),
    ).toBe('<<>>')
  })

  it('are found while they are rendered where only the values decide', () => {
    expect(
      rendered({
        [layout]: '{{> a}}',
        'partials/a.html': '\n{{#if kind}}\n{{> z}}{{/if}}',
        'partials/z.html': '\n\n\n{{> a}}',
      }),
    ).toBe('partials/z.html:4 Partials call each other without end')
  })

  it('are found through the blocks that they are given', () => {
    expect(
      rendered({
        [layout]: '{{> a}}',
        'partials/a.html': '\n{{#> frame}}{{> a}}{{/frame}}',
        'partials/frame.html': '{{> @partial-block}}',
      }),
    ).toBe('partials/a.html:2 Partials call each other without end')
  })
})

describe('partials that are nested too deeply, but not without end', () => {
  const chain = (length: number, last: string) =>
    Object.fromEntries(
      Array.from({ length }, (_, n) => [`partials/p${n}.html`, n === length - 1 ? last : `{{> p${n + 1}}}`]),
    )

  it('are told as what they are, with the call that leads to them', () => {
    const files = { [layout]: '\n\n{{> p0}}', ...chain(3000, 'x') }
    expect(circles(files)).toEqual([])
    expect(rendered(files)).toBe('templates/layout.html:3 Partials are nested too deeply')
  }, 60_000)

  it('are not taken for a circle because one of them calls itself a few times', () => {
    const tree = '{{#each list}}{{> tree list=children}}{{/each}}{{#unless list}}{{> p0}}{{/unless}}'
    expect(
      rendered({ [layout]: '{{> tree list=menu}}', 'partials/tree.html': tree, ...chain(3000, 'x') }),
    ).toBe('templates/layout.html:1 Partials are nested too deeply')
  }, 60_000)
})
