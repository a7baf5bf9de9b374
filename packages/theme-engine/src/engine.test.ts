import handlebars from 'handlebars'
import { describe, expect, it, vi } from 'vitest'
import { themeEngine } from './engine.ts'
import type { TemplateError } from './protocol.ts'
import { sampleSite, samplesFor } from './sample.ts'
import type { TextTools } from './vocabulary.ts'

vi.setConfig({ testTimeout: 60_000 })

const tools: TextTools = {
  isSitePath: () => true,
  styledUrl: (_site, url) => url,
  cutText: (text) => text,
  scriptJson: JSON.stringify,
}
const layout = 'templates/layout.html'
type Files = Readonly<Record<string, string>>

const compiled = (files: Files) => themeEngine(handlebars, new Map(Object.entries(files)), tools).compile()
const located = (errors: readonly TemplateError[]) =>
  errors.map(({ template, line, message }) => `${template}:${line} ${message}`)
const errorsIn = (source: string) => located(compiled({ [layout]: source }).errors)
const cycles = (files: Files) => located(compiled(files).cycles)

/** The HTML of the first sample page, the home page. */
function rendered(files: Files): string {
  const engine = themeEngine(handlebars, new Map(Object.entries(files)), tools)
  const { templates, errors } = engine.compile()
  expect(errors).toEqual([])
  engine.enter(sampleSite([]))
  const [page] = samplesFor(new Set(templates.map(([path]) => path)))
  if (!page) throw new Error('no template renders the home page')
  const result = engine.renderPage(page, { time: 1e9, output: 1e6 })
  return 'html' in result ? result.html : located([result.error]).join()
}

