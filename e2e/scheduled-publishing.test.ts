import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiClient, eventually, loggedIn } from './api.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'

const folder = preparedFolder()
let system: SystemProcess
let admin: Api

async function start(): Promise<void> {
  system = await startProcess(folder.path)
  admin = await loggedIn(system.apiUrl, administrator)
}
beforeAll(start, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const create = async (kind: string, metadata: object) =>
  String(
    (
      await admin.ok('POST', `/api/${kind}`, {
        json: { metadata: { title: 'Scheduled', ...metadata }, content: 'Text' },
      })
    ).body.id,
  )
const stateOf = async (kind: string, id: string) =>
  (await admin.ok('GET', `/api/${kind}/${id}`)).body.data as Record<string, unknown>
const untilStatus = (kind: string, id: string, status: string) =>
  eventually(`${kind} ${id} becomes ${status}`, async () => {
    const state = await stateOf(kind, id)
    return state.status === status && state
  })

/** Types of the events recorded for an item, in order. */
async function eventsOf(id: string): Promise<string[]> {
  const db = new pg.Client({
    connectionString: readFileSync(join(folder.path, 'database-url'), 'utf8').trim(),
  })
  await db.connect()
  const found = db.query('select type from content.outbox where entity like $1 order by position', [
    `%:${id}`,
  ])
  const { rows } = await found.finally(() => db.end())
  return rows.map(({ type }: { type: string }) => type.split('.')[2] ?? type)
}

describe.each(['posts', 'pages'])('scheduled %s', (kind) => {
  it('are published and unpublished once, at most two seconds late', async () => {
    const [publishAt, unpublishAt] = [inMs(1_500), inMs(4_500)]
    const id = await create(kind, { publishAt, unpublishAt })
    expect(await stateOf(kind, id)).toMatchObject({ status: 'draft', publishAt, unpublishAt })
    const published = await untilStatus(kind, id, 'published')
    expect((await apiClient(system.apiUrl).request('GET', `/api/${kind}/${id}`)).status).toBe(200)
    expect(published).toMatchObject({ unpublishAt })
    expect(published).not.toHaveProperty('publishAt')
    const draft = await untilStatus(kind, id, 'draft')
    expect(draft).not.toHaveProperty('unpublishAt')
    for (const [state, due] of [
      [published, publishAt],
      [draft, unpublishAt],
    ] as const) {
      const lateMs = Date.parse(String(state.updatedAt)) - Date.parse(due)
      expect([lateMs >= 0, lateMs < 2_000]).toEqual([true, true])
    }
    expect(await eventsOf(id)).toEqual(['created', 'published', 'unpublished'])
    const { body } = await admin.ok('GET', `/api/${kind}/${id}/revisions`)
    const authors = (body.data as unknown as { author: string }[]).map(({ author }) => author)
    expect(authors).toEqual(['scheduler', 'scheduler', 'admin'])
  }, 30_000)

  it('are rejected if their times are invalid or in the wrong order; the error names the field', async () => {
    for (const [path, metadata] of [
      ['publishAt', { publishAt: 'soon' }],
      ['publishAt', { publishAt: '2030-01-01T08:00:00' }],
      ['unpublishAt', { unpublishAt: 5 }],
      ['unpublishAt', { publishAt: '2040-01-02T00:00:00Z', unpublishAt: '2040-01-01T00:00:00Z' }],
    ] as const) {
      const { status, body } = await admin.request('POST', `/api/${kind}`, {
        json: { metadata: { title: 'T', ...metadata } },
      })
      expect([status, (body.details as { path: string }[]).map(({ path }) => path)]).toEqual([
        400,
        [`metadata.${path}`],
      ])
    }
  })

  it('are no longer scheduled after a client sets the time to null or publishes the item', async () => {
    const id = await create(kind, { publishAt: inMs(3_600_000) })
    await admin.ok('PUT', `/api/${kind}/${id}`, { json: { metadata: { publishAt: null } } })
    expect(await stateOf(kind, id)).not.toHaveProperty('publishAt')
    await admin.ok('PUT', `/api/${kind}/${id}`, { json: { metadata: { publishAt: inMs(3_600_000) } } })
    await admin.ok('PUT', `/api/${kind}/${id}`, { json: { metadata: { status: 'published' } } })
    expect(await stateOf(kind, id)).not.toHaveProperty('publishAt')
    const bulk = await create(kind, { publishAt: inMs(3_600_000) })
    await admin.ok('POST', `/api/bulk/${kind}`, { json: { action: 'publish', ids: [bulk] } })
    expect(await stateOf(kind, bulk)).not.toHaveProperty('publishAt')
  })
})

describe('a system that was killed', () => {
  it('after its restart publishes, exactly once, the items that became due while it was down', async () => {
    const due = [
      await create('posts', { publishAt: inMs(2_000) }),
      await create('pages', { publishAt: inMs(2_000) }),
    ]
    const later = await create('posts', { publishAt: inMs(3_600_000) })
    await system.end('SIGKILL')
    await sleep(2_000)
    await start()
    await untilStatus('posts', due[0] ?? '', 'published')
    await untilStatus('pages', due[1] ?? '', 'published')
    await sleep(2_000)
    for (const id of due) expect(await eventsOf(id)).toEqual(['created', 'published'])
    expect(await eventsOf(later)).toEqual(['created'])
  }, 90_000)
})
