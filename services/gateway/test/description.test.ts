import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessKinds } from '../src/core/access.ts'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

interface Document {
  readonly openapi: string
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters: { name: string; in: string; schema: object }[]
        requestBody?: { description?: string }
        responses: Record<string, { description: string; headers?: object; content?: object }>
        security: object[]
      }
    >
  >
}
const documentOf = async () => (await gateway.ask('GET', '/api/openapi.json')).body as unknown as Document

test('the route table has every route of the contract', () => {
  const declared = new Set(gateway.routes.map(({ method, path }) => `${method} ${path}`))
  const specified = `POST /api/auth/login,POST /api/auth/logout,GET /api/users/me,GET /api/users,GET /api/users/{id},POST /api/users,PUT /api/users/{id},
    DELETE /api/users/{id},GET /api/posts,GET /api/posts/{id},POST /api/posts,PUT /api/posts/{id},DELETE /api/posts/{id},GET /api/pages,GET /api/pages/{id},
    POST /api/pages,PUT /api/pages/{id},DELETE /api/pages/{id},POST /api/bulk/{contentType},GET /api/settings,PUT /api/settings,GET /api/media,
    POST /api/media/upload,GET /api/media/{id},PUT /api/media/{id},DELETE /api/media/{id},GET /api/media/{id}/references,
    POST /api/media/{id}/propagate-metadata,GET /api/themes,GET /api/themes/active,GET /api/themes/{themeName},POST /api/themes/switch/{themeName},
    POST /api/themes/upload,DELETE /api/themes/{themeName},GET /api/themes/marketplace,GET /api/themes/marketplace/categories,
    POST /api/themes/marketplace/install,GET /api/themes/marketplace/check-updates,POST /api/themes/marketplace/update,
    GET /api/themes/marketplace/changelog/{themeName},GET /api/themes/marketplace/changelog/{themeName}/{version},GET /api/menu,PUT /api/menu,
    POST /api/menu,PUT /api/menu/{itemId},DELETE /api/menu/{itemId},PUT /api/menu/reorder,POST /api/static/generate,GET /api/static/status`
  for (const name of specified.split(',').map((part) => part.trim())) expect(declared).toContain(name)
})

test('no pair of method and path occurs twice, and each route declares its access', () => {
  const names = gateway.routes.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { access } of gateway.routes) expect(accessKinds).toContain(access)
})

test('the document describes every route once, with its parameters and responses', async () => {
  const document = await documentOf()
  expect(document.openapi).toBe('3.1.0')
  const ids = new Set<string>()
  for (const route of gateway.routes) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()]
    expect(operation, route.path).toBeDefined()
    ids.add(operation!.operationId)
    const inPath = operation!.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => `{${name}}`)
    expect(inPath).toEqual(route.path.match(/\{\w+\}/g) ?? [])
    const unchanged = route.tagged && route.method === 'GET' ? ['304'] : []
    expect(Object.keys(operation!.responses)).toEqual([
      ...Object.keys(route.answers),
      ...unchanged,
      'default',
    ])
  }
  expect(ids.size).toBe(gateway.routes.length)
})

test('query and path parameters are described with their parsed type', async () => {
  const { paths } = await documentOf()
  const schemaOf = (name: string) =>
    paths['/api/posts']?.get?.parameters.find((parameter) => parameter.name === name)?.schema
  expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 1000 })
  expect(schemaOf('frontmatterOnly')).toEqual({ type: 'boolean' })
  expect(schemaOf('status')).toEqual({ type: 'string', enum: ['published', 'draft'] })
  expect(paths['/api/bulk/{contentType}']?.post?.parameters).toEqual([
    { name: 'contentType', in: 'path', required: true, schema: { type: 'string', enum: ['posts', 'pages'] } },
  ])
})

test('media files are described with the digest of their bytes', async () => {
  const { paths } = await documentOf()
  const upload = paths['/api/media/upload']?.post?.responses[201]
  const digest = { type: 'string', description: 'SHA-256 of the stored bytes, hex' }
  expect(upload?.content).toMatchObject({
    'application/json': { schema: { properties: { data: { properties: { digest } } } } },
  })
})

test('a body that is accepted without credentials has a limit of 16 KiB', async () => {
  const { paths } = await documentOf()
  const open = gateway.routes.filter(({ access, body }) => access === 'open' && body)
  expect(open.map(({ path }) => path)).toEqual(['/api/auth/login', '/api/setup/account'])
  for (const { path } of open) expect(paths[path]?.post?.requestBody?.description).toBe('At most 16 KiB')
})

test('the description of a route with an ETag contains the header and the 304 response', async () => {
  const { paths } = await documentOf()
  for (const path of ['/api/posts/{id}', '/api/pages/{id}']) {
    const { 200: whole, 304: unchanged } = paths[path]?.get?.responses ?? {}
    expect([whole?.headers, unchanged?.headers]).toEqual(Array(2).fill({ ETag: expect.anything() }))
    expect(unchanged?.content).toBeUndefined()
  }
})

