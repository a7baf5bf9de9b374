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
  let count = 0
  const fresh = (fields = {}) => ({
    username: `user-${++count}`,
    email: `user-${count}@example.test`,
    password: 'correct horse',
    ...fields,
  })

  test('POST returns 201 with the user, and never a password', async () => {
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
    'a request without %s is rejected with the documented message',
    async (name) => {
      for (const value of [undefined, '', null]) {
        const answer = await send('POST', '/api/users', fresh({ [name]: value }))
        expect(answer).toMatchObject({
          status: 400,
          body: { error: 'Username, password, and email are required', code: 'VALIDATION_ERROR' },
        })
        expect(paths(answer)).toEqual([name])
      }
    },
  )

  test('all errors are reported together, including wrong types', async () => {
    const answer = await send('POST', '/api/users', {
      username: 'x',
      email: 5,
      password: 'short',
      role: 'owner',
    })
    expect(paths(answer)).toEqual(['username', 'email', 'password', 'role'])
  })

  test('the length of a password is counted in code points', async () => {
    expect((await send('POST', '/api/users', fresh({ password: '🎉'.repeat(7) }))).status).toBe(400)
    expect((await send('POST', '/api/users', fresh({ password: '🎉'.repeat(200) }))).status).toBe(201)
    expect((await send('POST', '/api/users', fresh({ password: 'x'.repeat(201) }))).status).toBe(400)
  })

  test.each(['plain', 'a@', '@example.test', 'a b@example.test', 'a@example.test, b@example.test'])(
    '%s is not an email address',
    async (email) => {
      expect(paths(await send('POST', '/api/users', fresh({ email })))).toEqual(['email'])
    },
  )

  test('a conflict is 500 with the documented message', async () => {
    const answer = await send('POST', '/api/users', fresh({ username: 'editor' }))
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({ error: 'Username or email already exists', code: 'DUPLICATE_USER' })
  })

  test('PUT returns id, username, email, role and updatedAt', async () => {
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

  test('DELETE accepts the id as a JSON string or no body, and rejects any other body', async () => {
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
  test('GET returns the settings and the active theme', async () => {
    const { body } = await send('GET', '/api/settings', undefined, gateway.editor.token)
    expect(body.data).toMatchObject({
      siteTitle: 'My Site',
      postsPerPage: 10,
      activeTheme: 'default',
      staticOutputDir: '_site',
      staticCleanUrls: true,
    })
  })

  test('PUT returns the changes and activeTheme', async () => {
    const { body } = await send('PUT', '/api/settings', { siteTitle: 'New', unknown: 1 })
    expect(body.data).toEqual({ siteTitle: 'New', activeTheme: 'default' })
  })

  test('activeTheme switches the theme; an unknown theme is 404 and changes nothing', async () => {
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

  test('an error in another setting leaves the theme unchanged', async () => {
    const answer = await send('PUT', '/api/settings', {
      activeTheme: 'paper',
      postsPerPage: 0,
      staticCleanUrls: 'yes',
    })
    expect(paths(answer)).toEqual(['postsPerPage', 'staticCleanUrls'])
    expect((await send('GET', '/api/themes/active')).body.data).toMatchObject({ name: 'default' })
  })

  test('an unusable output folder is rejected without any change; the current one is accepted', async () => {
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
    ['siteLogo', ['no-such-file', '/images/a.png', 5]],
    ['siteIcon', ['no-such-file', 5]],
    ['siteAccentColor', ['red', '#fff', 5]],
    ['socialLinks', ['none', 5]],
  ])('%s is validated', async (name, values) => {
    for (const value of values)
      expect(paths(await send('PUT', '/api/settings', { [name]: value })), String(value)).toEqual([name])
  })
})

test('social links are returned unchanged, and validated one by one', async () => {
  const socialLinks = [{ title: 'Mastodon', url: 'https://social.example/@ann' }]
  expect((await send('PUT', '/api/settings', { socialLinks })).body.data).toMatchObject({ socialLinks })
  expect((await send('GET', '/api/settings')).body.data).toMatchObject({ socialLinks })
  const wrong = [...socialLinks, { title: '', url: 'javascript:alert(1)' }]
  expect(paths(await send('PUT', '/api/settings', { socialLinks: wrong }))).toEqual([
    'socialLinks.1.title',
    'socialLinks.1.url',
  ])
  expect((await send('PUT', '/api/settings', { socialLinks: [] })).body.data).toMatchObject({
    socialLinks: [],
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

  test('an empty id or parent counts as absent', async () => {
    const item = { id: '', title: 'A', url: '/a', parent: '' }
    expect((await send('PUT', '/api/menu', [{ ...item, id: 'top' }])).status).toBe(200)
    expect((await send('POST', '/api/menu', { ...item, id: 'below', parent: 'top' })).status).toBe(201)
    const parents = () => gateway.services.themes.menu().map(({ parent }) => parent ?? null)
    expect(parents()).toEqual([null, 'top'])
    expect((await send('PUT', '/api/menu/below', { parent: '' })).status).toBe(200)
    expect(parents()).toEqual([null, null])
    await send('PUT', '/api/menu', [])
  })

  test('PUT replaces the whole menu, and accepts only an array', async () => {
    expect(
      (await send('PUT', '/api/menu', [{ id: 'x', title: 'X', url: '/', order: 7, parent: null }])).status,
    ).toBe(200)
    for (const json of [{}, { items: [] }, 'text', 5, null, ['text'], [null]])
      expect((await send('PUT', '/api/menu', json)).status).toBe(400)
    expect(gateway.services.themes.menu().map(({ id }) => id)).toEqual(['x'])
  })

  test('wrong types are reported', async () => {
    expect(paths(await send('POST', '/api/menu', { title: 5, url: ['/'], target: 5 }))).toEqual([
      'title',
      'url',
      'target',
    ])
    expect(paths(await send('PUT', '/api/menu/reorder', { orderedIds: ['a', 5] }))).toEqual(['orderedIds.1'])
  })
})
