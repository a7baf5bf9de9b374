import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Market, startMarket } from '../services/themes/test/fixtures/market.ts'
import { themeZip } from '../services/themes/test/fixtures/theme.ts'
import { type Api, apiClient, loggedIn } from './api.ts'
import { type ApiDescription, apiDescription, form } from './openapi.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'
import { squarePng } from './scenarios/png.ts'
import { askForPreviews } from './scenarios/preview-operations.ts'
import { askForRedirects } from './scenarios/redirect-operations.ts'
import { askForTransfer } from './scenarios/transfer-operations.ts'

const folder = preparedFolder()
let system: SystemProcess
let market: Market
let description: ApiDescription
let admin: Api, editor: Api, guest: Api

beforeAll(async () => {
  market = await startMarket()
  market.offer('Paper', '1.0.0')
  system = await startProcess(folder.path, { MARKETPLACE_URL: market.url, MARKETPLACE_CACHE_SECONDS: '0' })
  guest = apiClient(system.apiUrl)
  admin = await loggedIn(system.apiUrl, administrator)
  description = apiDescription((await guest.ok('GET', '/api/openapi.json')).text)
}, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  await market?.close()
  folder.remove()
}, 60_000)

const ask = (...args: Parameters<ApiDescription['ask']>) => description.ask(...args)
const someone = { username: 'someone', email: 'someone@example.test', password: 'some-password' }

it('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(description.document)))
  expect(result).toMatchObject({ valid: true })
  expect(description.document.openapi).toMatch(/^3\.1/)
})

