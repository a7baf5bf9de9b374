/**
 * Claims, acknowledgements and outbox marks are committed asynchronously (docs/reliability.md), so a database
 * crash can lose the last ones. Checks that no acknowledged write is lost and every effect happens once.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, eventually, loggedIn } from './api.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'
import { squarePng } from './scenarios/png.ts'

const folder = preparedFolder()
let system: SystemProcess
let api: Api
let image: { id: string; url: string }

beforeAll(async () => {
  system = await startProcess(folder.path)
  api = await loggedIn(system.apiUrl, administrator)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(squarePng(4))], { type: 'image/png' }), 'dot.png')
  image = (await api.ok('POST', '/api/media/upload', { form })).body.data as unknown as typeof image
  await api.generate()
}, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

async function database<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: readFileSync(join(folder.path, 'database-url'), 'utf8').trim(),
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const numbers = async (query: string): Promise<number[]> =>
  database(async (client) => {
    const { rows } = await client.query({ text: query, rowMode: 'array' })
    return (rows as unknown[][]).map(([value]) => Number(value))
  })
const number = async (query: string): Promise<number> => (await numbers(query))[0] ?? Number.NaN

/** Waits until every event is published and acknowledged, and no generation is queued or running. */
const untilIdle = () =>
  eventually(
    'an idle system',
    async () => {
      const open = await number(`select (select count(*) from events.deliveries)
        + (select count(*) from content.outbox where published_at is null)
        + (select count(*) from publisher.generations where state in ('queued', 'running'))`)
      return open === 0
    },
    60_000,
  )

/** Number of events to which a consumer subscribes, but which it has not recorded in its inbox. */
const unhandled = (service: 'media' | 'publisher') =>
  number(`select count(*) from events.events as e, events.consumers as c
    where e.subject ~ c.pattern and c.durable like '${service}%'
      and not exists (select from ${service}.inbox as i where i.event_id = e.message_id)`)

const deadLetters = () =>
  number(`select (select count(*) from content.dead_letters) + (select count(*) from media.dead_letters)
    + (select count(*) from publisher.dead_letters)`)

const newPost = (title: string) =>
  api
    .request('POST', '/api/posts', {
      json: { metadata: { title, status: 'published' }, content: `![${title}](${image.url})` },
    })
    .catch(() => undefined)

const postmaster = () =>
  Number(readFileSync(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

it('no acknowledged post and no effect is lost when the database is killed during a burst', async () => {
  const acknowledged: string[] = []
  let isOver = false
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; !isOver; index++) {
      const answer = await newPost(`Writer ${writer} post ${index}`)
      if (answer?.status === 201) acknowledged.push(String(answer.body.id))
    }
  })
  for (const enough of [60, 180]) {
    await eventually(`${enough} acknowledged posts`, async () => acknowledged.length >= enough, 30_000)
    process.kill(postmaster(), 'SIGKILL')
  }
  await eventually('posts after the second crash', async () => acknowledged.length >= 240, 30_000)
  isOver = true
  await Promise.all(writers)
  await untilIdle()

  const { references } = (await api.ok('GET', `/api/media/${image.id}/references`)).body as {
    references: { id: string }[]
  }
  const referencing = new Set(references.map(({ id }) => id))
  expect(acknowledged.filter((id) => !referencing.has(id))).toEqual([])
  for (const id of acknowledged)
    expect((await api.ok('GET', `/api/posts/${id}`)).body.data?.content).toContain(image.url)
  expect([await unhandled('media'), await unhandled('publisher'), await deadLetters()]).toEqual([0, 0, 0])
  const { body } = await api.ok('GET', `/api/posts/${acknowledged.at(-1)}`)
  await eventually(
    'the last post on the site',
    async () => (await fetch(`${system.siteUrl}/post/${body.data?.slug}/`)).ok,
  )
}, 120_000)

it('no effect is repeated when acknowledgements and outbox marks are lost', async () => {
  await untilIdle()
  const effects = () =>
    Promise.all([
      numbers('select count(*) from media.inbox union all select count(*) from publisher.inbox'),
      number('select count(*) from events.events'),
      number('select count(*) from publisher.generations'),
    ])
  const references = async () => (await api.ok('GET', `/api/media/${image.id}/references`)).body.references
  const [before, referencesBefore] = [await effects(), await references()]
  expect(await system.end('SIGKILL')).toBe('SIGKILL')
  system = await startProcess(folder.path)
  api = await loggedIn(system.apiUrl, administrator)
  await database(async (client) => {
    // In one transaction, so that the relay and the consumers never see only one of the changes.
    await client.query(`begin;
      update content.outbox set published_at = null;
      insert into events.deliveries (durable, position)
        select c.durable, e.position from events.consumers as c, events.events as e where e.subject ~ c.pattern
        on conflict do nothing;
      commit`)
  })
  expect(await number('select count(*) from content.outbox where published_at is null')).toBeGreaterThan(0)
  await untilIdle()
  expect(await effects()).toEqual(before)
  expect(await references()).toEqual(referencesBefore)
  expect(await deadLetters()).toBe(0)
}, 90_000)
