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
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { filesOf, type Replica, startReplica } from './support/replica.ts'
import { buildAlone } from './support/single-publisher.ts'
import { slowTheme } from './support/slow-theme.ts'
import { startUpstreams, type UpstreamState } from './support/upstreams.ts'
import { wrongWorker } from './support/wrong-worker.ts'

const serviceKeys = generateServiceKeys()
const keysOf = (service: 'gateway' | 'publisher'): ServiceKeys => {
  const keys = readServiceKeys(service, serviceKeys[service])
  if (typeof keys === 'string') throw new Error(keys)
  return keys
}
const gatewaySigner = callSigner(keysOf('gateway'), 'publisher')
const hasExternalNats = process.env.TEST_NATS_URL || process.env.NATS_URL
const skip =
  (await testPostgres()).skip ??
  (await testNats()).skip ??
  (hasExternalNats ? 'needs a NATS server that may be stopped' : undefined)

describe.skipIf(skip)(label('several publishers', skip), () => {
  const posts = Array.from({ length: 400 }, (_, n) => ({
    slug: `post-${n}`,
    title: `Post ${n}`,
    status: 'published',
    content: `Body **${n}** of ${'many words '.repeat(20)}`,
    metadata: { tags: [`Tag ${n % 12}`] },
  }))
  const state: UpstreamState = { posts, settings: { postsPerPage: 50 }, theme: {}, images: {} }
  const undo: (() => Promise<unknown>)[] = []
  let root: string
  let nats: NatsServer
  let settings: Record<string, string>

  let quickTheme: UpstreamState['theme'] = {}
  const setTheme = (word: string, more = '') => {
    const themes = slowTheme(word, more)
    state.theme = themes.slow
    quickTheme = themes.quick
  }
  /** The files and errors of a single publisher, with a quicker theme. */
  const expected = async () => {
    const slow = state.theme
    state.theme = { ...slow, ...quickTheme }
    return buildAlone({ ...settings, SERVICE_KEYS: 'off' }).finally(() => {
      state.theme = slow
    })
  }
  let running: readonly Replica[] = []
  /** Two running replicas. Starts new ones in place of those that died. Prints their logs if the test fails. */
  const twoReplicas = async (): Promise<readonly [Replica, Replica]> => {
    const alive = running.filter((replica) => replica.running())
    const started = await Promise.all(
      Array.from({ length: 2 - alive.length }, () => startReplica(settings, gatewaySigner)),
    )
    const [first, second] = [...alive, ...started]
    if (!first || !second) throw new Error('fewer than two replicas run')
    running = [first, second]
    onTestFailed(() => console.error(first.output(), second.output()))
    return [first, second]
  }
  const rendered = (replicas: readonly Replica[]) =>
    Promise.all(replicas.map((replica) => replica.rendered()))
  /**
   * Repeats the generation until the shares are as expected, because a replica that has just started may be
   * too late to join. Returns the last shares.
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
      if (tries === 30) throw new Error(`not shared as expected: ${JSON.stringify(shares)}`)
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
    const upstreams = await startUpstreams(state)
    undo.push(upstreams.stop)
    const database = await freshSchema('sharing')
    undo.push(database.drop)
    settings = {
      DATABASE_URL: database.url,
      DATABASE_SCHEMA: database.schema,
      CONTENT_URL: upstreams.address,
      MEDIA_URL: upstreams.address,
      THEMES_URL: upstreams.address,
      SITE_ROOT: root,
      PUBLIC_SITE_URL: 'http://site.test',
      RENDERERS: '1',
      SERVICE_KEYS: serviceKeys.publisher,
      NATS_URL: nats.url,
    }
  })
  afterAll(async () => {
    await Promise.all(running.map((replica) => replica.stop()))
    for (const step of undo.splice(0).toReversed()) await step()
  })

  it('share a generation, which has the same files as that of one publisher', {
    timeout: 120_000,
  }, async () => {
    setTheme('shared')
    const replicas = await twoReplicas()
    const shares = await generatedUntil(replicas, (each) =>
      each.every(({ own, forOthers }) => own + forOthers > 0),
    )
    const { files } = await expected()
    expect(await site()).toEqual(files)
    const pages = Object.keys(files).filter((path) => path.endsWith('.html'))
    expect(shares.reduce((sum, { own, byOthers }) => sum + own + byOthers, 0)).toBe(pages.length)
  })

  it('publish wrong pages of a trusted worker, which proves that these tests can fail', {
    timeout: 120_000,
  }, async () => {
    setTheme('wrong')
    const replicas = await twoReplicas()
    const wrong = await wrongWorker(settings, replicaKeys(keysOf('publisher'), 'rendering'))
    try {
      const { files } = await expected()
      // A page of the wrong worker has no effect if another publisher completed it first.
      const isWrong = async () => wrong.hasRendered() && !isDeepStrictEqual(await site(), files)
      await generatedUntil(replicas, isWrong)
      expect(await site()).not.toEqual(files)
    } finally {
      await wrong.stop()
    }
  })

  it('ignore a worker without their key', { timeout: 120_000 }, async () => {
    setTheme('forged')
    const replicas = await twoReplicas()
    const forger = await wrongWorker(settings, undefined)
    await replicas[0].begin()
    expect(await replicas[0].idle()).toMatchObject({ state: 'succeeded', errors: [] })
    await forger.stop()
    expect(forger.hasRendered()).toBe(false)
    expect(await site()).toEqual((await expected()).files)
  })

  it('report template errors like one publisher, with file and line', { timeout: 120_000 }, async () => {
    setTheme('faulty', `\n{{#if (eq title "Post 100")}}{{> endless}}{{/if}}`)
    // The page fails before it uses up its CPU time, because a killed renderer would not report a line.
    state.theme = { ...state.theme, 'partials/endless.html': '\n{{#if title}}{{> endless}}{{/if}}' }
    const [replica] = await twoReplicas()
    await replica.begin()
    const { state: end, errors } = await replica.idle()
    expect(end).toBe('failed')
    expect(errors).toMatchObject([
      { message: 'Partials call each other without end', template: 'partials/endless.html', line: 2 },
    ])
    expect(errors).toEqual((await expected()).errors)
  })

  it.each(['worker', 'coordinator'] as const)(
    'complete a generation when the %s is killed',
    { timeout: 120_000 },
    async (role) => {
      setTheme(`without the ${role}`)
      const replicas = await twoReplicas()
      const before = await rendered(replicas)
      await replicas[0].begin()
      await replicas[0].hasDone(60)
      const after = await rendered(replicas)
      const coordinator = after.findIndex(({ own }, at) => own > (before[at]?.own ?? 0))
      const [killed, survivor] =
        (coordinator === 0) === (role === 'coordinator') ? replicas : replicas.toReversed()
      await killed?.kill()
      expect(await survivor?.idle()).toMatchObject({ state: 'succeeded', errors: [] })
      expect(await site()).toEqual((await expected()).files)
    },
  )

  it('complete a generation when the database snapshot is lost', { timeout: 120_000 }, async () => {
    setTheme('without a snapshot')
    const [replica] = await twoReplicas()
    await replica.begin()
    await replica.hasDone(60)
    const { DATABASE_URL = '', DATABASE_SCHEMA = '' } = settings
    expect(await endTransactions(DATABASE_URL, DATABASE_SCHEMA)).toBeGreaterThan(0)
    expect(await replica.idle()).toMatchObject({ state: 'succeeded', errors: [] })
    expect(await site()).toEqual((await expected()).files)
  })

  it('complete a generation when NATS stops', { timeout: 120_000 }, async () => {
    setTheme('without NATS')
    const [replica] = await twoReplicas()
    await replica.begin()
    await replica.hasDone(60)
    await nats.stop()
    expect(await replica.idle()).toMatchObject({ state: 'succeeded', errors: [] })
    expect(await site()).toEqual((await expected()).files)
  })
})

/** Terminates connections of that schema that have an open transaction. */
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
