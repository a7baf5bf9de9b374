/** Compiled templates give the same output as Handlebars. */
import handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { themeEngine } from '../src/engine.ts'
import { sampleSite } from '../src/sample.ts'
import type { TextTools } from '../src/vocabulary.ts'
import { handlebarsOracle } from './handlebars-oracle.ts'
import { randomFrom, randomTheme, randomValue } from './random-templates.ts'

const tools: TextTools = {
  isSitePath: () => true,
  styledUrl: (_site, url) => url,
  cutText: (text) => text,
  scriptJson: JSON.stringify,
}
const template = 'templates/layout.html'
/** Number of random themes per part. The first version of the compiler passed with 7,500 in each part. */
const themes = Number(process.env.RANDOM_THEMES ?? 300)
const limits = { time: 1e9, output: 1e7 }

function ours(sources: ReadonlyMap<string, string>) {
  const engine = themeEngine(handlebars, sources, tools)
  const { errors } = engine.compile()
  engine.enter(sampleSite([]))
  const render = (root: object): string | Error => {
    const result = engine.renderPage({ path: 'x', template, model: root, shared: [] }, limits)
    return 'html' in result ? result.html : new Error(result.error.message)
  }
  return { errors, render }
}

function theirs(sources: ReadonlyMap<string, string>) {
  const oracle = handlebarsOracle(sources, tools)
  return (root: object): string | Error => {
    try {
      return oracle(template, root)
    } catch (error) {
      return error as Error
    }
  }
}

/** Site-wide values, for both engines. */
const siteWide = {
  menu: [],
  categories: [],
  tags: [],
  recentPosts: [],
  language: 'en',
  direction: 'ltr',
  site: { updatedAt: null, title: 'T' },
  footerCode: '',
}

const root = {
  ...siteWide,
  title: 'a & <b>',
  none: null,
  zero: 0,
  list: [{ a: 1, b: 'x', list: ['p', 'q'] }, { a: 2 }, null, 'text', ['in']],
  map: { k: { a: 'v' }, l: 'w' },
  post: { title: 'P', content: '<p>raw</p>', url: '/own/', tags: [{ name: 'n' }] },
  length: 3,
  odd: { toString: 1 },
  'q"{;x': { '`$y\\n': 'odd' },
}

describe('the syntax of templates', () => {
  it.each([
    '{{title}}{{{title}}}{{&title}}{{none}}{{zero}}{{gone.a.b}}{{post.title}}{{[title]}}{{post.[title]}}',
    '{{title.length}}{{title.toString}}{{post.constructor}}{{list.length}}{{list.0.a}}{{list.map}}{{@root.title}}{{@root.list.1.a}}',
    '{{#each list}}[{{@index}}{{@key}}{{@first}}{{@last}} {{a}} {{this}} {{../title}} {{#if a}}{{../title}}{{../../zero}}{{/if}}]{{/each}}',
    '{{#each map}}{{@key}}={{this}}{{@index}}{{@last}}{{else}}none{{/each}}{{#each none}}x{{else}}{{title}}{{/each}}{{#each title}}x{{else}}-{{/each}}',
    '{{#each list as |one at|}}{{one.a}}{{at}}{{#with one as |x|}}{{x.b}}{{one.b}}{{/with}}{{#each one.list as |one|}}{{one}}{{at}}{{@../index}}{{/each}}{{/each}}',
    '{{#with post}}{{url}}{{url "/x/"}}{{title}}{{../title}}{{#with this}}{{../title}}{{/with}}{{else}}no{{/with}}{{#with none}}y{{else}}{{title}}{{/with}}',
    '{{#if zero}}a{{else if zero includeZero=true}}b{{else}}c{{/if}}{{#unless list}}d{{else}}e{{/unless}}{{#if zero includeZero=true}}0{{/if}}',
    '{{^if zero}}a{{/if}}{{^each none}}b{{/each}}{{#if (eq post.title "P")}}c{{/if}}{{#if (or (not title) (and list zero))}}d{{else}}e{{/if}}',
    '  {{#if title}}\n  x\n  {{/if}}\n\n{{~#if title~}}  y  {{~/if~}}  z {{!-- no --}} {{"title"}}{{\'title\'}}',
    '{{#length list}}x{{/length}} {{#eq 1 1}}x{{/eq}}{{lookup list 0}}{{#with (lookup post "tags")}}{{this.0.name}}{{/with}}{{lookup post "constructor"}}',
    '{{> card}}\n  {{> card post}}\n{{> card post title="given" b=(concat "x" title)}}{{#each list}}{{> card}}{{> card this title=@index}}{{/each}}',
    '{{#> frame}}<{{title}}{{@index}}{{> @partial-block}}>{{/frame}}',
    '{{#> frame}}<{{title}}{{../title}}>{{/frame}}{{#> gone post}}instead {{title}} {{../title}}{{/gone}}{{#> frame post}}{{#> frame}}in {{title}}{{/frame}}{{/frame}}',
    '{{#each list}}{{#> frame}}{{@index}}{{../title}}{{@root.title}}{{/frame}}{{/each}}{{> @partial-block}}',
    '{{{{if title}}}}{{raw}}{{{{/if}}}}\\{{title}}{{json post}}{{{json list}}}{{true}}{{12}}{{this.title}}{{./title}}{{post/title}}',
    '{{[q"{;x].[`$y\\n]}}{{lookup [q"{;x] "`$y\\n"}}{{concat "\\\\ " \'"); x("\' "*/"}}{{#> [q"{;x]}}-{{/[q"{;x]}}</script>\u2028',
    '{{#each list as |eval this|}}{{eval.a}}{{/each}}{{> card constructor=title __proto__=post [b"]=1 title=undefined b=undefined}}',
    '{{#> own}}the block{{/own}} {{> own}}{{#> own}}<{{title}}>{{#> own}}in{{/own}}{{/own}}',
    '{{lookup none}}{{lookup none "a" "b"}}{{lookup zero}}',
    '{{#if}}x{{/if}}',
    '{{#each list map}}x{{/each}}',
    '{{if title}}',
    '{{#if (each list)}}x{{/if}}',
    '{{lookup list}}',
  ])('renders as Handlebars does: %s', (source) => {
    const sources = new Map([
      [template, source],
      ['partials/card.html', '[{{title}} {{../title}} {{b}} {{@index}}]\n'],
      [
        'partials/own.html',
        '{{#if @partial-block}}{{> @partial-block}}{{else}}default{{/if}}{{#unless @partial-block}}none{{/unless}}|{{@partial-block}}',
      ],
      [
        'partials/frame.html',
        '({{title}}{{#each list}}{{#if @first}}{{> @partial-block}}{{/if}}{{/each}}{{> @partial-block}})',
      ],
    ])
    const expected = theirs(sources)(root)
    const { errors, render } = ours(sources)
    expect(errors).toEqual([])
    const actual = render(root)
    if (expected instanceof Error) expect(actual).toBeInstanceOf(Error)
    else expect(actual).toBe(expected)
  })
})

