/** Tests guarantees under concurrent calls. RACE_ROUNDS sets the number of rounds; `npm run fuzz` uses 30. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import { themeZip } from '../services/themes/test/fixtures/theme.ts'
import { type Api, apiClient, loggedIn } from './api.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'
import { callers, differs, each, oneThen, pick, race, rounds, statuses, unexpected } from './race.ts'

const folder = preparedFolder()
let system: SystemProcess
let api: Api
let database: pg.Client

beforeAll(async () => {
  system = await startProcess(folder.path, { RATE_LIMIT_PER_MINUTE: '100000000' })
  api = await loggedIn(system.apiUrl, administrator)
  database = new pg.Client({
    connectionString: readFileSync(join(folder.path, 'database-url'), 'utf8').trim(),
  })
  await database.connect()
}, 90_000)

afterAll(async () => {
  await database?.end()
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

describe(`${callers} callers at once`, () => {
  const post = (metadata: object, headers = {}) =>
    api.request('POST', '/api/posts', { json: { metadata, content: '' }, headers })

  race('create only one post if they send the same slug', async (n) => {
    const answers = await each(() => post({ title: 'Explicit', slug: `explicit-${n}` }))
    return differs('statuses', statuses(answers), oneThen(201, 409))
  })

  race('receive different slugs if they send the same title', async (n) => {
    const answers = await each(() => post({ title: `Derived ${n}` }))
    const posts = await Promise.all(answers.map(({ body }) => api.request('GET', `/api/posts/${body.id}`)))
    const slugs = new Set(posts.map(({ body }) => body.data?.slug))
    return (
      differs(
        'statuses',
        statuses(answers),
        answers.map(() => 201),
      ) ?? differs('slugs', slugs.size, callers)
    )
  })

  race('change a post exactly once if they send the same If-Match', async (n) => {
    const { body } = await post({ title: `Seen ${n}` })
    const path = `/api/posts/${body.id}`
    const etag = String((await api.ok('GET', path)).headers.get('etag'))
    const change = (caller: number) =>
      api.request('PUT', path, {
        json: { metadata: { title: `Seen by ${caller}` } },
        headers: { 'if-match': etag },
      })
    const answers = await each(change)
    const winner = answers.findIndex(({ status }) => status === 200)
    const { rows } = await database.query('select title, revision::int from content.posts where id = $1', [
      body.id,
    ])
    return (
      differs('statuses', statuses(answers), oneThen(200, 412)) ??
      differs('stored', rows, [{ title: `Seen by ${winner}`, revision: 2 }])
    )
  })

  race('create one post if they send the same idempotency key', async (n) => {
    const headers = { 'idempotency-key': `race-${n}` }
    const once = () => post({ title: `Once ${n}`, tags: [`once-${n}`] }, headers)
    const answers = await each(once)
    const done = answers.filter(({ status }) => status === 201)
    const others = answers.filter(
      ({ status, body }) => status !== 201 && !(status === 409 && body.code === 'IDEMPOTENCY_IN_PROGRESS'),
    )
    const again = await once()
    const total = (await api.ok('GET', `/api/posts?tag=once-${n}`)).body.total
    return (
      differs('posts', total, 1) ??
      differs(
        'other answers',
        others.map(({ text }) => text).concat(done.length > 0 ? [] : ['no call succeeded']),
        [],
      ) ??
      differs('ids', [...new Set([...done, again].map(({ body }) => body.id))].length, 1)
    )
  })

  race('never create a cycle in the page tree', async (n) => {
    const names = ['north', 'east', 'south', 'west']
    if (n === 0)
      for (const name of names)
        await api.ok('POST', '/api/pages', {
          json: { metadata: { title: name, slug: name, pageType: 'custom' }, content: '' },
        })
    const { rows: pages } = await database.query<{ id: string }>('select id from content.pages')
    const move = () => {
      const metadata = { parentPage: Math.random() < 0.2 ? null : pick(names) }
      return api.request('PUT', `/api/pages/${pick(pages).id}`, { json: { metadata } })
    }
    const answers = await each(move)
    const { rows } = await database.query<{
      id: string
      slug: string
      parent_id: string | null
      path: string[]
    }>('select id, slug, parent_id, path from content.pages')
    const chain = (id: string | null, deep = 0): string[] => {
      const page = rows.find((row) => row.id === id)
      return page && deep <= rows.length ? [...chain(page.parent_id, deep + 1), page.slug] : []
    }
    const wrong = rows.filter(({ id, path }) => chain(id).join() !== path.join())
    return (
      differs('pages whose path differs from the slugs of their ancestors', wrong, []) ??
      differs('pages', rows.length, names.length) ??
      unexpected(answers, [200, 400])
    )
  })

  race('keep the menu numbered without gaps', async (n) => {
    if (n % 5 === 0)
      await api.ok('PUT', '/api/menu', { json: [{ id: `first-${n}`, title: 'First', url: '/' }] })
    const seen = await menu()
    const answers = await each((caller) =>
      caller % 2
        ? api.request('POST', '/api/menu', { json: { id: `item-${n}-${caller}`, title: 'Item', url: '/' } })
        : api.request('PUT', '/api/menu/reorder', {
            json: { orderedIds: seen.map(({ id }) => id).toSorted(() => Math.random() - 0.5) },
          }),
    )
    const after = await menu()
    return (
      unexpected(answers, [200, 201, 400]) ??
      differs('items', new Set(after.map(({ id }) => id)).size, seen.length + callers / 2) ??
      differs(
        'orders',
        after.map(({ order }) => order),
        after.map((_, at) => at + 1),
      )
    )
  })

  race('never delete the active theme', async () => {
    const named = (theme: { name: unknown }) => String(theme.name)
    const listed = async () =>
      ((await api.ok('GET', '/api/themes')).body.data as unknown as { name: string }[]).map(named)
    const fallback = (await listed()).find((name) => name !== 'racer')
    if (!(await listed()).includes('racer')) {
      const form = new FormData()
      form.set(
        'theme',
        new File([new Uint8Array(themeZip({ title: 'Racer' }))], 'racer.zip', { type: 'application/zip' }),
      )
      await api.ok('POST', '/api/themes/upload', { form })
    }
    const answers = await each((caller) =>
      caller % 2
        ? api.request('POST', '/api/themes/switch/racer')
        : api.request('DELETE', '/api/themes/racer'),
    )
    const [active, settings, installed] = [
      await api.ok('GET', '/api/themes/active'),
      await api.ok('GET', '/api/settings'),
      await listed(),
    ]
    const name = String(active.body.data?.name)
    await api.ok('POST', `/api/themes/switch/${fallback}`)
    return (
      unexpected(answers, [200, 400, 404]) ??
      differs('active and installed', installed.includes(name), true) ??
      differs('active in the settings', settings.body.data?.activeTheme, name)
    )
  })

  race("do not overwrite each other's settings", async (n) => {
    const changes: [string, unknown][] = [
      ['siteTitle', `Title ${n}`],
      ['siteDescription', `Description ${n}`],
      ['postsPerPage', 1 + (n % 100)],
      ['footerCode', `<p>${n}</p>`],
      ['siteUrl', `https://example.com/${n}`],
      ['staticBaseUrl', `https://example.org/${n}`],
      ['staticCleanUrls', n % 2 === 0],
      ['staticOutputDir', '_site'],
    ]
    const answers = await Promise.all(
      changes.map(([name, value]) => api.request('PUT', '/api/settings', { json: { [name]: value } })),
    )
    const { data } = (await api.ok('GET', '/api/settings')).body
    const lost = changes.filter(([name, value]) => data?.[name] !== value).map(([name]) => name)
    return unexpected(answers, [200]) ?? differs('lost', lost, [])
  })

  const demoteEachOther = lastAdministrators()
  race('never demote or delete the last administrator', demoteEachOther)
})

race(
  'twenty concurrent wrong logins receive at most four 401 responses',
  async (n) => {
    const username = n % 2 ? `unknown-${n}` : `known-${n}`
    const user = { username, email: `${username}@example.com`, password: 'a-right-password', role: 'editor' }
    if (n % 2 === 0) await api.ok('POST', '/api/users', { json: user })
    const visitor = apiClient(system.apiUrl)
    const spelled = (caller: number) => (caller % 2 ? username : username.toUpperCase())
    const login = (json: object) => visitor.request('POST', '/api/auth/login', { json })
    const answers = await each(
      (caller) => login({ username: spelled(caller), password: `wrong ${caller}` }),
      20,
    )
    const wrong = answers.filter(({ status }) => status === 401).length
    const right = await login(user)
    return (
      unexpected(answers, [401, 429, 503]) ??
      (wrong > 4 ? `${wrong} × 401` : undefined) ??
      (answers.some(({ status }) => status === 503)
        ? undefined
        : differs('the right password meanwhile', right.status, 429))
    )
  },
  Math.ceil(rounds / 10),
)

const menu = async () =>
  (await api.ok('GET', '/api/menu')).body.data as unknown as readonly { id: string; order: number }[]

/** A race of two administrators who demote or delete each other. Each round ends by restoring both. */
function lastAdministrators() {
  const pair: { id: string; as: Api }[] = []
  const count = async () => {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::int as n from identity.users where role = 'admin'`,
    )
    return rows[0]?.n ?? 0
  }
  async function newAdministrator(by: Api) {
    const username = `admin-${Math.random().toString(36).slice(2, 12)}`
    const user = {
      username,
      email: `${username}@example.com`,
      password: administrator.password,
      role: 'admin',
    }
    const { body } = await by.ok('POST', '/api/users', { json: user })
    return { id: String(body.id ?? body.data?.id), as: await loggedIn(system.apiUrl, user) }
  }
  return async (): Promise<string | undefined> => {
    if (pair.length === 0)
      pair.push(
        { id: String((await api.ok('GET', '/api/users/me')).body.data?.id), as: api },
        await newAdministrator(api),
      )
    const demote = (caller: number) => {
      const [self, other] = caller % 2 ? [pair[0], pair[1]] : [pair[1], pair[0]]
      if (!self || !other) throw new Error('there is no pair')
      const path = `/api/users/${other.id}`
      return Math.random() < 0.2
        ? self.as.request('DELETE', path)
        : self.as.request('PUT', path, { json: { role: 'editor' } })
    }
    const answers = await each(demote)
    const remaining = await count()
    if (remaining === 0) return 'there is no administrator'
    const isAdministrator = await Promise.all(
      pair.map(async ({ as }) => (await as.request('GET', '/api/users')).status === 200),
    )
    const survivor = pair[isAdministrator.indexOf(true)]
    if (!survivor) return 'no administrator has access'
    for (const [at, { id }] of pair.entries()) {
      const restored = isAdministrator[at]
        ? undefined
        : await survivor.as.request('PUT', `/api/users/${id}`, { json: { role: 'admin' } })
      if (restored?.status === 404) pair[at] = await newAdministrator(survivor.as)
    }
    api = pair[0]?.as ?? api
    return unexpected(answers, [200, 400, 401, 403, 404])
  }
}
