import { beforeEach, describe, expect, test } from 'vitest'
import type { HookRequest } from '../src/core/hook-request.ts'
import { startGateway, type TestGateway } from './gateway.ts'

describe('hooks of the routes', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await startGateway()
    return () => gateway.stop()
  })
  const send = (method: string, path: string, json?: unknown) =>
    gateway.ask(method, path, { token: gateway.editor.token, json })
  const listen = (...names: string[]) => {
    const notifications: [string, unknown][] = []
    for (const name of names) gateway.hooks.addAction(name, (value) => void notifications.push([name, value]))
    return notifications
  }

  test('a list filter receives posts and request, and its result is sent', async () => {
    await send('POST', '/api/posts', { metadata: { title: 'First' } })
    let seen: HookRequest | undefined
    gateway.hooks.addFilter('api_posts', (posts, request) => {
      seen = request as HookRequest
      return (posts as { frontmatter: object }[]).map((post) => ({
        ...post,
        frontmatter: { ...post.frontmatter, seen: true },
      }))
    })
    const { body } = await send('GET', '/api/posts?limit=5&properties=title,seen')
    expect(body.data).toEqual([{ frontmatter: { title: 'First', seen: true }, content: '' }])
    expect(seen).toMatchObject({
      method: 'GET',
      path: '/api/posts',
      query: { limit: '5' },
      user: { username: 'editor', role: 'editor' },
    })
  })

  test('a post filter affects ETag and If-Match', async () => {
    const { id } = (await send('POST', '/api/posts', { metadata: { title: 'First' } })).body as unknown as {
      id: string
    }
    const before = (await send('GET', `/api/posts/${id}`)).headers.get('etag')
    gateway.hooks.addFilter('api_post', (post) => ({ ...(post as object), views: 7 }))
    const answer = await send('GET', `/api/posts/${id}`)
    const tag = answer.headers.get('etag') ?? ''
    expect(answer.body.data).toMatchObject({ views: 7 })
    expect(tag).not.toBe(before)
    const put = await gateway.ask('PUT', `/api/posts/${id}`, {
      token: gateway.editor.token,
      json: { metadata: {} },
      headers: { 'if-match': tag },
    })
    expect(put.status).toBe(200)
  })

  test('a body filter changes what is written, and an invalid result is ignored', async () => {
    gateway.hooks.addFilter('api_create_post', (body) => {
      const { metadata, ...rest } = body as { metadata: object }
      return { ...rest, metadata: { ...metadata, category: 'Filtered' } }
    })
    const { id } = (await send('POST', '/api/posts', { metadata: { title: 'One' } })).body as unknown as {
      id: string
    }
    expect((await send('GET', `/api/posts/${id}`)).body.data).toMatchObject({ category: 'Filtered' })
    gateway.hooks.addFilter('api_update_post', () => 'nonsense')
    expect((await send('PUT', `/api/posts/${id}`, { metadata: { title: 'Two' } })).body.data).toMatchObject({
      title: 'Two',
    })
  })

  test('of several body filters, only those with invalid results are skipped and reported', async () => {
    const add = (field: object) =>
      gateway.hooks.addFilter('api_create_post', (body) => {
        const { metadata, ...rest } = body as { metadata: object }
        return { ...rest, metadata: { ...metadata, ...field } }
      })
    add({ category: 'First' })
    gateway.hooks.addFilter('api_create_post', () => ({ metadata: {} }))
    add({ views: 1n })
    add({ note: 'a\0b' })
    add({ subtitle: 'Last' })
    const { id } = (await send('POST', '/api/posts', { metadata: { title: 'One' } })).body as unknown as {
      id: string
    }
    const post = (await send('GET', `/api/posts/${id}`)).body.data
    expect(post).toMatchObject({ title: 'One', category: 'First', subtitle: 'Last' })
    for (const skipped of ['views', 'note']) expect(post).not.toHaveProperty(skipped)
    expect(gateway.failures.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      Array(3).fill('filter api_create_post'),
    )
    expect(gateway.failures[0]?.error).toMatchObject({
      problems: [{ path: 'metadata.title', message: 'Title is required' }],
    })
  })

  test('a settings filter with an invalid result is skipped and reported', async () => {
    gateway.hooks.addFilter('api_update_settings', (body) => ({
      ...(body as object),
      siteDescription: 'Filtered',
    }))
    gateway.hooks.addFilter('api_update_settings', (body) => ({
      ...(body as object),
      staticOutputDir: '../x',
    }))
    const { status, body } = await send('PUT', '/api/settings', { siteTitle: 'New' })
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ siteTitle: 'New', siteDescription: 'Filtered' }),
    ])
    expect(gateway.failures.map(({ name }) => name)).toEqual(['api_update_settings'])
  })

  test.each([
    ['api_post', { count: 1n }],
    ['api_posts', [{}]],
    ['api_posts', [{ frontmatter: { count: 1n } }]],
  ])('a filter %s with an invalid result is skipped', async (name, answer) => {
    const { id } = (await send('POST', '/api/posts', { metadata: { title: 'One' } })).body as unknown as {
      id: string
    }
    gateway.hooks.addFilter(name, () => answer)
    const { status, body } = await send(
      'GET',
      name === 'api_post' ? `/api/posts/${id}` : '/api/posts?properties=title',
    )
    expect([status, JSON.stringify(body.data)]).toEqual([200, expect.stringContaining('"title":"One"')])
    expect(gateway.failures.map((failure) => failure.name)).toEqual([name])
  })

  test('a filter that throws, hangs or returns nothing is skipped', async () => {
    gateway.hooks.addFilter('api_settings', (settings) => {
      Object.assign(settings as object, { siteTitle: 'half-way' })
      throw new Error('broken')
    })
    gateway.hooks.addFilter('api_settings', () => new Promise(() => undefined))
    gateway.hooks.addFilter('api_settings', () => undefined)
    expect((await send('GET', '/api/settings')).body.data).toMatchObject({ siteTitle: 'My Site' })
    expect(gateway.failures.map(({ kind, name }) => [kind, name])).toEqual([
      ['filter', 'api_settings'],
      ['filter', 'api_settings'],
    ])
  })

  test.each([
    ['null', null],
    ['an object', { frontmatter: {} }],
    ['a list of null', [null]],
  ])('a list filter that returns %s is skipped like one that throws', async (_, answer) => {
    await send('POST', '/api/posts', { metadata: { title: 'First' } })
    gateway.hooks.addFilter('api_posts', () => answer)
    const { status, body } = await send('GET', '/api/posts?properties=title')
    expect([status, body.data]).toEqual([200, [{ frontmatter: { title: 'First' }, content: '' }]])
    expect(gateway.failures.map(({ name }) => name)).toEqual(['api_posts'])
  })

  test('actions are notified of posts, and a failing action changes nothing', async () => {
    const notifications = listen('post_created', 'post_updated', 'pre_post_delete', 'post_deleted')
    gateway.hooks.addAction('post_created', () => Promise.reject(new Error('broken')))
    const created = await send('POST', '/api/posts', { metadata: { title: 'Reported' } })
    expect(created.status).toBe(201)
    const { id } = created.body as unknown as { id: string }
    await send('PUT', `/api/posts/${id}`, { metadata: { title: 'Retold' } })
    await send('DELETE', `/api/posts/${id}`)
    expect(notifications.map(([name]) => name)).toEqual([
      'post_created',
      'post_updated',
      'pre_post_delete',
      'post_deleted',
    ])
    expect(notifications[0]?.[1]).toMatchObject({ id, title: 'Reported' })
    expect(notifications[2]?.[1]).toEqual({ id })
    expect(gateway.failures).toHaveLength(1)
  })

  test('rejected requests cause no notification', async () => {
    const notifications = listen('post_created', 'post_updated', 'settings_updated')
    await send('POST', '/api/posts', { metadata: {} })
    await send('PUT', '/api/posts/none', { metadata: { title: 'x' } })
    await send('PUT', '/api/settings', { postsPerPage: 0 })
    expect(notifications).toEqual([])
  })

  test('a bulk operation notifies first, then twice per successful item, and at the end', async () => {
    const { id } = (await send('POST', '/api/pages', { metadata: { title: 'Page' } })).body as unknown as {
      id: string
    }
    const notifications = listen(
      'pre_bulk_operation',
      'bulk_publish_item',
      'page_updated',
      'post_bulk_operation',
    )
    await send('POST', '/api/bulk/pages', { action: 'publish', ids: [id, 'none'] })
    expect(notifications.map(([name]) => name)).toEqual([
      'pre_bulk_operation',
      'bulk_publish_item',
      'page_updated',
      'post_bulk_operation',
    ])
    expect(notifications[1]?.[1]).toEqual({ id, status: 'published', contentType: 'pages' })
    expect(notifications[2]?.[1]).toEqual((await send('GET', `/api/pages/${id}`)).body.data)
    expect(notifications[3]?.[1]).toMatchObject({ action: 'publish', successCount: 1, errorCount: 1 })
  })

  test('a bulk deletion notifies before and after each deleted item, as a single deletion does', async () => {
    const { id } = (await send('POST', '/api/posts', { metadata: { title: 'Post' } })).body as unknown as {
      id: string
    }
    const { relatedPostsData: _, ...post } = (await send('GET', `/api/posts/${id}`)).body.data as Record<
      string,
      unknown
    >
    const notifications = listen('pre_post_delete', 'bulk_delete_item', 'post_deleted')
    let status = 0
    gateway.hooks.addAction('pre_post_delete', async () => {
      status ||= (await send('GET', `/api/posts/${id}`)).status
    })
    await send('POST', '/api/bulk/posts', { action: 'delete', ids: [id, id, 'none'] })
    expect(notifications.map(([name]) => name)).toEqual([
      'pre_post_delete',
      'pre_post_delete',
      'bulk_delete_item',
      'post_deleted',
    ])
    expect([notifications[0]?.[1], status]).toEqual([{ id }, 200])
    expect(notifications[3]?.[1]).toEqual(post)
  })

  test('a request repeated with the same idempotency key notifies once', async () => {
    const notifications = listen('post_created')
    const post = () =>
      gateway.ask('POST', '/api/posts', {
        token: gateway.editor.token,
        json: { metadata: { title: 'x' } },
        headers: { 'idempotency-key': 'k' },
      })
    await post()
    await post()
    expect(notifications).toHaveLength(1)
  })

  test('an upload repeated with the same idempotency key notifies once', async () => {
    const notifications = listen('media_uploaded')
    const upload = () => {
      const body = new FormData()
      body.set('file', new Blob(['words'], { type: 'text/plain' }), 'a.txt')
      const headers = { 'idempotency-key': 'upload' }
      return gateway.ask('POST', '/api/media/upload', { token: gateway.editor.token, body, headers })
    }
    const [first, again] = [await upload(), await upload()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body.data).toEqual(first.body.data)
    expect(notifications).toHaveLength(1)
  })

  test('import filters run for up to 25 items concurrently, and the items keep their order', async () => {
    let running = 0
    let most = 0
    const all = Promise.withResolvers<void>()
    gateway.hooks.addFilter('api_create_post', async (body) => {
      most = Math.max(most, ++running)
      if (running === 25) all.resolve()
      await all.promise
      running--
      const { metadata, ...rest } = body as { metadata: { title: string } }
      return { ...rest, metadata: { ...metadata, title: `${metadata.title}, filtered` } }
    })
    const titles = Array.from({ length: 60 }, (_, n) => `Item ${n}`)
    const items = titles.map((title) => ({
      type: 'post',
      metadata: { title, sourceKey: title },
      content: '',
    }))
    const { token } = gateway.admin
    const { body } = await gateway.ask('POST', '/api/import/items', { token, json: { items } })
    const { results } = body as unknown as { results: { sourceKey: string; result: { id: string } }[] }
    expect([body.created, most, gateway.failures]).toEqual([60, 25, []])
    expect(results.map(({ sourceKey }) => sourceKey)).toEqual(titles)
    for (const n of [0, 59]) {
      const stored = await send('GET', `/api/posts/${results[n]?.result.id}`)
      expect(stored.body.data).toMatchObject({ title: `Item ${n}, filtered` })
    }
  })

  test('changes of settings and theme cause notifications', async () => {
    const notifications = listen('settings_updated', 'theme_switched')
    await send('PUT', '/api/settings', { siteTitle: 'New', activeTheme: 'paper' })
    await send('POST', '/api/themes/switch/default')
    expect(notifications).toEqual([
      ['settings_updated', { siteTitle: 'New', activeTheme: 'paper' }],
      ['theme_switched', { name: 'paper' }],
      ['theme_switched', { name: 'default' }],
    ])
  })
})
