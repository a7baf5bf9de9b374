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

const failure = async (files: Record<string, string>) => {
  const error = await renderer.prepare(theme(files)).catch((reason: unknown) => reason)
  return (error as { fields: { faults: unknown[] } }).fields.faults
}

describe('hostile templates', () => {
  it.each([
    ['constructor', '{{constructor}}{{constructor.name}}{{title.constructor}}'],
    [
      'prototype keys',
      '{{__proto__}}{{title.__proto__}}{{lookup title "constructor"}}{{lookup this "__proto__"}}',
    ],
    ['function properties', '{{list.map}}{{list.push}}{{title.toString}}'],
  ])('cannot read anything through %s', async (_, source) => {
    expect((await render(source, { title: 'x', list: [1] })).html).toBe('')
  })

  it.each([
    ['a block that is not closed', 'a\nb\n{{#if x}}\n', /Parse error|close/i],
    ['an unknown helper', 'a\n\n{{evil 1}}', /evil/],
    ['a decorator', 'a\n\n{{#*inline "x"}}{{/inline}}', /Decorators/],
    ['a computed partial', 'a\n\n{{> (lookup . "x")}}', /computed/],
    ['a missing partial', 'a\n\n{{> gone}}', /gone/],
  ])('are rejected with file and line: %s', async (_, source, message) => {
    const [error] = (await failure({ 'templates/layout.html': source })) as {
      message: string
      template: string
      line: number
    }[]
    expect(error?.message).toMatch(message)
    expect(error?.template).toBe('templates/layout.html')
    expect(error?.line).toBeGreaterThanOrEqual(3)
  })

  it('are stopped at the time limit, reported with template and line, and affect no other page', async () => {
    const list = Array.from({ length: 400 }, (_, index) => index)
    const slow =
      '\n{{#each list}}{{#each @root.list}}{{#each @root.list}}{{#each @root.list}}{{/each}}{{/each}}{{/each}}{{/each}}'
    const { all, errors } = await renderAll(
      { 'templates/layout.html': `{{title}}{{#if list}}{{> slow}}{{/if}}`, 'partials/slow.html': slow },
      [page({ title: 'a' }, 'a'), page({ title: 'b', list }, 'b'), page({ title: 'c' }, 'c')],
    )
    expect(errors).toEqual([
      { message: 'The template takes too long', template: 'partials/slow.html', line: 2, page: 'b' },
    ])
    expect([all.get('a'), all.get('c')]).toEqual(['a', 'c'])
  })

  it('that recurse are reported with the name of the partial', async () => {
    const { errors } = await render({ 'templates/layout.html': '{{> a}}', 'partials/a.html': '{{> a}}' })
    expect(errors[0]).toMatchObject({
      message: 'Partials call each other without end',
      template: 'partials/a.html',
      page: 'index.html',
    })
  })

  it('that use too much memory end their process, and another process renders the rest', async () => {
    const small = handlebarsRenderer({ memory: 32, outputLimit: 2 ** 30, processes: 1, timeLimit: 20_000 })
    try {
      const list = Array.from({ length: 3000 }, (_, index) => ({ index }))
      const greedy =
        '{{title}}{{#each list}}{{#each @root.list}}{{concat @root.big index @index}}{{/each}}{{/each}}'
      const { all, errors } = await renderAll(
        greedy,
        [
          page({ title: 'a' }, 'a'),
          page({ title: 'b', list, big: '<'.repeat(2_000) }, 'b'),
          page({ title: 'c' }, 'c'),
        ],
        '',
        small,
      )
      expect(errors).toEqual([
        { message: 'The template needs too much memory', template: 'templates/layout.html', page: 'b' },
      ])
      expect([all.get('a'), all.get('c')]).toEqual(['a', 'c'])
    } finally {
      small.close()
    }
    // Near the heap limit, garbage collection runs constantly, which is slow.
  }, 90_000)

  it('that produce too much output are stopped', async () => {
    const limited = handlebarsRenderer({ outputLimit: 100, processes: 1 })
    try {
      const { errors } = await renderAll('{{{title}}}', [page({ title: 'x'.repeat(101) })], '', limited)
      expect(errors[0]?.message).toMatch(/larger than 100/)
    } finally {
      limited.close()
    }
  })

  it('that hang are killed, and the renderer is replaced', async () => {
    const impatient = handlebarsRenderer({ processes: 1, silenceLimit: 400 })
    try {
      const source = theme({ 'templates/layout.html': '{{#> a}}{{/a}}', ...doubling(40) })
      await impatient.prepare(source)
      const { errors } = await renderAll(
        { 'templates/layout.html': '{{> p0}}', ...doubling(40) },
        [page({})],
        '',
        impatient,
      )
      expect(errors[0]?.message).toBe('The template takes too long')
      expect((await renderAll('fine', [page({})], '', impatient)).html).toBe('fine')
    } finally {
      impatient.close()
    }
  })
})

/** Partials that double the work at each level, without calling a helper that checks the time limit. */
const doubling = (levels: number) =>
  Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, level) => [
      `partials/p${level}.html`,
      level === levels ? 'x' : `{{> p${level + 1}}}{{> p${level + 1}}}`,
    ]),
  )