it.each([
  [
    '{{#> frame}}\n{{lookup list}}{{/frame}}',
    `${template}:2 lookup needs a value and the name of one of its parts`,
  ],
  ['{{title}}\n\n{{#> frame}}{{#if (if a)}}{{/if}}{{/frame}}', `${template}:3 if needs a block`],
  [
    '{{#each list}}\n{{#each @root.list}}{{#each @root.list}}{{> large}}{{/each}}{{/each}}{{/each}}',
    `${template}:2 The page is larger than 10000000 characters`,
  ],
  ['{{json title}}\n\n\n{{lookup post odd}}', `${template}:4 Cannot convert object to primitive value`],
  ['\n{{> card}}', 'partials/card.html:2 The partial @partial-block could not be found'],
])('reports the location of an error: %j', (source, expected) => {
  const files = {
    'partials/frame.html': '\n\n\n\n{{> @partial-block}}',
    'partials/card.html': '\n{{> @partial-block}}',
    'partials/large.html': 'large '.repeat(50_000),
  }
  const engine = themeEngine(handlebars, new Map([[template, source], ...Object.entries(files)]), tools)
  expect(engine.compile().errors).toEqual([])
  engine.enter(sampleSite([]))
  const result = engine.renderPage({ path: 'x', template, model: root, shared: [] }, limits)
  expect('error' in result && `${result.error.template}:${result.error.line} ${result.error.message}`).toBe(
    expected,
  )
})

it('concatenates adjacent numbers, which Handlebars would sum', () => {
  const { render } = ours(new Map([[template, '{{{length}}}{{{zero}}}{{{title}}}']]))
  expect(render(root)).toBe('30a & <b>')
})

const isSame = (expected: string | Error, actual: string | Error): boolean =>
  expected instanceof Error ? actual instanceof Error : actual === expected

/** Number of pages that one random theme rendered; undefined if the theme was rejected. */
function compared(seed: number): number | undefined {
  const random = randomFrom(seed)
  const sources = randomTheme(random)
  const { errors, render } = ours(sources)
  if (errors.length > 0) return undefined
  const oracle = theirs(sources)
  let renderedPages = 0
  for (let page = 0; page < 3; page += 1) {
    const model = { ...siteWide, ...(randomValue(random, 4) as object), list: randomValue(random, 3) }
    const [expected, actual] = [oracle(model), render(model)]
    const details = { seed, sources: [...sources], model }
    if (!isSame(expected, actual)) expect({ ...details, actual }).toEqual({ ...details, actual: expected })
    if (!(actual instanceof Error)) renderedPages += 1
  }
  return renderedPages
}

describe('random templates with random values', () => {
  it.each([1, 2, 3, 4])(
    'render the same text, or fail in both engines (%i)',
    (part) => {
      const renderedPages = Array.from({ length: themes }, (_, at) => compared(part * 1_000_000 + at))
      expect(renderedPages.filter((pages) => pages === undefined).length).toBeLessThan(themes / 10)
      expect(renderedPages.reduce<number>((sum, pages) => sum + (pages ?? 0), 0)).toBeGreaterThan(themes)
    },
    600_000,
  )
})
