import { AppError } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { anonymous, editor, inPieces, testApp } from '../../../test/fixtures/app.ts'
import { type ThemeFixture, themeZip } from '../../../test/fixtures/theme.ts'
import type { UploadPiece } from './upload-theme.ts'

const { app, upload, facts, themes } = testApp()

const nestedJson = (arrays: number): string =>
  `{"title":"Nested","description":"b","version":"1.0.0","author":"c","x":${'['.repeat(arrays)}${']'.repeat(arrays)}}`

/** The errors of a rejected package as `path: message`. */
async function errorsOf(fixture: ThemeFixture): Promise<string[]> {
  const error = await upload(themeZip(fixture)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw error ?? new Error('nothing was refused')
  expect([error.kind, error.code, error.message]).toEqual([
    'invalid',
    'THEME_INVALID',
    'Theme validation failed',
  ])
  return error.problems.map(({ path, message }) => `${path}: ${message}`)
}

describe('uploading a theme', () => {
  it('installs it under the slug of its title, with every field of theme.json', async () => {
    const more = {
      tags: ['blog'],
      license: 'WTFPL',
      features: ['dark'],
      colors: ['#fff'],
      authorUrl: 'https://example.test/',
      engine: { min: 2 },
    }
    const { theme, installed } = await upload(
      themeZip({ title: '  My Fine & Théme! ', version: '1.2.3', json: more }),
    )
    expect([theme.name, theme.active, theme.bundled, installed]).toEqual([
      'my-fine-theme',
      false,
      false,
      true,
    ])
    expect(theme.current.metadata).toMatchObject({ ...more, version: '1.2.3' })
    expect(await app.getTheme(editor, 'my-fine-theme')).toEqual(theme)
    expect(facts()).toContain('themes.theme.installed theme:my-fine-theme')
  })

  it('updates to a higher version, compared numerically', async () => {
    const first = await upload(themeZip({ title: 'Versions', version: '1.2.0' }))
    const second = await upload(themeZip({ title: 'Versions', version: '1.10.0' }))
    expect([first.installed, second.installed, second.theme.current.version]).toEqual([true, false, '1.10.0'])
    expect(second.theme.current.digest).not.toBe(first.theme.current.digest)
    expect(facts()).toContain('themes.theme.updated theme:versions')
  })

  it.each(['1.10.0', '1.2.0', '1.9.9'])(
    'refuses version %s after 1.10.0 with THEME_EXISTS',
    async (version) => {
      await upload(themeZip({ title: 'Kept', version: '1.10.0' })).catch(() => undefined)
      await expect(upload(themeZip({ title: 'Kept', version }))).rejects.toMatchObject({
        kind: 'conflict',
        code: 'THEME_EXISTS',
      })
      expect((await themes.find('kept'))?.current.version).toBe('1.10.0')
    },
  )

  it('accepts one of several parallel uploads of the same version', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => upload(themeZip({ title: 'Raced' }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(facts().filter((fact) => fact.endsWith('theme:raced'))).toEqual([
      'themes.theme.installed theme:raced',
    ])
  })

  it('shows a screenshot only if the package contains it', async () => {
    const screenshotOf = async (title: string, screenshot: string | undefined, ...files: string[]) =>
      (
        await upload(
          themeZip({
            title,
            json: { screenshot },
            files: Object.fromEntries(files.map((name) => [name, 'x'])),
          }),
        )
      ).theme.current.metadata.screenshot
    expect(await screenshotOf('Shot 1', 'screenshot.png')).toBeUndefined()
    expect(await screenshotOf('Shot 2', undefined, 'screenshot.webp')).toBe('screenshot.webp')
    expect(await screenshotOf('Shot 3', 'screenshot.png', 'screenshot.jpg', 'screenshot.png')).toBe(
      'screenshot.png',
    )
  })

  it.each<[string, ThemeFixture, RegExp]>([
    ['theme.json is missing', { files: { 'theme.json': null } }, /^theme\.json: theme\.json is missing$/],
    ['theme.json is not JSON', { files: { 'theme.json': '{ title: nope' } }, /^theme\.json: .*JSON/],
    ['theme.json is an array', { files: { 'theme.json': '[]' } }, /^theme\.json: .*object/],
    ['theme.json is too large', { json: { x: 'x'.repeat(70_000) } }, /64 KiB/],
    [
      'theme.json sets a prototype',
      {
        files: {
          'theme.json':
            '{"title":"a","description":"b","version":"1.0.0","author":"c","x":[{"__proto__":{}}]}',
        },
      },
      /forbidden name/,
    ],
    [
      'theme.json nests 30,000 arrays',
      { files: { 'theme.json': nestedJson(30_000) } },
      /nested deeper than 32 levels/,
    ],
    [
      'theme.json nests 33 levels',
      { files: { 'theme.json': nestedJson(32) } },
      /nested deeper than 32 levels/,
    ],
    ['the title is missing', { json: { title: undefined } }, /title is required/],
    ['the title is blank', { title: ' ' }, /title/],
    ['the title has no letter', { title: '♥♥' }, /title/],
    ['the title is reserved', { title: 'Marketplace!' }, /reserved/],
    ['the description is missing', { json: { description: undefined } }, /description is required/],
    ['the author is missing', { json: { author: undefined } }, /author is required/],
    ['the version has two parts', { version: '1.0' }, /version/],
    ['the version has a suffix', { version: '1.0.0-beta' }, /version/],
    ['the version is a number', { json: { version: 1 } }, /version/],
    ['tags are a string', { json: { tags: 'blog' } }, /tags/],
    ['features are numbers', { json: { features: [1] } }, /features/],
    ['the license is a list', { json: { license: [] } }, /license/],
    ['the author URL is a script', { json: { authorUrl: 'javascript:alert(1)' } }, /authorUrl/],
    ['the screenshot is a path', { json: { screenshot: '../x.png' } }, /screenshot/],
    [
      'the layout is missing',
      { files: { 'templates/layout.html': null, 'templates/post.html': 'x' } },
      /layout/,
    ],
    [
      'the stylesheet is missing',
      { files: { 'assets/css/style.css': null, 'assets/js/x.js': 'x' } },
      /style\.css/,
    ],
    ['the partials folder is missing', { files: { 'partials/empty.html': null } }, /partials/],
    ['the assets folder is missing', { files: { 'assets/css/style.css': null } }, /folder assets/],
    [
      'the templates folder is missing',
      { files: { 'templates/layout.html': null, 'layout.html': 'x' } },
      /folder templates/,
    ],
  ])('refuses a package when %s', async (_what, fixture, expected) => {
    const found = await errorsOf(fixture)
    expect(
      found.some((entry) => expected.test(entry)),
      found.join('\n'),
    ).toBe(true)
  })

  it('accepts a theme.json with 32 levels of nesting', async () => {
    const { theme } = await upload(themeZip({ files: { 'theme.json': nestedJson(31) } }))
    expect(theme.name).toBe('nested')
  })

  it('accepts a layout at the root', async () => {
    const { installed } = await upload(
      themeZip({
        title: 'Rooted',
        files: { 'templates/layout.html': null, 'layout.html': '{{title}}', 'templates/post.html': 'x' },
      }),
    )
    expect(installed).toBe(true)
  })

  it('reports all errors together', async () => {
    const found = (
      await errorsOf({
        version: 'x',
        json: { author: undefined },
        files: {
          'assets/css/style.css': null,
          'assets/x.txt': 'x',
          'templates/post.html': '{{#if title}} never closed',
        },
      })
    ).join('\n')
    for (const part of [/version/, /author/, /style\.css/, /post\.html: line 1/]) expect(found).toMatch(part)
  })

  it('reports each template error once, although two checks find it', async () => {
    const files = {
      'templates/post.html': '{{shout title}}\n{{> empty a b}}',
      'templates/page.html': '\n{{#if a}}{{/each}}{{shout title}}',
      'templates/home.html': Buffer.from([0x7b, 0x7b, 0x61, 0x20, 0x31, 0x7d, 0x7d, 0xff]),
    }
    expect((await errorsOf({ files })).sort()).toEqual([
      'templates/home.html: the template is not written in UTF-8',
      'templates/page.html: line 2: {{/each}} does not match the open block {{#if}} of line 2',
      'templates/post.html: line 1: there is no helper named shout',
      'templates/post.html: line 2: Unsupported number of partial arguments: 2',
    ])
  })

  it('reports the line of theme.json for an invalid field', async () => {
    const json = [
      '{ "title": "Lines \\" {", "changelog": {"version": ["x"], "author": 1},',
      '  "description":',
      '    3, "version": "1.0",',
      '',
      '  "tags": ["a", {"license": 1}], "author": "x",',
      '  "license": [],',
      '  "screenshot": "x.gif", "more": [{',
      '    "constructor": 1 }]',
      '}',
    ].join('\n')
    expect(await errorsOf({ files: { 'theme.json': json } })).toEqual([
      'theme.json: line 2: description must be a string that is not empty',
      'theme.json: line 3: version must have the form X.Y.Z, digits only',
      'theme.json: line 6: license must be a string',
      'theme.json: line 5: tags must be an array of strings',
      'theme.json: line 7: screenshot must be one of screenshot.jpg, screenshot.png, screenshot.webp',
      'theme.json: line 8: a field has a forbidden name',
    ])
    expect(await errorsOf({ files: { 'theme.json': '{"title": "Marketplace"}' } })).toEqual([
      'theme.json: description is required',
      'theme.json: version is required',
      'theme.json: author is required',
      'theme.json: line 1: title results in the name marketplace, which is reserved',
    ])
  })

  it('counts bytes while receiving and stops at 20 MiB', async () => {
    let sent = 0
    async function* endless(): AsyncIterable<UploadPiece> {
      for (;;) {
        sent++
        yield { chunk: new Uint8Array(1024 * 1024), done: false }
      }
    }
    await expect(app.uploadTheme(editor, endless())).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'File too large',
    })
    expect(sent).toBe(21)
  })

  it('installs nothing of an interrupted upload', async () => {
    async function* interrupted(): AsyncIterable<UploadPiece> {
      for await (const piece of inPieces(themeZip({ title: 'Half' }))) if (!piece.done) yield piece
    }
    await expect(app.uploadTheme(editor, interrupted())).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' })
    expect(await themes.find('half')).toBeUndefined()
  })

  it('rejects uploads beyond the limit, and accepts one again when the others have ended', async () => {
    const disconnect = Promise.withResolvers<never>()
    async function* hanging(): AsyncIterable<UploadPiece> {
      await disconnect.promise
      yield { done: true }
    }
    const pending = Array.from({ length: 12 }, () =>
      app.uploadTheme(editor, hanging()).catch(() => 'disconnect'),
    )
    await expect(upload(themeZip({ title: 'Turned away' }))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'TOO_MANY_UPLOADS',
    })
    disconnect.reject(new Error('client disconnected'))
    expect(await Promise.all(pending)).toEqual(Array(12).fill('disconnect'))
    expect((await upload(themeZip({ title: 'Let in' }))).installed).toBe(true)
  })

  it('requires a user', async () => {
    await expect(upload(themeZip(), anonymous)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
