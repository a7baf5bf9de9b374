import { spawnSync } from 'node:child_process'
import { createLogger } from '@typecase/runtime/log'
import { sandboxFlags } from '@typecase/sandbox'
import { describe, expect, it } from 'vitest'
import { themeFiles, themeZip } from '../../../test/fixtures/theme.ts'
import { errorText } from '../../core/themes/theme-error.ts'
import { isolatedPackageReader, readerRights } from './isolated-package-reader.ts'

const { read } = isolatedPackageReader(createLogger('themes', 'silent'))

describe('reading a package in a separate process', () => {
  it('returns every file byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 7919) % 256))
    const { readable, files, problems, folders } = await read(
      themeZip({ files: { 'assets/img/x.png': bytes } }),
    )
    expect([readable, problems]).toEqual([true, []])
    expect([...files.keys()].sort()).toEqual([...Object.keys(themeFiles()), 'assets/img/x.png'].sort())
    expect(Buffer.from(files.get('assets/img/x.png') as Uint8Array).equals(bytes)).toBe(true)
    expect(folders.has('assets/img')).toBe(true)
  })

  it('finds syntax errors of all templates with file and line', async () => {
    const { problems } = await read(
      themeZip({
        files: {
          'templates/page.html': 'one\ntwo\n{{/if}}\n',
          'custom/x.html': '{{#if a}}\n{{/each}}',
          'templates/latin.html': Buffer.from([0xff]),
          'assets/not-a-template.html': '{{/if}}',
        },
      }),
    )
    const texts = problems.map((problem) => `${problem.path}: ${errorText(problem)}`).sort()
    expect(texts).toEqual([
      'custom/x.html: line 2: {{/each}} does not match the open block {{#if}} of line 1',
      'templates/latin.html: the template is not written in UTF-8',
      'templates/page.html: line 3: {{/if}} closes no block',
    ])
  })

  it('rejects a file that is not an archive', async () => {
    expect(await read(Buffer.from('not a zip'))).toMatchObject({ readable: false, problems: [{ path: '' }] })
  })

  it('rejects templates that exceed time or memory, and reads the next package', async () => {
    const nested = '{{#if a}}'.repeat(200_000) + '{{/if}}'.repeat(200_000)
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `templates/t${n}.html`,
        '{{a}}{{#b}}c{{/b}}'.repeat(200_000) + n,
      ]),
    )
    const results = await Promise.all([
      read(themeZip({ files: { 'templates/deep.html': nested } })),
      read(themeZip({ files: many })),
      read(themeZip()),
    ])
    expect(results[0].problems.length).toBeGreaterThan(0)
    expect(results[1]).toMatchObject({ readable: false, problems: [{ path: '' }] })
    expect(results[2].problems).toEqual([])
  }, 60_000)

  it('rejects work when the queue is full, and accepts it again afterwards', async () => {
    const reader = isolatedPackageReader(createLogger('themes', 'silent'), { atOnce: 1, mayWait: 1 })
    const results = await Promise.allSettled([1, 2, 3].map(() => reader.read(Buffer.from('x'))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(results[2]).toMatchObject({ reason: { kind: 'unavailable', code: 'TOO_MANY_UPLOADS' } })
    expect((await reader.read(themeZip())).readable).toBe(true)
  })

  it.each([
    ['reading files', "require('node:fs').readFileSync('/etc/hostname')"],
    [
      'writing files',
      "require('node:fs').writeFileSync(require('node:os').tmpdir() + '/typecase-probe', '')",
    ],
    ['processes', "require('node:child_process').execSync('true')"],
    ['threads', "new (require('node:worker_threads').Worker)('1', { eval: true })"],
    ['databases, which could open files', "new (require('node:sqlite').DatabaseSync)(':memory:')"],
    ['native code', "process.dlopen({ exports: {} }, '/tmp/typecase.node')"],
    ['code generation from strings', "new Function('return 1')()"],
  ])('runs without permission for %s', (_what, attempt) => {
    const { status, stderr } = spawnSync(process.execPath, [...sandboxFlags(readerRights), '-e', attempt], {
      env: {},
      encoding: 'utf8',
    })
    expect([
      status,
      /ERR_ACCESS_DENIED|ERR_UNKNOWN_BUILTIN_MODULE|ERR_DLOPEN_DISABLED|Code generation from strings disallowed/.test(
        stderr,
      ),
    ]).toEqual([1, true])
  })
})
