import { programWithHole } from '@typecase/testing/program-with-hole'
import { startRenderer } from '@typecase/theme-engine'
import { sampleSite } from '@typecase/theme-engine/sample'
import { describe, expect, it, onTestFinished } from 'vitest'
import { themeFiles } from '../../../test/fixtures/theme.ts'
import { trialHere } from '../../../test/fixtures/trial.ts'
import { isolatedTrial, trialProgram } from './isolated-trial.ts'

const files = (changes: Record<string, string | null>) =>
  new Map(Object.entries(themeFiles({ files: changes })).map(([path, text]) => [path, Buffer.from(text)]))
const trial = isolatedTrial()
const run = async (changes: Record<string, string | null>) =>
  (await trial.run(files(changes))).map(({ path, line, message }) => `${path}:${line} ${message}`)

describe('the trial of a theme', () => {
  it('finds no errors in a correct theme', async () => {
    expect(
      await run({
        'templates/home.html': '{{#each posts}}{{title}}{{#with featuredImage}}{{url}}{{/with}}{{/each}}',
      }),
    ).toEqual([])
  })

  it('finds every error that would fail a generation, with file, line and hint', async () => {
    const changes = {
      'templates/post.html': '\n{{> card}}\n{{shout title}}',
      'templates/home.html': '{{#each}}x{{/each}}',
      'partials/menu.html': '{{> gone}}\n{{#*inline "x"}}{{/inline}}\n{{> (lookup . "x")}}',
    }
    const found = await trial.run(files(changes))
    expect(found.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([
      'partials/menu.html:1 the partial gone does not exist',
      'partials/menu.html:2 decorators are not allowed',
      'partials/menu.html:3 the name of a partial must not be computed',
      'templates/post.html:2 the partial card does not exist',
      'templates/post.html:3 there is no helper named shout',
    ])
    expect(found.map(({ hint }) => hint)).toEqual([
      'Add partials/gone.html, or correct the name.',
      'Move the content to a file in partials/.',
      'Use a fixed name, and choose with {{#if}}.',
      'Add partials/card.html, or correct the name.',
      'docs/themes.md lists all helpers.',
    ])
  })

  it('finds every unknown helper in every file, and reports each position once', async () => {
    const changes = {
      'templates/home.html':
        '{{shout title}}{{shout (loud url)}}\n{{#repeat 3}}x{{/repeat}}{{anything}}\n{{#posts}}x{{/posts}}',
      'partials/menu.html': '\n{{#if (old title)}}{{log title}}{{/if}}',
    }
    const found = await trial.run(files(changes))
    expect(found.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([
      'partials/menu.html:2 there is no helper named old',
      'partials/menu.html:2 there is no helper named log',
      'templates/home.html:1 there is no helper named shout',
      'templates/home.html:1 there is no helper named loud',
      'templates/home.html:2 there is no helper named repeat',
      'templates/home.html:3 the block posts has no helper',
    ])
    expect(found.at(-1)?.hint).toBe(
      'Write {{#each posts}} for a list, {{#if posts}} for a condition, {{#with posts}} for one object.',
    )
  })

  it('renders each template with the pages that would use it', async () => {
    const [error, ...others] = await trial.run(
      files({ 'templates/taxonomy.html': '<p>\n{{#each}}x{{/each}}' }),
    )
    expect([error?.path, error?.line, others]).toEqual(['templates/taxonomy.html', 2, []])
    expect(error?.hint).toContain('/category/news/')
    expect(await run({ 'custom/any.html': '{{#with}}x{{/with}}' })).toEqual([
      expect.stringContaining('custom/any.html:1'),
    ])
  })

  it('stops endless partials and slow templates', async () => {
    const cycle = {
      'partials/a.html': '{{> b}}',
      'partials/b.html': '\n{{> a}}',
      'templates/home.html': '{{> a}}',
    }
    expect(
      await run({
        ...cycle,
        'templates/post.html': '{{> b}}',
        'templates/page.html': '{{#each}}x{{/each}}',
      }),
    ).toEqual([
      'partials/b.html:2 Partials call each other without end',
      'templates/page.html:1 Must pass iterator to #each',
    ])
    expect(await run({ ...cycle, 'templates/post.html': '\n{{shout title}}' })).toEqual([
      'templates/post.html:2 there is no helper named shout',
      'partials/b.html:2 Partials call each other without end',
    ])
    const onlyIf = { 'partials/a.html': '{{#if kind}}\n{{> a}}{{/if}}', 'templates/home.html': '{{> a}}' }
    const [error, ...others] = await trial.run(files(onlyIf))
    expect([error?.path, error?.line, error?.message, others]).toEqual([
      'partials/a.html',
      2,
      'Partials call each other without end',
      [],
    ])
    expect(error?.hint).toContain('{{#if children}}')
    const list = `"${'x'.repeat(30)}"`
    const deep = `${'{{#each @root}}'.repeat(9)}{{#if (truncate ${list} 9)}}{{/if}}${'{{/each}}'.repeat(9)}`
    expect(await run({ 'templates/home.html': deep })).toEqual([expect.stringContaining('takes too long')])
  }, 60_000)

  it('distinguishes deep nesting of partials from endless recursion', async () => {
    const chain = Array.from({ length: 1900 }, (_, n) => [
      `partials/p${n}.html`,
      n === 1899 ? 'x' : `{{#> gone}}{{> p${n + 1}}}{{/gone}}`,
    ])
    const [error] = await trial.run(
      files({ ...Object.fromEntries(chain), 'templates/home.html': '\n{{> p0}}' }),
    )
    expect(error).toMatchObject({
      path: 'templates/home.html',
      line: 2,
      message: 'Partials are nested too deeply',
    })
    expect(error?.hint).toMatch(/^Reduce the nesting of partials/)
  }, 60_000)

  it('rejects work when the queue is full, and accepts it again afterwards', async () => {
    const narrow = isolatedTrial({ atOnce: 1, mayWait: 1 })
    const results = await Promise.allSettled([1, 2, 3].map(() => narrow.run(files({}))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(results[2]).toMatchObject({ reason: { kind: 'unavailable', code: 'TOO_MANY_UPLOADS' } })
    expect(await narrow.run(files({}))).toEqual([])
  })

  it('has the same result as `trialHere`, which runs a trial in the test process', async () => {
    for (const partial of ['card', 'own']) {
      const changes = { 'templates/post.html': `{{> ${partial}}}`, 'partials/own.html': '{{> own}}' }
      expect(trialHere(files(changes))).toEqual(await trial.run(files(changes)))
    }
  })

  // The tests of the theme engine cover the restrictions in detail.
  it('runs in a process in which injected code has no environment, no `process` and no modules', async () => {
    const program = programWithHole(trialProgram.program)
    const renderer = startRenderer({ program, readable: [...trialProgram.readable, program], memory: 64 })
    onTestFinished(() => renderer.kill())
    const template = 'templates/layout.html'
    await renderer.ask({ type: 'theme', sources: [[template, '{{{truncate code 10000}}}']] }, 20_000)
    renderer.sendSite(sampleSite([]))
    const run = async (code: string): Promise<string> => {
      const pages = [{ path: 'a', template, model: { code: `code:${code}` }, shared: [] }]
      const [result] = (
        await renderer.ask({ type: 'batch', timeLimit: 2_000, outputLimit: 10_000, pages }, 20_000)
      ).results
      return result && 'html' in result ? Buffer.from(result.html).toString() : JSON.stringify(result)
    }
    expect(await run('return 1 + 1')).toBe('2')
    expect(await run('return [Object.keys(env).length, typeof process, typeof require, typeof fetch]')).toBe(
      '0,undefined,undefined,undefined',
    )
    await run(
      `import('node:fs').then(() => 'loaded', String).then((outcome) => { globalThis.outcome = outcome })`,
    )
    await expect
      .poll(() => run('return globalThis.outcome'))
      .toBe('Error: A renderer cannot use the network or the operating system, or load more modules')
  })
})
