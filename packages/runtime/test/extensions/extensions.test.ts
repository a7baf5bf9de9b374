import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { hookSystem, loadExtensions } from '@typecase/runtime/extensions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe('hookSystem', () => {
  test('filters run by priority, then by registration', async () => {
    const hooks = hookSystem(100, () => undefined)
    const add = (letter: string, priority?: number) =>
      hooks.addFilter('api_posts', (value) => `${value}${letter}`, priority)
    add('c')
    add('d')
    add('a', 1)
    add('e', 11)
    add('b', 9)
    expect(await hooks.filter('api_posts', '', undefined)).toBe('abcde')
  })

  test('a result is converted, and a filter whose result cannot be converted is skipped', async () => {
    const failed: string[] = []
    const hooks = hookSystem(100, ({ error }) => failed.push(String(error)))
    hooks.addFilter('template_data', (value) => ({ ...(value as object), at: new Date(0) }))
    hooks.addFilter('template_data', (value) => ({ ...(value as object), n: 1n }))
    const asJson = (value: object): object => JSON.parse(JSON.stringify(value)) as object
    expect(await hooks.filter('template_data', {}, 'a.html', asJson)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
    })
    expect(failed).toEqual([expect.stringContaining('BigInt')])
  })

  test('a filter may be asynchronous', async () => {
    const hooks = hookSystem(1000, () => undefined)
    hooks.addFilter('api_posts', async (value) => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return `${value}!`
    })
    expect(await hooks.filter('api_posts', 'x', undefined)).toBe('x!')
  })
})

describe('loadExtensions', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'typecase-extensions-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const module = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  test.each([
    [
      'two arguments',
      "export default function (addFilter, addAction) { addFilter('api_posts', (v) => v + 1); addAction('post_created', () => {}) }",
    ],
    [
      'properties of one object',
      "export function register({ addFilter, addAction }) { addFilter('api_posts', (v) => v + 1); addAction('post_created', () => {}) }",
    ],
  ])('a module may receive addFilter and addAction as %s', async (name, text) => {
    const hooks = hookSystem(100, () => undefined)
    await loadExtensions([await module(`${name.replaceAll(' ', '-')}.mjs`, text)], hooks)
    expect(await hooks.filter('api_posts', 1, undefined)).toBe(2)
    expect(hooks.has('post_created')).toBe(true)
  })

  test('every module that cannot be loaded is reported', async () => {
    const bad = await module('bad.mjs', 'export const x = 1')
    const error = await loadExtensions(
      [bad, join(folder, 'none.mjs')],
      hookSystem(100, () => undefined),
    ).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as ConfigError).errors).toHaveLength(2)
    expect((error as ConfigError).errors[0]).toContain('it exports no function')
    // The importing file belongs to the product, so the message omits it.
    expect((error as ConfigError).errors[1]).toMatch(
      /^EXTENSIONS: \S+none\.mjs cannot be loaded: Cannot find module '\S+none\.mjs'$/,
    )
  })

  test('the error about a missing import names the import and the importing module', async () => {
    const lacking = await module('lacking.mjs', "import 'a-package-that-is-nowhere'")
    const error = await loadExtensions(
      [lacking],
      hookSystem(100, () => undefined),
    ).catch((thrown: unknown) => thrown)
    expect((error as ConfigError).errors[0]).toContain(
      `Cannot find package 'a-package-that-is-nowhere' imported from ${lacking}`,
    )
  })

  test.each([
    [
      'addFilter',
      'api_postz',
      'it adds the filter "api_postz", which does not exist; the filters are api_posts, api_post,',
    ],
    ['addFilter', 'post_created', 'it adds the filter "post_created", which does not exist; the filters are'],
    [
      'addAction',
      'site_generatd',
      'it adds the action "site_generatd", which does not exist; the actions are post_created,',
    ],
  ])('a module whose %s names %s is refused with a list of valid names', async (add, name, sentence) => {
    const path = await module(`${name}.mjs`, `export default ({ ${add} }) => ${add}('${name}', () => {})`)
    const error = await loadExtensions(
      [path],
      hookSystem(100, () => undefined),
    ).catch((thrown: unknown) => thrown)
    expect((error as ConfigError).errors).toEqual([
      expect.stringContaining(`EXTENSIONS: ${path} cannot be loaded: ${sentence}`),
    ])
  })
})
