/** Measures the time from a saved edit to the changed page on the site. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { siteEvents } from '../../site-events.ts'
import type { CorpusPost } from './corpus.ts'
import type { Product } from './product.ts'

/**
 * Milliseconds between requests for a page if no event is received. Not shorter, because requests cost CPU
 * time.
 */
const pauseMs = 25

/**
 * Edits posts across the site one by one. Returns the time from each API response to the changed page, in ms.
 */
export async function measureEdits(
  { api, siteUrl, idle }: Product,
  posts: readonly CorpusPost[],
  ids: readonly string[],
  count: number,
): Promise<number[]> {
  const times: number[] = []
  const events = siteEvents(api)
  await events.next()
  let nextEvent = events.next()
  /** Waits for the next event, but not longer than `pauseMs`. */
  const moment = async () => {
    const event = await Promise.race([nextEvent, sleep(pauseMs, undefined)])
    if (event?.done) throw new Error('the site event stream ended')
    if (event) nextEvent = events.next()
  }
  for (let n = 0; n < count; n++) {
    const at = (n * 1_237) % posts.length
    const mark = `edit-${n}-of-${Date.now()}`
    await api.ok('PUT', `/api/posts/${ids[at]}`, { json: { content: `${mark}\n\n${posts[at]?.markdown}` } })
    const answered = performance.now()
    for (;;) {
      const page = await fetch(`${siteUrl}/post/${posts[at]?.slug}/`)
      if ((await page.text()).includes(mark)) break
      if (performance.now() - answered > 120_000)
        throw new Error('an edited post does not appear on the site')
      await moment()
    }
    times.push(performance.now() - answered)
    await idle()
  }
  // Closes the stream without waiting: `return` of a generator completes only after its pending `next`.
  nextEvent.then(
    () => events.return(undefined),
    () => undefined,
  )
  return times
}

/**
 * Creates drafts and publishes them in one bulk call. Returns the number of generations, and the seconds from
 * that call until both the first and the last draft are on the site.
 */
export async function measureBurst(
  { api, siteUrl, databaseUrl, idle }: Product,
  size: number,
): Promise<{ generations: number; seconds: number }> {
  const ids: string[] = []
  for (let n = 0; n < size; n++) {
    const metadata = { title: `Burst ${n}`, slug: `burst-${n}`, status: 'draft' }
    ids.push(
      String((await api.ok('POST', '/api/posts', { json: { metadata, content: `Burst ${n}` } })).body.id),
    )
  }
  await idle()
  const since = new Date()
  const began = performance.now()
  await api.ok('POST', '/api/bulk/posts', { json: { action: 'publish', ids } })
  for (const n of [0, size - 1]) while (!(await fetch(`${siteUrl}/post/burst-${n}/`)).ok) await sleep(20)
  const seconds = (performance.now() - began) / 1000
  await sleep(1_000)
  await idle()
  return { generations: await generationsSince(databaseUrl, since), seconds }
}

async function generationsSince(databaseUrl: string, since: Date): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from publisher.generations where started_at >= $1',
      [since],
    )
    return rows[0]?.n ?? 0
  } finally {
    await client.end()
  }
}
