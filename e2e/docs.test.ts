/**
 * Runs the code blocks of docs/*.md: requests, programs, extensions and templates. Checks that the npm
 * scripts in the docs exist.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filterNames } from '@typecase/contracts/hooks'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from './api.ts'
import { oneSystem } from './one-system.ts'
import { administrator } from './process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Block {
  readonly file: string
  readonly language: string
  readonly code: string
}

const blocks: readonly Block[] = globSync('docs/*.md', { cwd: root })
  .sort()
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w*)\n(.*?)^```/gms)].map(
      ([, language = '', code = '']) => ({ file: file.replaceAll('\\', '/'), language, code }),
    ),
  )
const of = (file: string, language: string) =>
  blocks.filter((block) => block.file === `docs/${file}` && block.language === language)

/** Each bash block. A JSON block directly after it is the documented response. */
const requests = blocks.flatMap((block, index) => {
  const next = blocks[index + 1]
  const response = next?.language === 'json' && next.file === block.file ? next.code : undefined
  return block.language === 'bash' ? [{ ...block, response }] : []
})

describe('the requests in the manual', () => {
  const one = oneSystem()
  beforeAll(async () => {
    const settings = { siteUrl: 'https://example.org' }
    await one.api.ok('PUT', '/api/settings', { json: settings })
    for (const title of ['Hand presses', 'Movable type'])
      await one.api.ok('POST', '/api/posts', {
        json: {
          metadata: { title, status: 'published' },
          content: 'See [this](/post/no-such-post/) and [that](/blog/).',
        },
      })
    await one.api.generate()
  }, 90_000)

  it.each(requests)('$file: $code', async ({ code, response }) => {
    const env = { ...process.env, API: one.system.apiUrl, AUTH: `Authorization: Bearer ${one.api.token}` }
    if (code.includes('/static/events')) {
      const { stdout } = spawnSync('bash', ['-c', `${code.trim()} --max-time 2`], { env, encoding: 'utf8' })
      expect(stdout).toMatch(/^event: status$/m)
      return
    }
    await idle()
    const body = JSON.parse(execFileSync('bash', ['-euc', code], { env, encoding: 'utf8' }))
    const documented = response ? JSON.parse(response) : {}
    expect(body.success).toBe(documented.success ?? true)
    expect(missingKeys(documented, body)).toEqual([])
  })

  it('api.md: the TypeScript program runs', async () => {
    const [program] = of('api.md', 'ts')
    const client = new URL('../packages/client/src/index.ts', import.meta.url).href
    const file = join(mkdtempSync(join(tmpdir(), 'typecase-docs-')), 'program.ts')
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    writeFileSync(file, program?.code.replace("'@typecase/client'", JSON.stringify(client)) ?? '')
    const { password } = administrator
    const env = { ...process.env, API: one.system.apiUrl, PASSWORD: password }
    expect(execFileSync(process.execPath, [file], { env, encoding: 'utf8' })).toBe('Hello\n')
    const { body } = await one.api.ok('GET', '/api/posts?search=Typed')
    expect(body.data).toMatchObject([{ frontmatter: { title: 'Typed', status: 'published' } }])
  })

  /** Waits until no generation runs, because during a generation responses lack some documented fields. */
  const idle = () =>
    eventually('an idle publisher', async () => {
      const { body } = await one.api.ok('GET', '/api/static/status')
      return body.current === null
    })
})

/** Keys of the documented value that the real value lacks. Compares only the first item of a list. */
function missingKeys(documented: unknown, real: unknown, path = ''): string[] {
  if (typeof documented !== 'object' || documented === null) return []
  if (Array.isArray(documented)) {
    const items = real as readonly unknown[]
    return items.length > 0 ? missingKeys(documented[0], items[0], `${path}[]`) : []
  }
  const found = (real ?? {}) as Record<string, unknown>
  return Object.entries(documented).flatMap(([key, value]) =>
    key in found ? missingKeys(value, found[key], `${path}.${key}`) : [`${path}.${key}`],
  )
}

it.each(blocks.filter(({ language }) => language === 'json'))('$file: JSON parses', ({ code }) => {
  expect(() => JSON.parse(code)).not.toThrow()
})

it('extensions.md: the examples add only existing filters', () => {
  const added: string[] = []
  const addFilter = (name: string) => void added.push(name)
  for (const { code } of of('extensions.md', 'js')) {
    const [, declared] = /export default function (\w+)/.exec(code) ?? []
    const run = `${code.replace('export default ', '')}\n${declared ? `${declared}(addFilter)` : ''}`
    new Function('addFilter', run)(addFilter)
  }
  expect(added.length).toBeGreaterThan(1)
  expect(added.filter((name) => !(filterNames as readonly string[]).includes(name))).toEqual([])
})

it('events.md: the consumer has no syntax errors', () => {
  const [consumer] = of('events.md', 'ts')
  expect(stripTypeScriptTypes(consumer?.code ?? '')).toContain('consume()')
})

it('events.md: the example event equals the recorded one', () => {
  const [example] = of('events.md', 'json')
  const recorded = join(root, 'proto/events/examples/content.post.published.v1.json')
  expect(JSON.parse(example?.code ?? '')).toEqual(JSON.parse(readFileSync(recorded, 'utf8')))
})

it('themes.md: the templates are valid in a theme', () => {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'themes/default'), folder, { recursive: true })
  const templates = of('themes.md', 'html').flatMap(({ code }, index) => templatesIn(code, index))
  expect(templates.length).toBeGreaterThan(4)
  for (const { path, text } of templates) writeFileSync(join(folder, path), text)
  const tool = join(root, 'tools/validate-theme.ts')
  const { status, stdout } = spawnSync(process.execPath, [tool, folder], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringMatching(/is a theme/)])
}, 60_000)

/** Templates in a code block: one for each comment with a path, or the whole block as one template. */
function templatesIn(code: string, index: number): { path: string; text: string }[] {
  const parts = code.split(/^\{\{!-- (\S+\.html) --\}\}$/m)
  if (parts.length === 1)
    return [{ path: `templates/${['layout', 'page', 'post'][index] ?? 'page'}.html`, text: code }]
  return parts.slice(1).flatMap((path, at, all) => (at % 2 ? [] : [{ path, text: all[at + 1] ?? '' }]))
}

it('the npm commands in the docs name existing scripts', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const named = blocks.flatMap(({ file, code }) =>
    [...code.matchAll(/npm (?:run )?(start|test|[a-z:-]+)/g)].map(([, script = '']) => `${file} ${script}`),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((line) => !((line.split(' ')[1] as string) in scripts))).toEqual([])
})
