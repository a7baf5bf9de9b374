import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const send = (method: string, path: string, json?: unknown, token = gateway.admin.token) =>
  gateway.ask(method, path, { token, json })
const paths = (answer: Awaited<ReturnType<typeof send>>) => answer.body.details?.map(({ path }) => path)

describe('users', () => {
  let made = 0
  const fresh = (fields = {}) => ({
    username: `user-${++made}`,
    email: `user-${made}@example.test`,
    password: 'correct horse',
    ...fields,
  })

  test('POST answers 201 with the user, and never a password', async () => {
    const answer = await send('POST', '/api/users', fresh({ id: 'x', isAdmin: true }))
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body.data as object).toSorted()).toEqual([
      'createdAt',
      'email',
      'id',
      'role',
      'updatedAt',
      'username',
    ])
    expect(answer.body.data).toMatchObject({ role: 'editor' })
  })

  test.each(['username', 'password', 'email'])(
    'without %s it is 400 with the documented text',
    async (name) => {
      for (const value of [undefined, '', null]) {
        const answer = await send('POST', '/api/users', fresh({ [name]: value }))
        expect(answer.body).toMatchObject({
          error: 'Username, password, and email are required',
          code: 'VALIDATION_ERROR',
        })
        expect(paths(answer)).toEqual([name])
      }
    },
  )

  test('all faults come at once, wrong types among them', async () => {
    const answer = await send('POST', '/api/users', {
      username: 'x',
      email: 5,
      password: 'short',
      role: 'owner',
    })
    expect(paths(answer)).toEqual(['username', 'email', 'password', 'role'])
  })

  test('a password is counted in code points', async () => {
    expect((await send('POST', '/api/users', fresh({ password: '🎉'.repeat(7) }))).status).toBe(400)
    expect((await send('POST', '/api/users', fresh({ password: '🎉'.repeat(200) }))).status).toBe(201)
    expect((await send('POST', '/api/users', fresh({ password: 'x'.repeat(201) }))).status).toBe(400)
  })

  test.each(['plain', 'a@', '@example.test', 'a b@example.test', 'a@example.test, b@example.test'])(
    '%s is no address',
    async (email) => {
      expect(paths(await send('POST', '/api/users', fresh({ email })))).toEqual(['email'])
    },
  )

  test('a conflict is 500 with its documented text', async () => {
    const answer = await send('POST', '/api/users', fresh({ username: 'editor' }))
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({ error: 'Username or email already exists', code: 'DUPLICATE_USER' })
  })

  test('PUT answers id, username, email, role and updatedAt', async () => {
    const { id } = (await send('POST', '/api/users', fresh())).body.data as { id: string }
    const answer = await send('PUT', `/api/users/${id}`, { email: 'new@example.test' })
    expect(Object.keys(answer.body.data as object).toSorted()).toEqual([
      'email',
      'id',
      'role',
      'updatedAt',
      'username',
    ])
    expect(answer.body.data).toMatchObject({ email: 'new@example.test' })
  })

  test('DELETE takes the id as a JSON string or nothing, and refuses any other body', async () => {
    const ids = []
    for (let n = 0; n < 2; n++)
      ids.push(((await send('POST', '/api/users', fresh())).body.data as { id: string }).id)
    for (const json of ['other', '', { id: ids[0] }, [ids[0]], 5, null])
      expect((await send('DELETE', `/api/users/${ids[0]}`, json)).status).toBe(400)
    expect((await send('DELETE', `/api/users/${ids[0]}`, ids[0])).status).toBe(200)
    expect((await send('DELETE', `/api/users/${ids[1]}`)).status).toBe(200)
    expect((await send('DELETE', `/api/users/${gateway.admin.user.id}`)).body.code).toBe('SELF_DELETE')
  })

  test('the list has total, limit and offset', async () => {
    const { body } = await send('GET', '/api/users?limit=1&offset=1')
    expect(body).toMatchObject({ limit: 1, offset: 1 })
    expect(body.data).toHaveLength(1)
  })
})

