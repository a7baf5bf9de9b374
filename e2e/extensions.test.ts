import { fileURLToPath } from 'node:url'
import { freePort } from '@typecase/runtime/child-process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiClient, eventually, loggedIn } from './api.ts'
import {
  administrator,
  failedStart,
  preparedFolder,
  type SystemProcess,
  startProcess,
  temporaryFolder,
} from './process.ts'

const folder = preparedFolder()
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/extensions/${name}`, import.meta.url))
const hookLimitMs = 300
let system: SystemProcess
let api: Api
let healthUrl: string
let id: string

beforeAll(async () => {
  const healthPort = String(await freePort())
  healthUrl = `http://127.0.0.1:${healthPort}`
  const extensions = `${fixture('reading-time.mjs')}, ${fixture('broken.mjs')}`
  system = await startProcess(folder.path, {
    EXTENSIONS: extensions,
    HOOK_TIMEOUT_MS: String(hookLimitMs),
    HEALTH_PORT: healthPort,
  })
  api = await loggedIn(system.apiUrl, administrator)
}, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

describe('an extension', () => {
  it('is called with a created post and the user', async () => {
    const content = 'word '.repeat(500)
    const { body } = await api.ok('POST', '/api/posts', {
      json: { metadata: { title: 'Long read', status: 'published' }, content },
    })
    id = String(body.id)
    expect(system.output()).toContain('reading-time: "Long read" by admin takes 3 min')
  })

  it('changes API responses, but not stored data', async () => {
    expect((await api.ok('GET', `/api/posts/${id}`)).body.data).toMatchObject({
      title: 'Long read',
      readingTimeMinutes: 3,
    })
    const list = (await apiClient(system.apiUrl).ok('GET', '/api/posts')).body.data
    expect(list?.[0]?.frontmatter).toMatchObject({ title: 'Long read', readingTimeMinutes: 3 })
    const short = (await api.ok('GET', '/api/posts?frontmatterOnly=true')).body.data
    expect(short?.[0]?.frontmatter).not.toHaveProperty('readingTimeMinutes')
  })
})

describe('an extension with site hooks', () => {
  it('changes template data, and is called after a generation', async () => {
    await api.ok('POST', '/api/static/generate')
    const html = await eventually('the page of the post', async () => {
      const answer = await fetch(`${system.siteUrl}/post/long-read/`)
      return answer.ok && answer.text()
    })
    expect(html).toContain('<meta name="twitter:data1" content="3 min">')
    expect(html).not.toContain('Half-way')
    await eventually('the action of the generation', async () =>
      /reading-time: a generation \(manual\) wrote \d+ of \d+ pages/.test(system.output()),
    )
    expect((await api.ok('GET', '/api/static/status')).body.last).toMatchObject({
      state: 'succeeded',
      errors: [],
    })
  })

  it('is applied again when a post changes', async () => {
    await api.ok('PUT', `/api/posts/${id}`, { json: { content: 'word '.repeat(1000) } })
    await eventually('the new time on the page', async () =>
      (await (await fetch(`${system.siteUrl}/post/long-read/`)).text()).includes(
        '<meta name="twitter:data1" content="5 min">',
      ),
    )
    await eventually('the action of the generation', async () =>
      system.output().includes('a generation (event) wrote'),
    )
  })

  it('is called for each item of a bulk operation', async () => {
    const { body } = await api.ok('POST', '/api/bulk/posts', { json: { action: 'draft', ids: [id] } })
    expect(body.success).toBe(true)
    await eventually('the action of the draft', async () =>
      system.output().includes('reading-time: "Long read" is now a draft'),
    )
    await api.ok('POST', '/api/bulk/posts', { json: { action: 'publish', ids: [id] } })
  })
})

describe('a failing extension', () => {
  it('has no effect if it throws, returns invalid values or hangs', async () => {
    expect((await api.ok('GET', '/api/settings')).body.data?.siteTitle).not.toBe('Half-way')
    // The filter that hangs runs first; the other filters still run.
    expect((await api.ok('GET', `/api/posts/${id}`)).body.data).toMatchObject({
      title: 'Long read',
      readingTimeMinutes: 5,
    })
  })

  it('delays a request by its time limit, and the request then succeeds', async () => {
    const began = performance.now()
    await api.ok('PUT', `/api/posts/${id}`, { json: { metadata: { subtitle: 'Changed' } } })
    expect(performance.now() - began).toBeGreaterThanOrEqual(hookLimitMs - 5)
    expect((await api.ok('GET', `/api/posts/${id}`)).body.data).toMatchObject({ subtitle: 'Changed' })
  })

  it('is logged with the reason of the failure', () => {
    const lines = system
      .log()
      .split('\n')
      .filter((line) => line.includes('an extension failed and was skipped'))
    const logged = lines.map(
      (line) => JSON.parse(line) as { level: string; kind: string; name: string; error: { message: string } },
    )
    const about = (name: string) => logged.find((line) => `${line.kind} ${line.name}` === name)
    expect(about('filter api_settings')).toMatchObject({
      level: 'warn',
      error: { message: 'this filter is broken' },
    })
    expect(about('filter api_post')).toMatchObject({
      level: 'warn',
      error: { message: `no result within ${hookLimitMs} ms` },
    })
    expect(about('action post_created')).toMatchObject({
      level: 'warn',
      error: { message: 'this action is broken' },
    })
    expect(about('filter template_data')).toMatchObject({
      level: 'warn',
      error: { message: 'this filter of templates is broken' },
    })
    expect(about('action site_generated')).toMatchObject({
      level: 'warn',
      error: { message: 'this action of the site is broken' },
    })
    expect(about('action post_updated')).toMatchObject({
      level: 'warn',
      error: { message: `no result within ${hookLimitMs} ms` },
    })
  })

  it('is counted in a metric with the kind and the name of the hook', async () => {
    const metrics = await (await fetch(`${healthUrl}/metrics`)).text()
    const failures = (kind: string, name: string) =>
      Number(
        new RegExp(`^typecase_hook_failures_total\\{kind="${kind}",name="${name}"[^}]*\\} (\\d+)`, 'm').exec(
          metrics,
        )?.[1] ?? 0,
      )
    expect(failures('filter', 'api_settings')).toBe(1)
    expect(failures('filter', 'api_post')).toBeGreaterThanOrEqual(2)
    expect(failures('action', 'post_created')).toBe(1)
    expect(failures('action', 'post_updated')).toBe(4)
  })

  it('prevents the start if it cannot be loaded, and the error has the reason', async () => {
    const other = temporaryFolder()
    const env = {
      TYPECASE_DATA: other.path,
      PORT: '0',
      SITE_PORT: '0',
      EXTENSIONS: `${fixture('nothing.mjs')}`,
    }
    const { code, output } = await failedStart(env)
    other.remove()
    expect(code).toBe(78)
    expect(output).toMatch(
      /EXTENSIONS: .*nothing\.mjs cannot be loaded: Cannot find module '.*nothing\.mjs'$/m,
    )
  }, 90_000)

  it('prevents the start if it adds an unknown hook, and the error lists the valid ones', async () => {
    const other = temporaryFolder()
    const env = {
      TYPECASE_DATA: other.path,
      PORT: '0',
      SITE_PORT: '0',
      EXTENSIONS: `${fixture('misspelt.mjs')}`,
    }
    const { code, output } = await failedStart(env)
    other.remove()
    expect(code).toBe(78)
    expect(output).toMatch(
      /EXTENSIONS: .*misspelt\.mjs cannot be loaded: it adds the filter "api_postz", which does not exist; the filters are api_posts, /,
    )
  }, 90_000)
})
