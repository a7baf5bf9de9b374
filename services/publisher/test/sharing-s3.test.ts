import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BlobStore, s3BlobStore } from '@typecase/runtime/blobs'
import { startNats } from '@typecase/testing/backing/nats'
import { label, testNats, testPostgres, testS3 } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { freshBucket } from '@typecase/testing/s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Replica, startReplica } from './support/replica.ts'
import { buildAlone } from './support/single-publisher.ts'
import { digestsIn } from './support/site-in-s3.ts'
import { slowTheme } from './support/slow-theme.ts'
import { startUpstreams, type UpstreamState } from './support/upstreams.ts'

const skip = (await testPostgres()).skip ?? (await testNats()).skip ?? (await testS3()).skip

describe.skipIf(skip)(label('several publishers with a site in S3 and no shared folder', skip), () => {
  const state: UpstreamState = {
    posts: Array.from({ length: 300 }, (_, n) => ({
      slug: `post-${n}`,
      title: `Post ${n}`,
      status: 'published',
      content: `Body **${n}**, ![seen](/a.png)`,
      metadata: { tags: [`Tag ${n % 12}`] },
    })),
    settings: { postsPerPage: 50 },
    theme: {},
    images: {},
  }
  const setTheme = (word: string) => {
    const { slow, quick } = slowTheme(word)
    state.theme = slow
    return quick
  }
  const undo: (() => Promise<unknown>)[] = []
  let replicas: Replica[] = []
  let baseSettings: Record<string, string>
  let sharedSettings: Record<string, string>
  let blobs: BlobStore

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
    undo.push(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
    const nats = await startNats({ dir })
    undo.push(async () => nats.stop())
    const upstreams = await startUpstreams(state)
    undo.push(upstreams.stop)
    const database = await freshSchema('sharing-s3')
    undo.push(database.drop)
    const bucket = await freshBucket('shared-sites')
    undo.push(bucket.drop)
    blobs = s3BlobStore(bucket)
    baseSettings = {
      DATABASE_URL: database.url,
      DATABASE_SCHEMA: database.schema,
      CONTENT_URL: upstreams.address,
      MEDIA_URL: upstreams.address,
      THEMES_URL: upstreams.address,
      PUBLIC_SITE_URL: 'http://site.test',
      RENDERERS: '1',
      SERVICE_KEYS: 'off',
      NATS_URL: nats.url,
    }
    const { endpoint, region, accessKey, secretKey } = bucket
    sharedSettings = {
      ...baseSettings,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket.bucket,
      S3_REGION: region,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    }
  })
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()))
    for (const step of undo.splice(0).toReversed()) await step()
  })

  /** The files that one publisher writes to a folder, with a quicker theme. */
  async function expected(quick: UpstreamState['theme']) {
    const slow = state.theme
    state.theme = quick
    return buildAlone(baseSettings).finally(() => {
      state.theme = slow
    })
  }

  it('share a build, which has the same files as a build by one publisher in a folder', {
    timeout: 120_000,
  }, async () => {
    const quick = setTheme('shared')
    replicas = await Promise.all([startReplica(sharedSettings), startReplica(sharedSettings)])
    // A publisher that has just started may be too late to join.
    for (let tries = 0; ; tries++) {
      await replicas[0]?.begin()
      expect(await replicas[0]?.idle()).toMatchObject({ state: 'succeeded', errors: [] })
      const shares = await Promise.all(replicas.map((replica) => replica.rendered()))
      if (shares.every(({ own, forOthers }) => own + forOthers > 0)) break
      if (tries === 10) throw new Error(`the build was not shared: ${JSON.stringify(shares)}`)
    }
    expect(await digestsIn(blobs, '_site')).toEqual((await expected(quick)).files)
  })

  it('complete a build when one of them is killed', { timeout: 120_000 }, async () => {
    const quick = setTheme('with a loss')
    const [killed, survivor] = replicas
    await killed?.begin()
    await killed?.hasDone(40)
    await killed?.kill()
    replicas = survivor ? [survivor] : []
    expect(await survivor?.idle()).toMatchObject({ state: 'succeeded', errors: [] })
    expect(await digestsIn(blobs, '_site')).toEqual((await expected(quick)).files)
  })
})