describe('settings', () => {
  test('GET has every key, the active theme among them', async () => {
    const { body } = await send('GET', '/api/settings', undefined, gateway.editor.token)
    expect(body.data).toMatchObject({
      siteTitle: 'My Site',
      postsPerPage: 10,
      activeTheme: 'default',
      staticOutputDir: '_site',
      staticCleanUrls: true,
    })
  })

  test('PUT answers what changed plus activeTheme', async () => {
    const { body } = await send('PUT', '/api/settings', { siteTitle: 'New', unknown: 1 })
    expect(body.data).toEqual({ siteTitle: 'New', activeTheme: 'default' })
  })

  test('activeTheme switches; an unknown one is 404 and nothing changes', async () => {
    const answer = await send('PUT', '/api/settings', { activeTheme: 'none', siteTitle: 'Lost' })
    expect(answer.status).toBe(404)
    expect(answer.body.error).toBe('Theme not found')
    expect((await send('GET', '/api/settings')).body.data).toMatchObject({
      siteTitle: 'New',
      activeTheme: 'default',
    })
    expect((await send('PUT', '/api/settings', { activeTheme: 'paper' })).body.data).toEqual({
      activeTheme: 'paper',
    })
    expect((await send('GET', '/api/themes/active')).body.data).toMatchObject({ name: 'paper' })
    await send('PUT', '/api/settings', { activeTheme: 'default' })
  })

  test('a fault in another setting leaves the theme as it is', async () => {
    const answer = await send('PUT', '/api/settings', {
      activeTheme: 'paper',
      postsPerPage: 0,
      staticCleanUrls: 'yes',
    })
    expect(paths(answer)).toEqual(['postsPerPage', 'staticCleanUrls'])
    expect((await send('GET', '/api/themes/active')).body.data).toMatchObject({ name: 'default' })
  })

  test('a folder in which there can be no site is refused, and nothing changes; its own value is let through', async () => {
    const answer = await send('PUT', '/api/settings', {
      staticOutputDir: '_site/inner',
      siteTitle: 'Lost',
      activeTheme: 'paper',
    })
    expect([answer.status, answer.body.code, paths(answer)]).toEqual([
      400,
      'VALIDATION_ERROR',
      ['staticOutputDir'],
    ])
    expect(answer.body.error).toContain('overlaps with _site')
    const { data } = (await send('GET', '/api/settings')).body
    expect(data).toMatchObject({ staticOutputDir: '_site', siteTitle: 'New', activeTheme: 'default' })
    expect(
      (await send('PUT', '/api/settings', { staticOutputDir: '_site' }, gateway.editor.token)).status,
    ).toBe(200)
  })

  test.each<[string, unknown[]]>([
    ['postsPerPage', [0, -1, 101, 1.5, '10', null]],
    [
      'siteUrl',
      [
        'ftp://example.test',
        'example.test',
        '/path',
        '//example.test',
        'javascript:alert(1)',
        'https://',
        'not a url',
        5,
      ],
    ],
    [
      'staticOutputDir',
      ['', ' ', ' a', 'a/b\u00a0', '/absolute', '.', '..', '../up', 'a/../../b', 'a/..', 'a//b', 'a\\b', 5],
    ],
    ['staticBaseUrl', ['relative', '//host', 5]],
    ['activeTheme', ['', 5]],
  ])('%s is checked', async (name, values) => {
    for (const value of values)
      expect(paths(await send('PUT', '/api/settings', { [name]: value })), String(value)).toEqual([name])
  })
})

