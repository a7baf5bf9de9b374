import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())
const send = (method: string, path: string, json?: unknown, token = gateway.admin.token) =>
  gateway.ask(method, path, { token, json })
describe('static', () => {
  test('generate works with and without a body', async () => {
    expect((await send('POST', '/api/static/generate')).body).toMatchObject({
      success: true,
      options: { outputDir: '_site', baseUrl: '', cleanUrls: true },
    })
    const options = { outputDir: 'out', baseUrl: 'https://example.test', cleanUrls: false }
    expect((await send('POST', '/api/static/generate', options)).body.options).toEqual(options)
  })

  test.each([{ outputDir: 5 }, { outputDir: ['x'] }, { baseUrl: 7 }, { cleanUrls: 'false' }, [], null])(
    'generate rejects the body %j with 400',
    async (json) => {
      expect((await send('POST', '/api/static/generate', json)).status).toBe(400)
    },
  )

  test('the status has its documented fields, which are null before the first generation', async () => {
    const { body } = await send('GET', '/api/static/status')
    const settings = { staticOutputDir: '_site', siteUrl: '', staticCleanUrls: true }
    expect(body).toEqual({
      ...{ success: true, status: 'ready', lastGenerated: null, settings, current: null, last: null },
      ...{ brokenLinks: [], linkCheck: null, heldUntil: null },
    })
  })

  test('administrators can page through broken links', async () => {
    const links = ['/a/', '/b/', '/c/'].map((link) => ({ link, pagesTotal: 200, pages: ['index.html'] }))
    gateway.services.publisher.setBrokenLinks(links)
    const all = (await send('GET', '/api/static/links')).body
    expect(all).toEqual({ success: true, data: links, total: 3, limit: 20, offset: 0 })
    const part = (await send('GET', '/api/static/links?limit=1&offset=2')).body
    expect(part).toMatchObject({ data: links.slice(2), total: 3, limit: 1, offset: 2 })
    expect((await send('GET', '/api/static/links?limit=0')).status).toBe(400)
    const asEditor = await gateway.ask('GET', '/api/static/links', { token: gateway.editor.token })
    expect([asEditor.status, asEditor.body.error]).toEqual([
      403,
      'Only administrators can generate static sites',
    ])
  })

  test('administrators can list receipts, newest first, and read one by its generation', async () => {
    const at = (second: number) => ({ seconds: Date.UTC(2026, 0, 2, 3, 4, second) / 1000, nanos: 0 })
    const change = { kind: 'post', id: 'p', revision: 7, what: 'updated', title: 'One', acceptedAt: at(1) }
    gateway.services.publisher.setHistory({
      receipt: {
        ...{
          generationId: 'g',
          trigger: 'event',
          outputDir: '_site',
          state: 'activated',
          changes: [change],
          changesTotal: 1,
        },
        files: { total: 9, rendered: 2, written: 1, copied: 0, removed: 0 },
        reasons: [{ reason: 'entry', files: 1 }],
        ...{ startedAt: at(2), plannedAt: at(3), renderedAt: at(4), activatedAt: at(5), finishedAt: at(5) },
      },
    })
    const shown = {
      ...{
        generationId: 'g',
        trigger: 'event',
        outputDir: '_site',
        state: 'activated',
        acceptedAt: '2026-01-02T03:04:01.000Z',
      },
      ...{
        startedAt: '2026-01-02T03:04:02.000Z',
        plannedAt: '2026-01-02T03:04:03.000Z',
        renderedAt: '2026-01-02T03:04:04.000Z',
      },
      ...{ activatedAt: '2026-01-02T03:04:05.000Z', finishedAt: '2026-01-02T03:04:05.000Z', error: null },
      changes: [
        {
          kind: 'post',
          id: 'p',
          revision: 7,
          what: 'updated',
          title: 'One',
          slug: null,
          acceptedAt: '2026-01-02T03:04:01.000Z',
        },
      ],
      changesTotal: 1,
      files: { total: 9, rendered: 2, written: 1, copied: 0, removed: 0 },
      reasons: [{ reason: 'entry', files: 1 }],
    }
    expect((await send('GET', '/api/static/receipts')).body).toEqual({
      success: true,
      data: [shown],
      total: 1,
      limit: 20,
      offset: 0,
    })
    expect((await send('GET', '/api/static/receipts?limit=5&offset=1')).body).toMatchObject({
      data: [],
      total: 1,
      limit: 5,
      offset: 1,
    })
    expect((await send('GET', '/api/static/receipts/g')).body).toEqual({ success: true, receipt: shown })
    expect((await send('GET', '/api/static/receipts/none')).status).toBe(404)
    for (const path of ['/api/static/receipts', '/api/static/receipts/g'])
      expect((await gateway.ask('GET', path, { token: gateway.editor.token })).status).toBe(403)
  })

  test('editors can preview unsaved pages', async () => {
    const preview = (json: unknown, { token } = gateway.editor) =>
      gateway.ask('POST', '/api/static/preview', { token, json })
    const written = await preview({ type: 'post', metadata: { title: 'One', slug: 'one' }, content: '*x*' })
    expect([written.status, written.body]).toEqual([
      200,
      {
        success: true,
        html: '<h1>One</h1>*x*',
        template: 'templates/post.html',
        url: 'http://site.test/post/one/',
        removed: [],
      },
    ])
    const withScript = await preview({ type: 'post', metadata: { title: 'One' }, content: '<script>' })
    expect(withScript.body.removed).toEqual([{ line: 1, element: 'script', reason: 'shown-as-text' }])
    expect((await preview({})).body).toMatchObject({ html: '<h1>Home</h1>' })
    expect(
      (await gateway.ask('POST', '/api/static/preview', { token: gateway.editor.token })).body,
    ).toMatchObject({
      html: '<h1>Home</h1>',
    })
    const broken = await preview({ theme: 'broken' })
    expect([broken.status, broken.body]).toMatchObject([
      400,
      { code: 'PREVIEW_FAILED', faults: [{ template: 'templates/post.html', line: 2 }] },
    ])
    for (const wrong of [{ type: 'theme' }, { metadata: 'x' }, { content: 1 }, { theme: 1 }, 'x'])
      expect((await preview(wrong)).status).toBe(400)
    expect((await gateway.ask('POST', '/api/static/preview', { json: {} })).status).toBe(401)
  })

  test('editors can read the explanation of a page by its path', async () => {
    const own = { kind: 'post', id: 'p', title: 'One' }
    const lastChange = { generationId: 'g', at: { seconds: 1, nanos: 0 }, reasons: ['entry'], changes: [] }
    const page = {
      address: '/post/one/',
      path: 'post/one/index.html',
      kind: 'post',
      template: 'templates/post.html',
      shared: ['menu'],
    }
    gateway.services.publisher.setHistory({ page: { ...page, own, shows: [], links: ['/'], lastChange } })
    const { address: _, ...shown } = page
    const answer = await gateway.ask('GET', '/api/static/why?path=/post/one/', {
      token: gateway.editor.token,
    })
    expect(answer.body).toEqual({
      ...{ success: true, ...shown, entry: own, shows: [], links: ['/'] },
      lastChange: { ...lastChange, at: '1970-01-01T00:00:01.000Z' },
    })
    expect((await send('GET', '/api/static/why')).body).toMatchObject({ success: false, code: 'NOT_FOUND' })
    expect((await gateway.ask('GET', '/api/static/why')).status).toBe(401)
  })

  test('administrators can list stored generations and activate one by id', async () => {
    expect((await send('GET', '/api/static/generations')).body).toEqual({ success: true, generations: [] })
    const at = new Date(Date.UTC(2026, 0, 2))
    const firstSeen = { seconds: at.getTime() / 1000, nanos: 0 }
    gateway.services.publisher.addGeneration({
      id: 'one',
      trigger: 'event',
      pages: 3,
      at: firstSeen,
      live: false,
    })
    gateway.services.publisher.addGeneration({
      id: 'two',
      trigger: 'manual',
      pages: 4,
      at: firstSeen,
      live: true,
    })
    const [one, two] = [
      { id: 'one', at: at.toISOString(), trigger: 'event', pages: 3, live: false },
      { id: 'two', at: at.toISOString(), trigger: 'manual', pages: 4, live: true },
    ]
    expect((await send('GET', '/api/static/generations')).body.generations).toEqual([two, one])
    const back = await send('POST', '/api/static/generations/one/activate')
    expect([back.status, back.body]).toEqual([200, { success: true, generation: { ...one, live: true } }])
    const missing = await send('POST', '/api/static/generations/none/activate')
    expect([missing.status, missing.body.code]).toEqual([404, 'NOT_FOUND'])
    for (const [method, path] of [
      ['GET', '/api/static/generations'],
      ['POST', '/api/static/generations/one/activate'],
    ] as const) {
      const answer = await gateway.ask(method, path, { token: gateway.editor.token })
      expect([answer.status, answer.body.error]).toEqual([
        403,
        'Only administrators can generate static sites',
      ])
    }
  })
})
