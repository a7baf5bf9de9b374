import { describe, expect, it } from 'vitest'
import { type ThemeFixture, themeZip } from '../../../test/fixtures/theme.ts'
import { assetsOfStyles } from './asset-references.ts'
import { unpackPackage } from './unpack-package.ts'

/** Warnings of a theme as `path:line message`. */
const warnings = (files: NonNullable<ThemeFixture['files']>): string[] =>
  unpackPackage(
    themeZip({ files: { 'partials/empty.html': null, 'partials/.gitkeep': '', ...files } }),
  ).warnings.map(({ path, line, message }) => `${[path, line].filter(Boolean).join(':')} ${message}`)

describe('warnings about a theme', () => {
  it('are empty for a correct theme', () => {
    expect(warnings({})).toEqual([])
  })

  it('list misspelt values with their lines', () => {
    expect(warnings({ 'templates/post.html': '\n{{post.titel}}' })).toEqual([
      'templates/post.html:2 there is no value post.titel; did you mean post.title?',
    ])
  })

  it('list assets in templates that the package does not contain', () => {
    const text = [
      '<link href="{{asset "css/stlye.css"}}"><link href="{{asset "css/style.css"}}">',
      '<script src="/assets/js/app.js?v=1"></script><img src="/assets/css/style.css">{{#if (asset "/img/x.png")}}{{/if}}',
      '<a href="/assets/{{title}}.pdf">{{asset title}}</a> /assets/in/text.css <img src="https://cdn.test/assets/x.png">',
    ].join('\n')
    expect(warnings({ 'templates/home.html': text })).toEqual([
      'templates/home.html:1 assets/css/stlye.css is not in the package; did you mean assets/css/style.css?',
      'templates/home.html:2 assets/js/app.js is not in the package',
      'templates/home.html:2 assets/img/x.png is not in the package',
    ])
  })

  it('list files in style sheets that the package does not contain', () => {
    const css = [
      'a { background: url("../img/a.png") } /* url(no.png) */ b { background: url(../img/b%20c.svg#x) }',
      "@font-face { src: url( '../fonts/x.woff2?v=2' ), url(/assets/fonts/regular.woff2) }",
      'c { background: url(data:image/png;base64,xx), url(//cdn.test/a.png), url(https://x.test/a.png), url(#a), url(/images/z.png) }',
    ].join('\n')
    expect(
      warnings({ 'assets/css/style.css': css, 'assets/img/b c.svg': '', 'assets/fonts/regular.woff2': '' }),
    ).toEqual([
      'assets/css/style.css:1 assets/img/a.png is not in the package',
      'assets/css/style.css:2 assets/fonts/x.woff2 is not in the package',
    ])
  })

  it('list templates that no page uses', () => {
    expect(
      warnings({
        'templates/posts.html': '',
        'templates/tag.html': '',
        'templates/categry.html': '',
        'templates/home.html': '',
        'templates/index.html': '',
        'templates/post.hbs': '',
        'custom/about.html': '',
        'custom/About_us.html': '',
        'custom/team/ann.html': '',
        'templates/README.md': '',
      }),
    ).toEqual([
      'templates/post.hbs this file is not a template: names of templates end in .html',
      'custom/About_us.html no page uses this template: its name is not a slug',
      'custom/team/ann.html no page uses this template: its name is not a slug',
      'templates/categry.html no page uses this template; did you mean custom/category.html?',
      'templates/index.html no page uses this template: templates/home.html is used instead',
      'templates/posts.html no page uses this template; did you mean templates/post.html?',
      'templates/tag.html no page uses this template; did you mean custom/tag.html?',
    ])
  })

  it('list unused partials and missing block partials', () => {
    const files = {
      'templates/home.html': '{{> a}}\n{{#> fram}}x{{/fram}}{{#> frame}}{{> inner}}{{/frame}}',
      'partials/a.html': '{{> b/c}}',
      'partials/b/c.html': '',
      'partials/frame.html': '{{> @partial-block}}',
      'partials/inner.html': '',
      'partials/alone.html': '{{> alone-too}}',
      'partials/alone-too.html': '',
    }
    expect(warnings(files)).toEqual([
      'templates/home.html:2 the partial fram does not exist; did you mean frame?',
      'partials/alone-too.html no template uses this partial',
      'partials/alone.html no template uses this partial',
    ])
  })

  it('are not computed until every template parses', () => {
    const { problems, warnings: found } = unpackPackage(
      themeZip({ files: { 'templates/post.html': '{{post.titel}}{{#if x}}' } }),
    )
    expect([problems.length, found]).toEqual([1, []])
  })

  it('are limited to 100', () => {
    expect(
      warnings({ 'templates/post.html': Array.from({ length: 300 }, (_, n) => `{{post.x${n}y}}`).join('') }),
    ).toHaveLength(100)
  })
})

describe('style sheets', () => {
  it('are parsed to the end, even with unclosed parts', () => {
    expect(assetsOfStyles(`${'url('.repeat(1_000)}x.png) url(y.png)`, 'assets/a.css').at(-1)?.path).toBe(
      'assets/y.png',
    )
    for (const text of ['url(', 'url("', '/*', 'url( ', "url('a"])
      expect(assetsOfStyles(text.repeat(100_000), 'assets/a.css').length).toBeLessThan(2)
  })
})

describe('warnings about translations', () => {
  const post = 'templates/post.html'

  it('are empty if every language has every key', () => {
    const texts = '{"a": "A", "b": {"one": "B", "other": "Bs"}}'
    expect(
      warnings({
        [post]: '{{t "a"}}{{t (concat "x" title)}}{{#if (t "b" 2)}}{{/if}}',
        'translations/en.json': texts,
        'translations/de.json': texts,
        'translations/de-AT.json': '{"a": "Ah"}',
      }),
    ).toEqual([])
  })

  it('name keys that the fallback or another language lacks', () => {
    expect(
      warnings({
        [post]: '\n{{t "a"}}{{t "missing"}}{{t "missing"}}',
        'translations/en.json': '{"a": "A", "b": "B"}',
        'translations/de.json': '{"b": "B"}',
        'translations/german.json': '{}',
        'translations/xx_yy.json': '{}',
      }),
    ).toEqual([
      'templates/post.html:2 translations/en.json has no text for missing',
      'translations/de.json there is no text for a, missing',
      'translations/german.json there is no text for a, b, missing',
      'translations/xx_yy.json the name of this file is not a language tag',
    ])
  })

  it('name keys of a theme without translations', () => {
    expect(warnings({ [post]: '{{t "a"}}' })).toEqual([
      'templates/post.html:1 translations/en.json has no text for a',
    ])
  })
})
