import { spawnSync } from 'node:child_process'
import { rendererFlags } from '@typecase/theme-engine'
import { describe, expect, it } from 'vitest'
import { themeFiles } from '../../../test/fixtures/theme.ts'
import { trialHere } from '../../../test/fixtures/trial.ts'
import { isolatedTrial, trialProgram } from './isolated-trial.ts'

const files = (changes: Record<string, string | null>) =>
  new Map(Object.entries(themeFiles({ files: changes })).map(([path, text]) => [path, Buffer.from(text)]))
const trial = isolatedTrial()
const run = async (changes: Record<string, string | null>) =>
  (await trial.run(files(changes))).map(({ path, line, message }) => `${path}:${line} ${message}`)

describe('the trial of a theme', () => {
  it('finds nothing in a theme that is right', async () => {
    expect(await run({ 'templates/home.html': '{{#each posts}}{{title}}{{#with featuredImage}}{{url}}{{/with}}{{/each}}' })).toEqual([])
  })

  it('finds what a generation would stumble over, all of it at once, with file, line and hint', async () => {
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
    ])
    expect(found.map(({ hint }) => hint)).toEqual([
      'Add partials/gone.html, or correct the name.',
      'Write the piece into a file of partials/.',
      'Name the partial, and choose with {{#if}}.',
      'Add partials/card.html, or correct the name.',
    ])
    expect(await run({ 'templates/post.html': '\n\n{{shout title}}' })).toEqual(['templates/post.html:3 there is no helper named shout'])
  })

  it('renders each template with the pages that it would be given', async () => {
    const [fault, ...others] = await trial.run(files({ 'templates/taxonomy.html': '<p>\n{{#each}}x{{/each}}' }))
    expect([fault?.path, fault?.line, others]).toEqual(['templates/taxonomy.html', 2, []])
    expect(fault?.hint).toContain('/category/news/')
    expect(await run({ 'custom/any.html': '{{#with}}x{{/with}}' })).toEqual([expect.stringContaining('custom/any.html:1')])
  })

  it('ends partials that call each other without end, and templates that eat time', async () => {
    expect(await run({ 'partials/a.html': '{{> b}}', 'partials/b.html': '{{> a}}', 'templates/home.html': '{{> a}}' })).toEqual([
      expect.stringContaining('Partials call each other without end'),
    ])
    const list = `"${'x'.repeat(30)}"`
    const deep = `${'{{#each @root}}'.repeat(9)}{{truncate ${list} 9}}${'{{/each}}'.repeat(9)}`
    expect(await run({ 'templates/home.html': deep })).toEqual([expect.stringContaining('takes too long')])
  }, 60_000)

  it('refuses work when too many wait, and takes it again afterwards', async () => {
    const narrow = isolatedTrial({ atOnce: 1, mayWait: 1 })
    const results = await Promise.allSettled([1, 2, 3].map(() => narrow.run(files({}))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(results[2]).toMatchObject({ reason: { kind: 'unavailable', code: 'TOO_MANY_UPLOADS' } })
    expect(await narrow.run(files({}))).toEqual([])
  })

  it('says the same in this process, where tests run it', async () => {
    const changes = { 'templates/post.html': '{{> card}}' }
    expect(trialHere(files(changes))).toEqual(await trial.run(files(changes)))
  })

  it.each([
    ['files', "require('node:fs').readFileSync('/etc/hostname')"],
    ['processes', "require('node:child_process').execSync('true')"],
  ])('is done by one that has no right to %s', (_what, attempt) => {
    const { status, stderr } = spawnSync(process.execPath, [...rendererFlags({ ...trialProgram, memory: 64 }), '-e', attempt], {
      env: {},
      encoding: 'utf8',
    })
    expect([status, /ERR_ACCESS_DENIED/.test(stderr)]).toEqual([1, true])
  })
})
