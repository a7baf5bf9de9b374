import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Market, startMarket } from '../services/themes/test/fixtures/market.ts'
import { themeZip } from '../services/themes/test/fixtures/theme.ts'
import { type Answer, type Api, apiClient, loggedIn, type RequestOptions } from './api.ts'
import { administrator, type SystemProcess, startProcess, temporaryFolder } from './process.ts'
import { squarePng } from './scenarios/png.ts'

interface Described {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>
}
interface Document {
  readonly openapi: string
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>>
  >
}

const folder = temporaryFolder()
const visited = new Set<string>()
let system: SystemProcess
let market: Market
let document: Document
let ajv: Ajv2020
let admin: Api
let editor: Api
let nobody: Api

beforeAll(async () => {
  market = await startMarket()
  market.offer('Paper', '1.0.0')
  system = await startProcess(folder.path, { MARKETPLACE_URL: market.url, MARKETPLACE_CACHE_SECONDS: '0' })
  nobody = apiClient(system.apiUrl)
  admin = await loggedIn(system.apiUrl, administrator)
  document = JSON.parse((await nobody.ok('GET', '/api/openapi.json')).text)
  ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document', false, false)
}, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  await market?.close()
  folder.remove()
}, 60_000)

/** Sends the request to the path, its parameters filled in, and holds the answer against what the document says of it. */
async function ask(
  api: Api,
  status: number,
  operation: string,
  params: readonly string[] = [],
  options: RequestOptions = {},
): Promise<Answer> {
  const [method = '', template = ''] = operation.split(' ')
  const [path = '', query = ''] = template.split('?')
  const rest = [...params]
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ''))
  const answer = await api.request(method, query === '' ? filled : `${filled}?${query}`, options)
  expect(answer.status, `${operation} ${answer.text.slice(0, 500)}`).toBe(status)
  holds(method, path, answer)
  visited.add(`${method} ${path}`)
  return answer
}

function holds(method: string, path: string, { status, headers, text, body }: Answer): void {
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
  const documented = responses[status] ? String(status) : 'default'
  // Below 400 `default` would hide a status that nobody told of.
  expect(status >= 400 || documented !== 'default', `${method} ${path} does not document ${status}`).toBe(
    true,
  )
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const { description, headers: promised = {}, content } = responses[documented] as Described
  for (const name of Object.keys(promised))
    expect(headers.has(name), `${method} ${path} without ${name}`).toBe(true)
  if (status >= 400) expect(description.split(/[ ,]+/), `${method} ${path}`).toContain(JSON.parse(text).code)
  if (!content) return
  const schema = content[type]?.schema
  expect(schema, `${method} ${path} does not document ${type}`).toBeDefined()
  const pointer = ['paths', path, method.toLowerCase(), 'responses', documented, 'content', type, 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const validate = ajv.compile({ $ref: `document#/${pointer}` })
  const value = type === 'application/json' ? body : JSON.parse(text)
  expect(
    validate(value),
    `${method} ${path} ${status}: ${JSON.stringify(validate.errors)} ${text.slice(0, 500)}`,
  ).toBe(true)
  // A client that is generated from the document knows these and no others.
  if (status < 400)
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(value)))
}

const form = (field: string, bytes: Uint8Array, name: string): RequestOptions => {
  const data = new FormData()
  data.set(field, new Blob([new Uint8Array(bytes)]), name)
  return { form: data }
}
const someone = { username: 'someone', email: 'someone@example.test', password: 'some-password' }

it('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(result).toMatchObject({ valid: true })
  expect(document.openapi).toMatch(/^3\.1/)
})