describe('menu', () => {
  test('items are added, changed, cleared, reordered and deleted', async () => {
    const add = await send('POST', '/api/menu', { id: 'a', title: 'A', url: '/a', class: 'x', parent: null })
    expect([add.status, add.body.message]).toEqual([201, 'Menu item added'])
    await send('POST', '/api/menu', { id: 'b', title: 'B', url: '/b' })
    await send('PUT', '/api/menu/a', { title: 'New', class: null })
    expect(gateway.services.themes.menu()[0]).toMatchObject({ title: 'New', url: '/a', class: undefined })
    expect((await send('PUT', '/api/menu/reorder', { orderedIds: ['b', 'a'] })).status).toBe(200)
    const { body } = await gateway.ask('GET', '/api/menu')
    expect(body.data).toEqual([
      { id: 'b', title: 'B', url: '/b', order: 1, parent: null },
      { id: 'a', title: 'New', url: '/a', order: 2, parent: null },
    ])
    expect((await send('DELETE', '/api/menu/a')).status).toBe(200)
    expect((await send('DELETE', '/api/menu/a')).body).toMatchObject({
      error: 'Menu item not found',
      code: 'NOT_FOUND',
    })
  })

  test('an empty id or parent is none', async () => {
    const item = { id: '', title: 'A', url: '/a', parent: '' }
    expect((await send('PUT', '/api/menu', [{ ...item, id: 'top' }])).status).toBe(200)
    expect((await send('POST', '/api/menu', { ...item, id: 'below', parent: 'top' })).status).toBe(201)
    const parents = () => gateway.services.themes.menu().map(({ parent }) => parent ?? null)
    expect(parents()).toEqual([null, 'top'])
    expect((await send('PUT', '/api/menu/below', { parent: '' })).status).toBe(200)
    expect(parents()).toEqual([null, null])
    await send('PUT', '/api/menu', [])
  })

  test('PUT replaces the whole menu and takes an array only', async () => {
    expect(
      (await send('PUT', '/api/menu', [{ id: 'x', title: 'X', url: '/', order: 7, parent: null }])).status,
    ).toBe(200)
    for (const json of [{}, { items: [] }, 'text', 5, null, ['text'], [null]])
      expect((await send('PUT', '/api/menu', json)).status).toBe(400)
    expect(gateway.services.themes.menu().map(({ id }) => id)).toEqual(['x'])
  })

  test('wrong types are named', async () => {
    expect(paths(await send('POST', '/api/menu', { title: 5, url: ['/'], target: 5 }))).toEqual([
      'title',
      'url',
      'target',
    ])
    expect(paths(await send('PUT', '/api/menu/reorder', { orderedIds: ['a', 5] }))).toEqual(['orderedIds.1'])
  })
})

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
    '%j is 400',
    async (json) => {
      expect((await send('POST', '/api/static/generate', json)).status).toBe(400)
    },
  )

  test('the status has its documented fields, null before the first generation', async () => {
    const { body } = await send('GET', '/api/static/status')
    const settings = { staticOutputDir: '_site', siteUrl: '', staticCleanUrls: true }
    expect(body).toEqual({
      ...{ success: true, status: 'ready', lastGenerated: null, settings, current: null, last: null },
      ...{ brokenLinks: [], linkCheck: null },
    })
  })

  test('broken links are listed part by part, to administrators', async () => {
    const links = ['/a/', '/b/', '/c/'].map((link) => ({ link, pagesTotal: 200, pages: ['index.html'] }))
    gateway.services.publisher.findBroken(links)
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

  test('receipts are told newest first, and one by its generation, to administrators', async () => {
    const at = (second: number) => ({ seconds: Date.UTC(2026, 0, 2, 3, 4, second) / 1000, nanos: 0 })
    const change = { kind: 'post', id: 'p', revision: 7, what: 'updated', title: 'One', acceptedAt: at(1) }
    gateway.services.publisher.tell({
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

  test('a page is previewed by editors, as they write it', async () => {
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

  test('a page is explained to editors, by its address', async () => {
    const own = { kind: 'post', id: 'p', title: 'One' }
    const lastChange = { generationId: 'g', at: { seconds: 1, nanos: 0 }, reasons: ['entry'], changes: [] }
    const page = {
      address: '/post/one/',
      path: 'post/one/index.html',
      kind: 'post',
      template: 'templates/post.html',
      shared: ['menu'],
    }
    gateway.services.publisher.tell({ page: { ...page, own, shows: [], links: ['/'], lastChange } })
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

  test('the generations that are kept are told, and put back by their id', async () => {
    expect((await send('GET', '/api/static/generations')).body).toEqual({ success: true, generations: [] })
    const at = new Date(Date.UTC(2026, 0, 2))
    const firstSeen = { seconds: at.getTime() / 1000, nanos: 0 }
    gateway.services.publisher.keep({ id: 'one', trigger: 'event', pages: 3, at: firstSeen, live: false })
    gateway.services.publisher.keep({ id: 'two', trigger: 'manual', pages: 4, at: firstSeen, live: true })
    const [one, two] = [
      { id: 'one', at: at.toISOString(), trigger: 'event', pages: 3, live: false },
      { id: 'two', at: at.toISOString(), trigger: 'manual', pages: 4, live: true },
    ]
    expect((await send('GET', '/api/static/generations')).body.generations).toEqual([two, one])
    const back = await send('POST', '/api/static/generations/one/activate')
    expect([back.status, back.body]).toEqual([200, { success: true, generation: { ...one, live: true } }])
    const gone = await send('POST', '/api/static/generations/none/activate')
    expect([gone.status, gone.body.code]).toEqual([404, 'NOT_FOUND'])
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