it('a new site has its own assets and values, not those of the previous one', () => {
  const engine = themeEngine(
    handlebars,
    new Map([[layout, '{{asset "a.css"}} {{asset "a.css"}} {{site.title}} {{footerCode}}']]),
    tools,
  )
  const uses = new Set(engine.compile().templates.map(([path]) => path))
  const [page] = samplesFor(uses)
  const render = (digest: string, title: string) => {
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
  const [first, second] = [render('0123456789abc', 'One'), render('fedcba9876543', 'Two')]
  expect(first).toMatch(/^(\S+\?v=0123456789) \1 One <!-- One -->$/)
  expect(second).toMatch(/^(\S+\?v=fedcba9876) \1 Two <!-- Two -->$/)
})

it('adds a head to a model without one, wherever the template places it', () => {
  const render = (template: string, textTools: TextTools) => {
    const engine = themeEngine(handlebars, new Map([[layout, template]]), textTools)
    const uses = new Set(engine.compile().templates.map(([path]) => path))
    const [page] = samplesFor(uses)
    engine.enter({ ...sampleSite([]), basePath: '/base', absoluteBase: 'http://x.test/base' })
    if (!page) throw new Error('no template renders the home page')
    const { head: _, ...model } = page.model as Record<string, unknown>
    const result = engine.renderPage(
      { ...page, model, headFacts: { image: '/i.png' } },
      { time: 1e9, output: 1e6 },
    )
    return 'html' in result ? result.html : located([result.error]).join()
  }
  const headHtml: TextTools['headHtml'] = (site, model, facts) => {
    const { absoluteBase } = site as { absoluteBase: string }
    const { kind } = model as { kind: string }
    return `<meta content="${[absoluteBase, kind, (facts as { image: string }).image]}">`
  }
  const head = '<meta content="http://x.test/base,home,/i.png">'
  expect(render('<head></head>', { ...tools, headHtml })).toContain(`<head>${head}</head>`)
  expect(render('<head>{{head}}<title></title></head>', { ...tools, headHtml })).toContain(
    `<head>${head}<title></title></head>`,
  )
  expect(render('<head></head>', tools)).toContain('The renderer was started without headHtml')
})

describe('a partial', () => {
  it('is not indented like its call, because that would alter code samples', () => {
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

  it.each([20, 30, 50, 100])('does not affect the next page at any depth, with %i blocks', (blocks) => {
    /** Whether a page of that depth is too deep, and the result of the page rendered next. */
    const renderedAt = (depth: number) => {
      const engine = themeEngine(handlebars, new Map(Object.entries(filesWith(blocks))), tools)
      engine.compile()
      engine.enter(sampleSite([]))
      const isTooDeep = 'error' in engine.renderPage(page('templates/deep.html', nested(depth)), limits)
      return { isTooDeep, other: engine.renderPage(page('templates/other.html', { title: 'T' }), limits) }
    }
    // The limit depends on the machine and on compiled code: this tests depths just below and above it.
    let depth = 200
    while (!renderedAt(depth).isTooDeep) depth = Math.ceil(depth * 1.05)
    const others = new Set<string>()
    for (let failed = 0, next = Math.floor(depth / 1.05) - 20; failed < 20; next += 1) {
      const { isTooDeep, other } = renderedAt(next)
      if (isTooDeep) failed += 1
      others.add(JSON.stringify(other))
    }
    expect(others).toEqual(new Set(['{"html":"<T>"}']))
  })
})

describe('an unknown helper', () => {
  it('is reported at each call, with other errors', () => {
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
    const { errors } = compiled({ [layout]: source, 'partials/card.html': '\n{{small x}}' })
    expect(located(errors)).toEqual([
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
  ])('is reported for %s', (source, name) => {
    expect(errorsIn(source)).toEqual([`templates/layout.html:1 There is no helper named ${name}`])
  })

  it.each([
    '{{anything}}{{{any.thing}}}{{@index}}',
    '{{log}}{{helperMissing}}{{blockHelperMissing}}',
    '{{"literal"}}',
    '{{url "/x/"}}{{head}}',
  ])('is not reported for %s', (source) => {
    expect(errorsIn(source)).toEqual([])
    expect(rendered({ [layout]: source })).not.toContain('templates/')
  })

  it('is not reported for block parameters', () => {
    expect(
      errorsIn('{{#each posts as |post at|}}{{#if a}}{{post 1}}{{join (at) "-"}}{{/if}}{{/each}}'),
    ).toEqual([])
    expect(errorsIn('{{#each posts as |post|}}{{post.title 1}}{{/each}}\n{{post 1}}')).toEqual([
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
  ])('is reported: %s', (source, name) => {
    expect(errorsIn(`\n${source}`)).toEqual([`templates/layout.html:2 The block ${name} has no helper`])
  })
})

describe('a template that is nested too deeply to be compiled', () => {
  it('is reported', () => {
    const depth = 2200
    const nested = `${'{{#each list}}'.repeat(1000)}x${'{{/each}}'.repeat(1000)}`
    const { errors } = compiled({ [layout]: '{{title}}\n{{> deep}}', 'partials/deep.html': nested })
    expect(located(errors)).toEqual(['partials/deep.html:undefined The template is nested too deeply'])
    expect(errorsIn(`{{#if ${'(or '.repeat(depth)}a${')'.repeat(depth)}}}{{/if}}`)).toEqual([
      'templates/layout.html:undefined The template is nested too deeply',
    ])
  })
})

describe('recursive partials', () => {
  it('are reported without rendering, once per cycle, at the call that closes the cycle', () => {
    const files = {
      [layout]: '{{> b}}',
      'templates/post.html': '{{> a}}',
      'partials/a.html': '\n{{> b}}',
      'partials/b.html': '{{#if x}}{{> a}}{{/if}}\n\n{{#> a}}{{/a}}',
      'partials/own.html': 'x\n{{> own}}',
    }
    expect(cycles(files)).toEqual([
      'partials/b.html:3 Partials call each other without end',
      'partials/own.html:2 Partials call each other without end',
    ])
    expect(rendered(files)).toBe('partials/b.html:3 Partials call each other without end')
  })

  it('are all reported if cycles share partials', () => {
    expect(
      cycles({
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

  it('are not reported if a block can end the recursion', () => {
    const files = {
      [layout]: '{{> tree list=menu}}{{#> frame}}{{> frame}}{{/frame}}',
      'partials/tree.html': '{{#each list}}<{{#if children}}{{> tree list=children}}{{/if}}>{{/each}}',
      'partials/frame.html': '[{{> @partial-block}}]',
    }
    expect(cycles(files)).toEqual([])
    expect(
      rendered({ [layout]: '{{> tree list=menu}}', 'partials/tree.html': files['partials/tree.html'] }),
    ).toBe('<<>>')
  })

  it('are reported while rendering if they depend on values', () => {
    expect(
      rendered({
        [layout]: '{{> a}}',
        'partials/a.html': '\n{{#if kind}}\n{{> z}}{{/if}}',
        'partials/z.html': '\n\n\n{{> a}}',
      }),
    ).toBe('partials/z.html:4 Partials call each other without end')
  })

  it('are reported through partial blocks', () => {
    expect(
      rendered({
        [layout]: '{{> a}}',
        'partials/a.html': '\n{{#> frame}}{{> a}}{{/frame}}',
        'partials/frame.html': '{{> @partial-block}}',
      }),
    ).toBe('partials/a.html:2 Partials call each other without end')
  })
})

describe('partials that are nested too deeply', () => {
  const chain = (length: number, last: string) =>
    Object.fromEntries(
      Array.from({ length }, (_, n) => [`partials/p${n}.html`, n === length - 1 ? last : `{{> p${n + 1}}}`]),
    )

  it('are reported at the call in the template', () => {
    const files = { [layout]: '\n\n{{> p0}}', ...chain(3000, 'x') }
    expect(cycles(files)).toEqual([])
    expect(rendered(files)).toBe('templates/layout.html:3 Partials are nested too deeply')
  })

  it('are not reported as a cycle if a partial calls itself a few times', () => {
    const tree = '{{#each list}}{{> tree list=children}}{{/each}}{{#unless list}}{{> p0}}{{/unless}}'
    expect(
      rendered({ [layout]: '{{> tree list=menu}}', 'partials/tree.html': tree, ...chain(3000, 'x') }),
    ).toBe('templates/layout.html:1 Partials are nested too deeply')
  })
})