test('each operation lists the error codes that it may return', async () => {
  const { paths } = await documentOf()
  const codes = (method: string, path: string) => paths[path]?.[method]?.responses.default?.description ?? ''
  for (const route of gateway.routes) {
    const named = codes(route.method.toLowerCase(), route.path)
    expect(named.includes('RATE_LIMITED'), route.path).toBe(route.path.startsWith('/api'))
    expect(named.includes('MALFORMED_URL'), route.path).toBe(route.path.includes('{'))
    expect(named.includes('INVALID_IDEMPOTENCY_KEY'), route.path).toBe(route.idempotent ?? false)
    expect(named).toMatch(/UPSTREAM_UNAVAILABLE/)
  }
  expect([codes('post', '/api/users'), codes('put', '/api/users/{id}')]).toEqual(
    Array(2).fill(expect.stringContaining('BUSY')),
  )
  for (const method of ['get', 'delete'])
    expect(codes(method, '/api/media/{id}')).toContain('REFERENCES_BEHIND')
  expect(codes('post', '/api/media/{id}/propagate-metadata')).toMatch(/REFERENCES_BEHIND, CONTENT_BUSY/)
})

test('the documentation page shows every route, and has no scripts or external resources', async () => {
  const answer = await gateway.ask('GET', '/api/docs')
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  for (const { path } of gateway.routes) expect(answer.text).toContain(`<code>${path}</code>`)
  expect(answer.text).not.toMatch(/<script|(src|href)="(https?:)?\/\//)
})

test('success responses match the schema of their route', async () => {
  const ask = (method: string, path: string, json?: unknown) =>
    gateway.ask(method, path, { token: gateway.admin.token, json })
  const { id } = (await ask('POST', '/api/posts', { metadata: { title: 'Post', tags: ['a'] } }))
    .body as unknown as { id: string }
  const page = (await ask('POST', '/api/pages', { metadata: { title: 'Page' } })).body as unknown as {
    id: string
  }
  gateway.services.publisher.addGeneration({
    id,
    trigger: 'event',
    pages: 1,
    at: { seconds: 0, nanos: 0 },
    live: true,
  })
  const receipt = {
    generationId: id,
    trigger: 'event',
    outputDir: '_site',
    state: 'planned',
    changes: [],
    changesTotal: 0,
    files: null,
  }
  const instants = {
    startedAt: { seconds: 0, nanos: 0 },
    plannedAt: null,
    renderedAt: null,
    activatedAt: null,
    finishedAt: null,
  }
  const explained = {
    address: '/',
    path: 'index.html',
    kind: 'home',
    shared: [],
    own: null,
    shows: [],
    links: [],
    lastChange: null,
  }
  gateway.services.publisher.setHistory({
    receipt: { ...receipt, ...instants, reasons: [] },
    page: explained,
  })
  gateway.services.identity.awaitClaim(gateway.services.identity.addUser('first', 'admin'), 'printed')
  await ask('POST', '/api/menu', { id: 'item', title: 'Item', url: '/' })
  const redirect = (await ask('POST', '/api/redirects', { from: '/old', to: '/' })).body.data as {
    id: string
  }
  const params: Record<string, string> = {
    '{themeName}': 'paper',
    '{itemId}': 'item',
    '{contentType}': 'posts',
    '{revision}': '1',
    '{kind}': 'posts',
  }
  const bodies: Record<string, unknown> = {
    'POST /api/posts': { metadata: { title: 'Another', seoTitle: 'Found', noindex: true } },
    'PUT /api/settings': {
      siteAccentColor: '#a8341b',
      socialLinks: [{ title: 'Mail', url: 'mailto:ann@example.org' }],
    },
    'POST /api/pages': { metadata: { title: 'Another page' } },
    'POST /api/posts/{id}/revisions': {},
    'POST /api/pages/{id}/revisions': {},
    'POST /api/users': { username: 'new', email: 'new@example.test', password: 'correct horse' },
    'POST /api/bulk/{contentType}': { action: 'draft', ids: [id] },
    'POST /api/menu': { title: 'x', url: '/x' },
    'PUT /api/menu/reorder': { orderedIds: ['item'] },
    'PUT /api/menu': [{ id: 'item', title: 'Item', url: '/' }],
    'POST /api/setup/account': {
      code: 'printed',
      username: 'first',
      email: 'own@example.test',
      password: 'correct horse',
    },
    'POST /api/redirects': { from: '/older', to: '/' },
    'POST /api/redirects/check': {},
    'PUT /api/static/hold': { seconds: 1 },
    'POST /api/import/items': {
      items: [{ type: 'post', metadata: { title: 'Imported', sourceKey: 'old/1' }, content: 'x' }],
    },
    'POST /api/auth/login': { username: 'editor', password: 'correct horse' },
  }
  let checked = 0
  // Deletions come last: other routes need the items.
  const inOrder = gateway.routes.toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  )
  for (const route of inOrder.filter(
    ({ path, upload }) => !upload && !/media|marketplace|logout|images|documents/.test(path),
  )) {
    const ownId = route.path.includes('users')
      ? gateway.editor.user.id
      : route.path.includes('redirects')
        ? redirect.id
        : route.path.includes('pages')
          ? page.id
          : id
    const at = route.path.replaceAll(/\{\w+\}/g, (name) =>
      route.path.includes('switch') ? 'default' : (params[name] ?? ownId),
    )
    const json = bodies[`${route.method} ${route.path}`] ?? (route.method === 'PUT' ? {} : undefined)
    const answer = await ask(route.method, at, json)
    const schema = route.answers[answer.status]
    expect(schema, `${route.method} ${at} answers ${answer.status} ${answer.text}`).toBeDefined()
    if (typeof schema === 'string' || !schema) continue
    expect(schema.safeParse(answer.body).error, `${route.method} ${at}`).toBeUndefined()
    checked++
  }
  expect(checked).toBeGreaterThan(30)
})
