import handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { misspeltNames } from './name-check.ts'
import type { Program } from './template-ast.ts'

const parsed = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, handlebars.parse(text) as unknown as Program]))

const warnings = (files: Readonly<Record<string, string>>): string[] =>
  misspeltNames(parsed(files)).map(({ template, line, message }) => `${template}:${line} ${message}`)

const inPost = (text: string): string[] =>
  warnings({ 'templates/post.html': text }).map((warning) => warning.replace('templates/post.html:', ''))

describe('names of values', () => {
  it('are checked against the sample pages of the template', () => {
    expect(inPost('<h1>\n{{post.titel}}</h1>')).toEqual([
      '2 there is no value post.titel; did you mean post.title?',
    ])
    expect(inPost('{{titel}}{{Post.title}}')).toEqual([
      '1 there is no value titel; did you mean title?',
      '1 there is no value Post.title; did you mean post.title?',
    ])
    expect(inPost('{{#if post.featuredImage.captoin}}{{date post.createAt "iso"}}{{/if}}')).toEqual([
      '1 there is no value post.featuredImage.captoin; did you mean post.featuredImage.caption?',
      '1 there is no value post.createAt; did you mean post.createdAt?',
    ])
  })

  it('are checked in lists, blocks, parameters, helpers and parent contexts', () => {
    expect(
      inPost(
        '{{#each post.tags}}{{naem}}{{name}}{{../post.titel}}{{../post.title}}{{@indx}}{{@index}}{{/each}}',
      ),
    ).toEqual([
      '1 there is no value naem; did you mean name?',
      '1 there is no value ../post.titel; did you mean ../post.title?',
      '1 there is no value @indx; did you mean @index?',
    ])
    expect(
      inPost('{{#each (limit recentPosts 3) as |entry at|}}{{entry.titel}}{{entry.url}}{{at}}{{/each}}'),
    ).toEqual(['1 there is no value entry.titel; did you mean entry.title?'])
    expect(
      inPost('{{#with post.category}}{{sluug}}{{@root.sit.title}}{{@root.site.title}}{{/with}}'),
    ).toEqual([
      '1 there is no value sluug; did you mean slug?',
      '1 there is no value @root.sit.title; did you mean @root.site.title?',
    ])
    expect(
      inPost(
        '{{#each menu}}{{#each children}}{{titel}}{{#each children}}{{titel}}{{/each}}{{/each}}{{/each}}',
      ),
    ).toEqual(['1 there is no value titel; did you mean title?'])
  })

  it('are suggested with @root inside a list if the page has them', () => {
    expect(inPost('{{#each post.related}}{{site.title}}{{/each}}')).toEqual([
      '1 there is no value site.title; did you mean @root.site.title?',
    ])
  })

  it('are checked in partials, and accepted if any call provides them', () => {
    const card = '{{title}}{{#if big}}{{subtitel}}{{/if}}{{count}}'
    expect(
      warnings({
        'templates/home.html': '{{#each posts}}{{> card big=true}}{{/each}}',
        'partials/card.html': card,
      }),
    ).toEqual([
      'partials/card.html:1 there is no value subtitel; did you mean subtitle?',
      'partials/card.html:1 there is no value count',
    ])
    const both = '{{#each posts}}{{> card big=true}}{{/each}}{{#each tags}}{{> card}}{{/each}}'
    expect(
      warnings({ 'templates/home.html': both, 'partials/card.html': card.replace('subtitel', 'subtitle') }),
    ).toEqual([])
  })

  it('are checked in partial blocks', () => {
    const files = {
      'templates/post.html': '{{#> frame}}{{post.titel}}{{/frame}}',
      'partials/frame.html': '{{> @partial-block}}',
    }
    expect(warnings(files)).toEqual([
      'templates/post.html:1 there is no value post.titel; did you mean post.title?',
    ])
  })

  it('are accepted in meta and theme.info, which sites extend', () => {
    expect(
      inPost('{{post.meta.mood}}{{#each post.meta.links}}{{label}}{{/each}}{{theme.info.extra.x}}'),
    ).toEqual([])
  })

  it('are suggested below meta if a post has no such field', () => {
    const [warning] = misspeltNames(parsed({ 'templates/post.html': '{{post.mood}}' }))
    expect(warning?.hint).toContain('For a field of your own, write post.meta.mood.')
  })

  it('are accepted in a template for several page kinds if one kind has them', () => {
    expect(
      warnings({
        'templates/layout.html':
          '{{post.title}}{{page.parent.title}}{{taxonomy.name}}{{#each sections}}{{title}}{{/each}}',
      }),
    ).toEqual([])
    expect(warnings({ 'templates/content.html': '{{post.parent}}' })).toEqual([
      'templates/content.html:1 there is no value post.parent',
    ])
  })

  it('are accepted for lengths and helpers without arguments, and after [0], this or ./', () => {
    expect(
      inPost(
        '{{head}}{{footerCode}}{{title.length}}{{post.tags.length}}{{post.tags.[0].name}}{{this.title}}{{./title}}',
      ),
    ).toEqual([])
  })

  it('are checked in finite time with recursive partials and deeply nested templates', () => {
    const calls = {
      'templates/home.html': '{{> a depth=1}}',
      'partials/a.html': '{{#if x}}{{> b y=this}}{{/if}}',
      'partials/b.html': '{{> a z=this}}',
    }
    expect(warnings(calls)).toEqual([])
    expect(inPost(`${'{{#if title}}'.repeat(1_000)}{{titel}}${'{{/if}}'.repeat(1_000)}`)).toEqual([])
  })
})
