/** Tests publish history, page explanations, broken links and live events. */
import { expect, it, vi } from 'vitest'
import { oneSystem } from './one-system.ts'
import { type SiteEvent, siteEvents, until } from './site-events.ts'

const one = oneSystem()

const openEvents = (headers: Record<string, string> = {}) => siteEvents(one.api, headers)

const activatesChange = (id: string, title: string) => (event: SiteEvent) =>
  event.name === 'activated' &&
  (event.data.changes as { id: string; title: string }[]).some(
    (change) => change.id === id && change.title === title,
  )

it('reports each step of a change, from its save to the live site, and broken links', async () => {
  const target = await one.api.ok('POST', '/api/posts', {
    json: { metadata: { title: 'Target', status: 'published' }, content: 'x' },
  })
  const content = '[there](/post/target/) [nowhere](/post/nowhere/) ![no image](/images/none.png)'
  const linking = await one.api.ok('POST', '/api/posts', {
    json: { metadata: { title: 'Linking', status: 'published' }, content },
  })
  const [targetId, linkingId] = [String(target.body.id), String(linking.body.id)]
  const events = openEvents()
  const [first] = await until(events, () => true)
  expect(first).toMatchObject({ name: 'status', data: { status: 'ready', linkCheck: null } })
  await one.api.ok('POST', '/api/static/generate')
  await until(events, ({ name }) => name === 'activated')
  const status = () => one.api.ok('GET', '/api/static/status').then(({ body }) => body)
  // Waits until no generation runs, because a running one could include the save below.
  await vi.waitFor(async () => expect(await status()).toMatchObject({ current: null }), 10_000)

  await one.api.ok('PUT', `/api/posts/${linkingId}`, { json: { metadata: { title: 'Linking again' } } })
  const received = await until(events, activatesChange(linkingId, 'Linking again'))
  const ended = received.at(-1)
  const id = String(ended?.data.generationId)
  const names = received.filter(({ data }) => (data.id ?? data.generationId) === id).map(({ name }) => name)
  expect(names.filter((name) => name !== 'progress')).toEqual(['started', 'planned', 'activated'])

  const receipt = (await one.api.ok('GET', `/api/static/receipts/${id}`)).body.receipt as Record<
    string,
    string | null
  >
  expect(receipt).toMatchObject({ state: 'activated', trigger: 'event' })
  expect(receipt.changes).toContainEqual(
    expect.objectContaining({ kind: 'post', id: linkingId, title: 'Linking again' }),
  )
  const times = ['acceptedAt', 'startedAt', 'plannedAt', 'renderedAt', 'activatedAt'].map(
    (name) => receipt[name],
  )
  expect(times).toEqual(times.toSorted())
  expect((await one.api.ok('GET', '/api/static/receipts?limit=1')).body.data?.[0]).toMatchObject({
    generationId: id,
  })

  const why = (await one.api.ok('GET', '/api/static/why?path=/post/linking/')).body
  expect(why).toMatchObject({
    kind: 'post',
    entry: { kind: 'post', id: linkingId },
    lastChange: { generationId: id, reasons: ['entry'] },
  })
  const page = 'post/linking/index.html'
  const broken = ['/post/nowhere/', '/images/none.png'].map((link) => ({ page, link }))
  expect(await status()).toMatchObject({
    brokenLinks: expect.arrayContaining(broken),
    linkCheck: { broken: 2 },
  })

  const links = (await one.api.ok('GET', '/api/static/links?limit=1&offset=1')).body
  const second = { link: '/post/nowhere/', pagesTotal: 1, pages: [page] }
  expect(links).toMatchObject({ data: [second], total: 2, limit: 1, offset: 1 })

  await one.api.ok('DELETE', `/api/posts/${targetId}`)
  await until(
    events,
    ({ name, data }) =>
      name === 'activated' && (data.changes as { what: string }[]).some(({ what }) => what === 'deleted'),
  )
  expect((await status()).brokenLinks).toContainEqual({ page, link: '/post/target/' })
  await events.return(undefined)

  const again = openEvents({ 'last-event-id': String(ended?.id) })
  const missed = await until(again, ({ name }) => name === 'status')
  expect(missed.at(0)).toMatchObject({
    name: 'activated',
    data: { changes: [expect.objectContaining({ what: 'deleted', id: targetId })] },
  })
  await again.return(undefined)
}, 60_000)

it('the event stream ends cleanly when the system stops', async () => {
  const events = openEvents()
  await events.next()
  const end = events.next()
  expect(await one.system.end('SIGTERM')).toBe(0)
  expect((await end).done).toBe(true)
}, 60_000)