describe('real answers are those of the document:', () => {
  it('users and sessions', async () => {
    const created = await ask(admin, 201, 'POST /api/users', [], { json: someone })
    const id = String(created.body.data?.id)
    await ask(admin, 500, 'POST /api/users', [], { json: someone })
    await ask(admin, 400, 'POST /api/users', [], { json: {} })
    const login = { username: someone.username, password: someone.password }
    const { body } = await ask(nobody, 200, 'POST /api/auth/login', [], { json: login })
    editor = apiClient(system.apiUrl, String(body.data?.token))
    await ask(nobody, 401, 'POST /api/auth/login', [], { json: { ...login, password: 'wrong' } })
    await ask(editor, 200, 'GET /api/users/me')
    await ask(nobody, 401, 'GET /api/users/me')
    await ask(editor, 403, 'GET /api/users')
    await ask(admin, 200, 'GET /api/users')
    await ask(admin, 200, 'GET /api/users?limit=1&offset=1')
    await ask(admin, 200, 'GET /api/users/{id}', [id])
    await ask(admin, 404, 'GET /api/users/{id}', ['nobody'])
    await ask(admin, 200, 'PUT /api/users/{id}', [id], { json: { email: 'else@example.test' } })
    const other = await ask(admin, 201, 'POST /api/users', [], {
      json: { ...someone, username: 'other', email: 'other@example.test' },
    })
    await ask(admin, 200, 'DELETE /api/users/{id}', [String(other.body.data?.id)])
    const leaving = await loggedIn(system.apiUrl, someone)
    await ask(leaving, 200, 'POST /api/auth/logout')
    await ask(nobody, 400, 'POST /api/auth/logout')
  })

  it('the setup', async () => {
    await ask(nobody, 200, 'GET /api/setup')
    await ask(nobody, 409, 'POST /api/setup/account', [], { json: { ...someone, code: 'none was printed' } })
    await ask(nobody, 400, 'POST /api/setup/account', [], { json: {} })
    await ask(editor, 403, 'POST /api/setup/finish')
    await ask(admin, 200, 'POST /api/setup/finish')
  })

  it('posts', async () => {
    const metadata = {
      title: 'First',
      status: 'published',
      tags: ['a'],
      category: 'b',
      excerpt: 'c',
      subtitle: 'd',
      custom: { deep: [1] },
    }
    const first = String(
      (await ask(editor, 201, 'POST /api/posts', [], { json: { metadata, content: 'Words' } })).body.id,
    )
    const second = await ask(editor, 201, 'POST /api/posts', [], {
      json: { metadata: { title: 'Second', relatedPosts: [first] } },
    })
    const id = String(second.body.id)
    await ask(editor, 400, 'POST /api/posts', [], { json: { metadata: {} } })
    await ask(editor, 400, 'POST /api/posts', [], {
      json: {},
      headers: { accept: 'application/problem+json' },
    })
    for (const query of [
      '',
      '?frontmatterOnly=true',
      '?summaryView=true&limit=1',
      '?properties=title',
      '?search=words&sort=-title',
    ])
      await ask(editor, 200, `GET /api/posts${query}`)
    await ask(nobody, 200, 'GET /api/posts')
    await ask(nobody, 401, 'GET /api/posts?status=draft')
    await ask(editor, 400, 'GET /api/posts?limit=0')
    for (const terms of ['tags', 'categories', 'authors']) {
      await ask(editor, 200, `GET /api/${terms}?search=a&limit=5`)
      await ask(nobody, 401, `GET /api/${terms}`)
    }
    const read = await ask(editor, 200, 'GET /api/posts/{id}', [id])
    await ask(editor, 304, 'GET /api/posts/{id}', [id], {
      headers: { 'if-none-match': String(read.headers.get('etag')) },
    })
    await ask(editor, 400, 'POST /api/posts', [], {
      json: { metadata },
      headers: { 'idempotency-key': 'no key' },
    })
    await ask(editor, 200, 'GET /api/posts/{id}?resolveRelated=false', [id])
    await ask(editor, 404, 'GET /api/posts/{id}', ['nothing'])
    await ask(editor, 200, 'PUT /api/posts/{id}', [id], { json: { metadata: { subtitle: 'New' } } })
    await ask(editor, 412, 'PUT /api/posts/{id}', [id], {
      json: {},
      headers: { 'if-match': String(read.headers.get('etag')) },
    })
    await ask(editor, 200, 'DELETE /api/posts/{id}', [id])
    await ask(editor, 404, 'DELETE /api/posts/{id}', [id])
    await ask(editor, 200, 'POST /api/bulk/{contentType}', ['posts'], {
      json: { action: 'draft', ids: [first, 'nothing'] },
    })
    await ask(editor, 400, 'POST /api/bulk/{contentType}', ['things'], {
      json: { action: 'draft', ids: [first] },
    })
  })

  it('pages', async () => {
    const { body } = await ask(editor, 201, 'POST /api/pages', [], {
      json: { metadata: { title: 'Page', status: 'published', pageType: 'custom' }, content: 'x' },
    })
    const id = String(body.id)
    await ask(editor, 201, 'POST /api/pages', [], {
      json: { metadata: { title: 'Child', parentPage: id, pageType: 'custom' } },
    })
    await ask(editor, 200, 'GET /api/pages')
    await ask(nobody, 200, 'GET /api/pages?frontmatterOnly=true')
    await ask(nobody, 200, 'GET /api/pages/{id}', [id])
    await ask(nobody, 404, 'GET /api/pages/{id}', ['nothing'])
    await ask(editor, 200, 'PUT /api/pages/{id}', [id], { json: { metadata: { title: 'Renamed' } } })
    await ask(editor, 400, 'PUT /api/pages/{id}', [id], { json: { metadata: { title: '' } } })
    await ask(editor, 200, 'DELETE /api/pages/{id}', [id])
  })

  it('revisions', async () => {
    for (const [items, revisions] of [
      ['posts', '/api/posts/{id}/revisions'],
      ['pages', '/api/pages/{id}/revisions'],
    ] as const) {
      const id = String(
        (await editor.ok('POST', `/api/${items}`, { json: { metadata: { title: 'Before' }, content: 'a' } }))
          .body.id,
      )
      await editor.ok('PUT', `/api/${items}/${id}`, {
        json: { metadata: { title: 'After', custom: 1 }, content: 'b' },
      })
      const { body } = await ask(editor, 200, `GET ${revisions}`, [id])
      const oldest = String((body.data as unknown as { revision: number }[]).at(-1)?.revision)
      await ask(editor, 404, `GET ${revisions}`, ['nothing'])
      await ask(editor, 201, `POST ${revisions}`, [id], {
        json: { metadata: { title: 'Unsaved' }, content: 'c' },
      })
      await ask(editor, 404, `POST ${revisions}`, ['nothing'], { json: { content: 'c' } })
      await ask(nobody, 401, `POST ${revisions}`, [id], { json: { content: 'c' } })
      await ask(editor, 200, `GET ${revisions}/{revision}`, [id, oldest])
      await ask(editor, 404, `GET ${revisions}/{revision}`, [id, '999999'])
      await ask(editor, 200, `GET ${revisions}/{revision}/compare`, [id, oldest])
      await ask(editor, 200, `POST ${revisions}/{revision}/restore`, [id, oldest])
    }
  })

  it('settings and menu', async () => {
    await ask(editor, 200, 'GET /api/settings')
    await ask(nobody, 401, 'GET /api/settings')
    await ask(editor, 200, 'PUT /api/settings', [], { json: { siteTitle: 'Title', postsPerPage: 5 } })
    await ask(editor, 400, 'PUT /api/settings', [], { json: { postsPerPage: 0 } })
    await ask(editor, 403, 'PUT /api/settings', [], { json: { allowRawHtml: true } })
    await ask(editor, 200, 'PUT /api/menu', [], {
      json: [{ id: 'a', title: 'A', url: '/', class: 'c', target: '_blank' }],
    })
    await ask(editor, 201, 'POST /api/menu', [], { json: { id: 'b', title: 'B', url: '/b', parent: 'a' } })
    await ask(nobody, 200, 'GET /api/menu')
    await ask(editor, 200, 'PUT /api/menu/{itemId}', ['b'], { json: { parent: null } })
    await ask(editor, 200, 'PUT /api/menu/reorder', [], { json: { orderedIds: ['b', 'a'] } })
    await ask(editor, 400, 'PUT /api/menu', [], { json: {} })
    await ask(editor, 200, 'DELETE /api/menu/{itemId}', ['b'])
    await ask(editor, 404, 'DELETE /api/menu/{itemId}', ['b'])
  })

  it('media', async () => {
    const { body } = await ask(editor, 201, 'POST /api/media/upload', [], form('file', squarePng(4), 'a.png'))
    const { id, filename, url } = body.data as unknown as { id: string; filename: string; url: string }
    await ask(editor, 415, 'POST /api/media/upload', [], { json: {} })
    await ask(editor, 400, 'POST /api/media/upload', [], form('other', squarePng(4), 'a.png'))
    await ask(editor, 200, 'GET /images/{filename}', [filename])
    const document = await ask(
      editor,
      201,
      'POST /api/media/upload',
      [],
      form('file', Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf'),
    )
    await ask(editor, 200, 'GET /documents/{filename}', [String(document.body.data?.filename)])
    await ask(editor, 404, 'GET /documents/{filename}', ['nothing.pdf'])
    await ask(editor, 200, 'GET /api/media?type=all')
    await ask(editor, 200, 'GET /api/media/{id}', [id])
    const json = { metadata: { title: 'User of it', featuredImage: { id, url, alt: 'old' } } }
    const post = String((await editor.ok('POST', '/api/posts', { json })).body.id)
    await ask(editor, 200, 'GET /api/media/{id}?checkReferences=true&includeDetails=true', [id])
    await ask(editor, 200, 'GET /api/media/{id}/references', [id])
    await ask(editor, 200, 'PUT /api/media/{id}', [id], { json: { alt: 'new' } })
    await ask(editor, 200, 'POST /api/media/{id}/propagate-metadata', [id], {
      json: { oldAlt: 'old', newAlt: 'new' },
    })
    await editor.ok('DELETE', `/api/posts/${post}`)
    await ask(editor, 200, 'DELETE /api/media/{id}?force=true', [id])
    await ask(editor, 404, 'DELETE /api/media/{id}', [id])
  })

  it('themes and marketplace', async () => {
    await ask(editor, 200, 'GET /api/themes')
    await ask(nobody, 200, 'GET /api/themes/active')
    await ask(editor, 200, 'GET /api/themes/{themeName}', ['default'])
    await ask(editor, 404, 'GET /api/themes/{themeName}', ['nothing'])
    await ask(
      editor,
      201,
      'POST /api/themes/upload',
      [],
      form('theme', themeZip({ title: 'Own', version: '1.0.0' }), 'own.zip'),
    )
    await ask(
      editor,
      200,
      'POST /api/themes/upload',
      [],
      form('theme', themeZip({ title: 'Own', version: '1.1.0' }), 'own.zip'),
    )
    await ask(editor, 400, 'POST /api/themes/upload', [], form('theme', Buffer.from('no zip'), 'own.zip'))
    await ask(editor, 200, 'POST /api/themes/rollback/{themeName}', ['own'])
    await ask(editor, 409, 'POST /api/themes/rollback/{themeName}', ['default'])
    await ask(editor, 200, 'GET /api/themes/marketplace')
    await ask(editor, 200, 'GET /api/themes/marketplace/categories')
    await ask(editor, 201, 'POST /api/themes/marketplace/install', [], { json: { themeName: 'paper' } })
    await ask(editor, 409, 'POST /api/themes/marketplace/install', [], { json: { themeName: 'paper' } })
    market.offer('Paper', '2.0.0')
    await ask(editor, 200, 'GET /api/themes/marketplace/check-updates')
    await ask(editor, 200, 'GET /api/themes/marketplace/changelog/{themeName}', ['paper'])
    await ask(editor, 200, 'GET /api/themes/marketplace/changelog/{themeName}/{version}', ['paper', '2.0.0'])
    await ask(editor, 200, 'POST /api/themes/marketplace/update', [], { json: { themeName: 'paper' } })
    market.mode = 'broken'
    await ask(editor, 503, 'GET /api/themes/marketplace')
    await ask(editor, 200, 'POST /api/themes/switch/{themeName}', ['paper'])
    await ask(editor, 200, 'POST /api/themes/switch/{themeName}', ['default'])
    await ask(editor, 200, 'DELETE /api/themes/{themeName}', ['paper'])
    await ask(editor, 400, 'DELETE /api/themes/{themeName}', ['default'])
  })

  it('generation and what the API says of itself', async () => {
    await ask(admin, 200, 'GET /api/static/status')
    await ask(admin, 200, 'POST /api/static/generate')
    await admin.generate()
    await ask(admin, 200, 'GET /api/static/status')
    await ask(editor, 403, 'POST /api/static/generate')
    await ask(admin, 200, 'GET /api/static/links?limit=5')
    await ask(editor, 403, 'GET /api/static/links')
    const { generations } = (await admin.ok('GET', '/api/static/generations')).body as {
      generations: { id: string }[]
    }
    await ask(admin, 200, 'GET /api/static/generations')
    const { data } = (await ask(admin, 200, 'GET /api/static/receipts')).body
    await ask(admin, 200, 'GET /api/static/receipts/{generationId}', [String(data?.[0]?.generationId)])
    await ask(admin, 404, 'GET /api/static/receipts/{generationId}', ['none'])
    const draft = { type: 'post', metadata: { title: 'Not yet' }, content: '*words*' }
    expect((await ask(editor, 200, 'POST /api/static/preview', [], { json: draft })).text).toContain(
      '<em>words</em>',
    )
    await ask(editor, 404, 'POST /api/static/preview', [], { json: { theme: 'none' } })
    await ask(editor, 400, 'POST /api/static/preview', [], { json: { type: 'theme' } })
    await ask(nobody, 401, 'POST /api/static/preview', [], { json: draft })
    await ask(editor, 200, 'GET /api/static/why')
    await ask(editor, 404, 'GET /api/static/why?path=/none/')
    await ask(editor, 403, 'GET /api/static/events')
    await ask(admin, 200, 'POST /api/static/generations/{id}/activate', [generations.at(-1)?.id ?? ''])
    await ask(admin, 404, 'POST /api/static/generations/{id}/activate', ['none'])
    for (const path of ['/', '/api/openapi.json', '/api/docs']) await ask(nobody, 200, `GET ${path}`)
  })
})

it('every documented operation was asked', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.filter((operation) => !visited.has(operation))).toEqual([])
})
