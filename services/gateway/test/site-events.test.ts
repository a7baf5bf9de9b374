import type { SiteEvent } from '@typecase/contracts/messages'
import { upstreamUnavailable } from '@typecase/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
let isReady = true
let forgotten = 0
beforeAll(async () => {
  gateway = await startGateway({ isReady: () => isReady, siteFiles: { forget: () => forgotten++ } })
})
afterAll(() => gateway.stop())

const nothing = { status: null, generation: null, receipt: null }
const generation = {
  ...{
    id: 'g',
    state: 'running',
    trigger: 'event',
    pagesDone: 1,
    pagesTotal: 2,
    pagesWritten: 1,
    errors: [],
  },
  ...{ startedAt: { seconds: 1, nanos: 0 }, finishedAt: null },
}
const forever = new Promise<never>(() => undefined)

async function open(headers: Record<string, string>, signal?: AbortSignal) {
  const response = await fetch(`${gateway.origin}/api/static/events`, {
    headers,
    ...(signal ? { signal } : {}),
  })
  return response
}
const bearer = () => ({ authorization: `Bearer ${gateway.admin.token}` })

describe('the events of the site', () => {
  it('are sent as they happen, in the formats of the site status and of a generation', async () => {
    let lastEventId: number | undefined
    gateway.services.publisher.setEvents(async function* (after): AsyncGenerator<SiteEvent> {
      lastEventId = after
      const { links: _, ...status } = await gateway.services.publisher.getSiteStatus({})
      yield { ...nothing, type: 'status', position: 4, status: { ...status, links: null } }
      yield { ...nothing, type: 'progress', generation }
    })
    const response = await open({ ...bearer(), 'last-event-id': '3' })
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store'])
    const [retry, status, progress] = (await response.text()).trimEnd().split('\n\n')
    expect(lastEventId).toBe(3)
    expect(retry).toBe('retry: 2000')
    const { success: _, ...shown } = (
      await gateway.ask('GET', '/api/static/status', { token: gateway.admin.token })
    ).body
    expect(status).toBe(`id: 4\nevent: status\ndata: ${JSON.stringify(shown)}`)
    expect(progress).toContain('event: progress\ndata: {"id":"g","state":"running"')
  })

  it('announce a new site only after this gateway has dropped its cached pages', async () => {
    const forgottenBefore: number[] = []
    gateway.services.publisher.setEvents(async function* (): AsyncGenerator<SiteEvent> {
      for (const type of ['started', 'progress', 'planned', 'failed', 'activated', 'status']) {
        forgottenBefore.push(forgotten)
        yield { ...nothing, type, generation }
      }
      forgottenBefore.push(forgotten)
    })
    forgotten = 0
    await (await open(bearer())).text()
    expect(forgottenBefore).toEqual([0, 0, 0, 0, 0, 1, 2])
  })

  it('require an administrator', async () => {
    expect((await open({})).status).toBe(401)
    const refused = await open({ authorization: `Bearer ${gateway.editor.token}` })
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      403,
      'Only administrators can generate static sites',
    ])
  })

  it('end when the server stops', async () => {
    gateway.services.publisher.setEvents(async function* (): AsyncGenerator<SiteEvent> {
      yield { ...nothing, type: 'progress', generation }
      await forever
    })
    const response = await open(bearer())
    const text = response.text()
    isReady = false
    expect(await text).toContain('event: progress')
    isReady = true
  })

  it.each([
    ['the session is ended', (token: string) => gateway.ask('POST', '/api/auth/logout', { token })],
    [
      'the user is deleted',
      (_: string, id: string) => gateway.ask('DELETE', `/api/users/${id}`, { token: gateway.admin.token }),
    ],
    [
      'the user is no longer an administrator',
      (_: string, id: string) =>
        gateway.ask('PUT', `/api/users/${id}`, { token: gateway.admin.token, json: { role: 'editor' } }),
    ],
    ['another gateway ended the session', (token: string) => gateway.services.identity.logout({ token })],
  ])('end when %s', async (name, end) => {
    gateway.services.publisher.setEvents(async function* (): AsyncGenerator<SiteEvent> {
      yield { ...nothing, type: 'progress', generation }
      await forever
    })
    const user = gateway.services.identity.addUser(`watcher ${name}`, 'admin')
    const token = gateway.services.identity.openSession(user)
    const response = await open({ authorization: `Bearer ${token}` })
    await end(token, user.id)
    expect(await response.text()).toContain('event: progress')
  })

  it('continue while identity is briefly unavailable', async () => {
    const { identity } = gateway.services
    const verify = identity.verifySession
    let refusals = 0
    gateway.services.publisher.setEvents(async function* (): AsyncGenerator<SiteEvent> {
      yield { ...nothing, type: 'progress', generation }
      while (refusals === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      yield { ...nothing, type: 'planned', generation }
    })
    const response = await open(bearer())
    Object.assign(identity, {
      verifySession: async () => {
        refusals += 1
        throw upstreamUnavailable()
      },
    })
    const text = await response.text()
    Object.assign(identity, { verifySession: verify })
    expect(text).toContain('event: planned')
  })

  it('are limited to 8 streams per user; closing one permits another', async () => {
    gateway.services.publisher.setEvents(async function* (): AsyncGenerator<SiteEvent> {
      yield { ...nothing, type: 'progress', generation }
      await forever
    })
    const first = new AbortController()
    const rest = new AbortController()
    await open(bearer(), first.signal)
    for (let n = 0; n < 7; n += 1) await open(bearer(), rest.signal)
    const refused = await open(bearer())
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      429,
      'TOO_MANY_STREAMS',
    ])
    first.abort()
    let status = 429
    while (status === 429) {
      const again = await open(bearer(), rest.signal)
      status = again.status
    }
    expect(status).toBe(200)
    rest.abort()
  })
})
