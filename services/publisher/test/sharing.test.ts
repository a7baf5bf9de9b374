import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import {
  callSigner,
  generateServiceKeys,
  readServiceKeys,
  replicaKeys,
  type ServiceKeys,
} from '@typecase/runtime/service-keys'
import { type NatsServer, startNats } from '@typecase/testing/backing/nats'
import { label, testNats, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeAlone } from './support/alone.ts'
import { type NeighbourState, startNeighbours } from './support/neighbours.ts'
import { filesOf, type Replica, startReplica } from './support/replica.ts'
import { slowTheme } from './support/slow-theme.ts'
import { wrongWorker } from './support/wrong-worker.ts'

const serviceKeys = generateServiceKeys()
const keysOf = (service: 'gateway' | 'publisher'): ServiceKeys => {
  const keys = readServiceKeys(service, serviceKeys[service])
  if (typeof keys === 'string') throw new Error(keys)
  return keys
}
const gatewaySigner = callSigner(keysOf('gateway'), 'publisher')
const isForeign = process.env.TEST_NATS_URL || process.env.NATS_URL
const skip =
  (await testPostgres()).skip ??
  (await testNats()).skip ??
  (isForeign ? 'needs a NATS server that may be stopped' : undefined)

describe.skipIf(skip)(label('several publishers', skip), () => {
  const posts = Array.from({ length: 400 }, (_, n) => ({
    slug: `post-${n}`,
    title: `Post ${n}`,
    status: 'published',
    content: `Body **${n}** of ${'many words '.repeat(20)}`,
    metadata: { tags: [`Tag ${n % 12}`] },
  }))
  const state: NeighbourState = { posts, settings: { postsPerPage: 50 }, theme: {}, images: {} }
  const undo: (() => Promise<unknown>)[] = []
  let root: string
  let nats: NatsServer
  let settings: Record<string, string>

  let quick: NeighbourState['theme'] = {}
  const show = (word: string, more = '') => {
    const themes = slowTheme(word, more)
    state.theme = themes.slow
    quick = themes.quick
  }
  /** The files and errors of a single publisher, with a quicker theme. */
  const expected = async () => {
    const slow = state.theme
    state.theme = { ...slow, ...quick }
    return madeAlone({ ...settings, SERVICE_KEYS: 'off' }).finally(() => {
      state.theme = slow
    })
  }
  let running: readonly Replica[] = []
  /** Two running replicas, with new ones for those that died. */
  const two = async (): Promise<readonly [Replica, Replica]> => {
    const alive = running.filter((one) => one.running())
    const started = await Promise.all(
      Array.from({ length: 2 - alive.length }, () => startReplica(settings, gatewaySigner)),
    )
    const [one, other] = [...alive, ...started]
    if (!one || !other) throw new Error('there are not two')
    running = [one, other]
    return [one, other]
  }
  const rendered = (replicas: readonly Replica[]) => Promise.all(replicas.map((one) => one.rendered()))
  /**
   * Repeats the generation until the shares are as expected: a replica that has just started may be too late.
   * Returns the last shares.
   */
  const generatedUntil = async (
    replicas: readonly [Replica, Replica],
    isEnough: (shares: Awaited<ReturnType<typeof rendered>>) => boolean | Promise<boolean>,
  ) => {
    for (let tries = 0; ; tries++) {
      const before = await rendered(replicas)
      await replicas[0].begin()
      expect(await replicas[0].idle()).toMatchObject({ state: 'succeeded', errors: [] })
      const after = await rendered(replicas)
      const shares = after.map(({ own, byOthers, forOthers }, at) => ({
        own: own - (before[at]?.own ?? 0),
        byOthers: byOthers - (before[at]?.byOthers ?? 0),
        forOthers: forOthers - (before[at]?.forOthers ?? 0),
      }))
      if (await isEnough(shares)) return shares
      if (tries === 30) throw new Error(`it was not shared as it should: ${JSON.stringify(shares)}`)
    }
  }
  const site = async () => filesOf(await realpath(join(root, '_site')))

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'typecase-sharing-'))
    undo.push(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
    const dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
    undo.push(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
    nats = await startNats({ dir })
    undo.push(async () => nats.stop())
    const neighbours = await startNeighbours(state)
    undo.push(neighbours.stop)
    const own = await freshSchema('sharing')
    undo.push(own.drop)
    settings = {
      DATABASE_URL: own.url,
      DATABASE_SCHEMA: own.schema,
      CONTENT_URL: neighbours.address,
      MEDIA_URL: neighbours.address,
      THEMES_URL: neighbours.address,
      SITE_ROOT: root,
      PUBLIC_SITE_URL: 'http://site.test',
      RENDERERS: '1',
      SERVICE_KEYS: serviceKeys.publisher,
      NATS_URL: nats.url,
    }
  })
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()))
    for (const step of undo.splice(0).toReversed()) await step()
  })

  it('share a generation, with the files of one publisher', {
    timeout: 120_000,
  }, async () => {
    show('shared')
    const replicas = await two()
    const shares = await generatedUntil(replicas, (each) =>
      each.every(({ own, forOthers }) => own + forOthers > 0),
    )
    const { files } = await expected()
    expect(await site()).toEqual(files)
    const pages = Object.keys(files).filter((path) => path.endsWith('.html'))
    expect(shares.reduce((sum, { own, byOthers }) => sum + own + byOthers, 0)).toBe(pages.length)
  })

  it('would publish a wrong page of a trusted worker, which proves that these tests can fail', {
    timeout: 120_000,
  }, async () => {
    show('wrong')
    const replicas = await two()
    const wrong = await wrongWorker(settings, replicaKeys(keysOf('publisher'), 'rendering'))
    try {
      const { files } = await expected()
      // A page of the wrong worker has no effect if another publisher completed it first.
      const isWrong = async () => wrong.hasTakenPart() && !isDeepStrictEqual(await site(), files)
      await generatedUntil(replicas, isWrong)
      expect(await site()).not.toEqual(files)
    } finally {
      await wrong.stop()
    }
  })

  it('exclude a worker without their key', { timeout: 120_000 }, async () => {
    show('forged')
    const replicas = await two()
    const forger = await wrongWorker(settings, undefined)
    await replicas[0].begin()
    expect(await replicas[0].idle()).toMatchObject({ state: 'succeeded', errors: [] })
    await forger.stop()
    expect(forger.hasTakenPart()).toBe(false)
    expect(await site()).toEqual((await expected()).files)
  })

  it('report template errors like one publisher, with file and line', { timeout: 120_000 }, async () => {
    show('faulty', `\n{{#if (eq title "Post 100")}}{{> endless}}{{/if}}`)
    // Fails without using up its processor time: a starved renderer would be killed by its clock, without a
    // line.
    state.theme = { ...state.theme, 'partials/endless.html': '\n{{#if title}}{{> endless}}{{/if}}' }
    const [one] = await two()
    await one.begin()
    const { state: end, errors } = await one.idle()
    expect(end).toBe('failed')
    expect(errors).toMatchObject([
      { message: 'Partials call each other without end', template: 'partials/endless.html', line: 2 },
    ])
    expect(errors).toEqual((await expected()).errors)
  })

  it.each(['worker', 'coordinator'] as const)(
    'complete a generation when the %s dies',
    { timeout: 120_000 },
    async (role) => {
      show(`without the ${role}`)
      const replicas = await two()
      const before = await rendered(replicas)
      await replicas[0].begin()
      await replicas[0].hasDone(60)
      const after = await rendered(replicas)
      const coordinator = after.findIndex(({ own }, at) => own > (before[at]?.own ?? 0))
      const [lost, left] = (coordinator === 0) === (role === 'coordinator') ? replicas : replicas.toReversed()
      await lost?.kill()
      expect(await left?.idle()).toMatchObject({ state: 'succeeded', errors: [] })
      expect(await site()).toEqual((await expected()).files)
    },
  )

  it('complete a generation without the database snapshot', { timeout: 120_000 }, async () => {
    show('without a snapshot')
    const [one] = await two()
    await one.begin()
    await one.hasDone(60)
    const { DATABASE_URL = '', DATABASE_SCHEMA = '' } = settings
    expect(await endTransactions(DATABASE_URL, DATABASE_SCHEMA)).toBeGreaterThan(0)
    expect(await one.idle()).toMatchObject({ state: 'succeeded', errors: [] })
    expect(await site()).toEqual((await expected()).files)
  })

  it('complete a generation when NATS dies', { timeout: 120_000 }, async () => {
    show('without NATS')
    const [one] = await two()
    await one.begin()
    await one.hasDone(60)
    await nats.stop()
    expect(await one.idle()).toMatchObject({ state: 'succeeded', errors: [] })
    expect(await site()).toEqual((await expected()).files)
  })
})

/** Ends connections of that schema with an open transaction; other tests share the server. */
async function endTransactions(url: string, schema: string): Promise<number> {
  const postgres = openPostgres({ url, schema, log: createLogger('test', 'silent') })
  try {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where state = 'idle in transaction' and application_name = ${`typecase-${schema}`}`.execute(postgres.db)
    return rows.length
  } finally {
    await postgres.close()
  }
}