describe('responses match the document:', () => {
  it('users and sessions', async () => {
    const created = await ask(admin, 201, 'POST /api/users', [], { json: someone })
    const id = String(created.body.data?.id)
    await ask(admin, 500, 'POST /api/users', [], { json: someone })
    await ask(admin, 400, 'POST /api/users', [], { json: {} })
    const login = { username: someone.username, password: someone.password }
    const { body } = await ask(guest, 200, 'POST /api/auth/login', [], { json: login })
    editor = apiClient(system.apiUrl, String(body.data?.token))
    await ask(guest, 401, 'POST /api/auth/login', [], { json: { ...login, password: 'wrong' } })
    await ask(editor, 200, 'GET /api/users/me')
    await ask(guest, 401, 'GET /api/users/me')
    await ask(editor, 403, 'GET /api/users')
    await ask(editor, 200, 'GET /api/profiles')
    for (const query of ['', '?limit=1&offset=1']) await ask(admin, 200, `GET /api/users${query}`)
    await ask(admin, 200, 'GET /api/users/{id}', [id])
    await ask(admin, 404, 'GET /api/users/{id}', ['unknown'])
    await ask(admin, 200, 'PUT /api/users/{id}', [id], { json: { email: 'else@example.test' } })
    const other = await ask(admin, 201, 'POST /api/users', [], {
      json: { ...someone, username: 'other', email: 'other@example.test' },
    })
    await ask(admin, 200, 'DELETE /api/users/{id}', [String(other.body.data?.id)])
    const leaving = await loggedIn(system.apiUrl, someone)
    await ask(leaving, 200, 'POST /api/auth/logout')
    await ask(guest, 400, 'POST /api/auth/logout')
  })

  it('the setup', async () => {
    await ask(guest, 200, 'GET /api/setup')
    await ask(guest, 409, 'POST /api/setup/account', [], {
      json: { ...someone, code: 'none was printed' },
    })
    await ask(guest, 400, 'POST /api/setup/account', [], { json: {} })
    await ask(editor, 403, 'POST /api/setup/finish')
    await ask(admin, 200, 'POST /api/setup/finish')
  })

  it('posts', async () => {
    const search = { seoTitle: 'e', metaDescription: 'f', canonicalUrl: 'https://a.example/', noindex: true }
    const own = { custom: { deep: [1] }, socialImage: { url: '/images/a.png', alt: 'g' } }
    const listed = { tags: ['a'], category: 'b', excerpt: 'c', subtitle: 'd' }
    const metadata = { title: 'First', status: 'published', ...listed, ...search, ...own }
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
    await ask(guest, 200, 'GET /api/posts')
    await ask(guest, 401, 'GET /api/posts?status=draft')
    await ask(editor, 400, 'GET /api/posts?limit=0')
    for (const terms of ['tags', 'categories', 'authors']) {
      await ask(editor, 200, `GET /api/${terms}?search=a&limit=5`)
      await ask(guest, 401, `GET /api/${terms}`)
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
    await ask(guest, 200, 'GET /api/pages?frontmatterOnly=true')
    await ask(guest, 200, 'GET /api/pages/{id}', [id])
    await ask(guest, 404, 'GET /api/pages/{id}', ['nothing'])
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
      await ask(guest, 401, `POST ${revisions}`, [id], { json: { content: 'c' } })
      await ask(editor, 200, `GET ${revisions}/{revision}`, [id, oldest])
      await ask(editor, 404, `GET ${revisions}/{revision}`, [id, '999999'])
      await ask(editor, 200, `GET ${revisions}/{revision}/compare`, [id, oldest])
      await ask(editor, 200, `POST ${revisions}/{revision}/restore`, [id, oldest])
    }
  })

  it('settings and menu', async () => {
    await ask(editor, 200, 'GET /api/settings')
    await ask(guest, 401, 'GET /api/settings')
    await ask(editor, 200, 'PUT /api/settings', [], { json: { siteTitle: 'Title', postsPerPage: 5 } })
    const socialLinks = [{ title: 'Mail', url: 'mailto:ann@example.org' }]
    await ask(editor, 200, 'PUT /api/settings', [], { json: { siteAccentColor: '#a8341b', socialLinks } })
    await ask(editor, 400, 'PUT /api/settings', [], { json: { postsPerPage: 0 } })
    await ask(editor, 403, 'PUT /api/settings', [], { json: { allowRawHtml: true } })
    await ask(editor, 200, 'PUT /api/menu', [], {
      json: [{ id: 'a', title: 'A', url: '/', class: 'c', target: '_blank' }],
    })
    await ask(editor, 201, 'POST /api/menu', [], { json: { id: 'b', title: 'B', url: '/b', parent: 'a' } })
    await ask(guest, 200, 'GET /api/menu')
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
    const image = { id, url, alt: 'old' }
    const json = { metadata: { title: 'User of it', featuredImage: image, socialImage: image } }
    await ask(editor, 200, 'PUT /api/settings', [], { json: { siteLogo: id, siteIcon: id } })
    const post = String((await editor.ok('POST', '/api/posts', { json })).body.id)
    await ask(editor, 200, 'GET /api/media/{id}?checkReferences=true&includeDetails=true', [id])
    await ask(editor, 200, 'GET /api/media/{id}/references', [id])
    await ask(editor, 200, 'PUT /api/media/{id}', [id], { json: { alt: 'new' } })
    await ask(editor, 200, 'POST /api/media/{id}/propagate-metadata', [id], {
      json: { oldAlt: 'old', newAlt: 'new' },
    })
    await editor.ok('DELETE', `/api/posts/${post}`)
    await ask(editor, 200, 'DELETE /api/media/{id}?clean=true', [id])
    await ask(editor, 404, 'DELETE /api/media/{id}', [id])
  })

  it('themes and marketplace', async () => {
    await ask(editor, 200, 'GET /api/themes')
    await ask(guest, 200, 'GET /api/themes/active')
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

  it('redirects, import and export', () =>
    Promise.all([askForRedirects(ask, admin, editor), askForTransfer(ask, admin, editor)]))

  it('generation and the description of the API', async () => {
    await ask(admin, 200, 'POST /api/static/generate')
    await admin.generate()
    await ask(admin, 200, 'GET /api/static/status')
    await ask(editor, 403, 'POST /api/static/generate')
    await ask(admin, 200, 'GET /api/static/links?limit=5')
    await ask(editor, 403, 'GET /api/static/links')
    const { body } = await ask(admin, 200, 'GET /api/static/generations')
    const { generations } = body as unknown as { generations: { id: string }[] }
    const { data } = (await ask(admin, 200, 'GET /api/static/receipts')).body
    await ask(admin, 200, 'GET /api/static/receipts/{generationId}', [String(data?.[0]?.generationId)])
    await ask(admin, 404, 'GET /api/static/receipts/{generationId}', ['none'])
    await askForPreviews(ask, editor, guest)
    await ask(editor, 200, 'GET /api/static/why')
    await ask(editor, 404, 'GET /api/static/why?path=/none/')
    await ask(editor, 403, 'GET /api/static/events')
    await ask(admin, 200, 'POST /api/static/generations/{id}/activate', [generations.at(-1)?.id ?? ''])
    await ask(admin, 404, 'POST /api/static/generations/{id}/activate', ['none'])
    for (const path of ['/', '/api/openapi.json', '/api/docs']) await ask(guest, 200, `GET ${path}`)
  })
})

it('every documented operation was called', () => {
  expect(description.unvisited()).toEqual([])
})
