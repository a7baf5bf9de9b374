/** Tests the system as six processes with real PostgreSQL, NATS and S3. Kills each process, but not S3. */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { s3BlobStore } from '@typecase/runtime/blobs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, eventually, loggedIn } from './api.ts'
import { administrator, startProcess, temporaryFolder } from './process.ts'
import {
  changesReachTheSite,
  isOnTheSite,
  isReferenced,
  isStored,
  type Written,
  write,
} from './scenarios/main-job.ts'

type Environment = Readonly<Record<string, string | undefined>>

const folder = temporaryFolder()
const services = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher'] as const
let cluster: Cluster
let api: Api
let written: Written

beforeAll(async () => {
  cluster = await startCluster({
    dataDir: folder.path,
    env: {
      ...process.env,
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_PER_MINUTE: '100000',
      LOG_LEVEL: 'warn',
    },
  })
  api = await loggedIn(cluster.baseUrl, administrator)
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  folder.remove()
}, 60_000)

/** Repeats a request until the system serves it. */
const served = (what: string, method: string, path: string, options?: Parameters<Api['request']>[2]) =>
  eventually(
    what,
    async () => {
      const answer = await api.request(method, path, options).catch(() => undefined)
      return answer !== undefined && answer.status < 400 && answer
    },
    45_000,
  )

describe('the system as separate processes', () => {
  it('stores a post, a page and an image, and publishes them', async () => {
    written = await write(api)
    await isStored(api, written)
    await api.generate()
    await isOnTheSite(cluster.siteUrl, written)
    await isReferenced(api, written)
    await changesReachTheSite(api, cluster.siteUrl, written, 'First-change')
  })

  it.each(services)('recovers when %s is killed', async (name) => {
    await cluster.kill(name, 'SIGKILL')
    const word = `After-${name}`
    await served(`a change after the death of ${name}`, 'PUT', `/api/posts/${written.postId}`, {
      json: { metadata: { subtitle: word } },
    })
    await cluster.ready()
    await changesReachTheSite(api, cluster.siteUrl, written, `${word}-again`)
    await isStored(api, written)
    await served(`a login after the death of ${name}`, 'GET', '/api/users/me')
  })

  it('recovers when the database is killed, and has every acknowledged write', async () => {
    const { body } = await api.ok('POST', '/api/posts', {
      json: { metadata: { title: 'Just before' }, content: 'x' },
    })
    await cluster.kill('postgres', 'SIGKILL')
    const stored = await served('the post written just before', 'GET', `/api/posts/${body.id}`)
    expect(stored.body.data?.title).toBe('Just before')
    await changesReachTheSite(api, cluster.siteUrl, written, 'After-the-database')
  })

  it('accepts writes while NATS is down, and publishes them when NATS is back', async () => {
    await cluster.kill('nats', 'SIGKILL')
    await api.ok('PUT', `/api/posts/${written.postId}`, { json: { metadata: { subtitle: 'Without-NATS' } } })
    await isReferenced(api, written)
    await changesReachTheSite(api, cluster.siteUrl, written, 'After-NATS')
  })

  it.each(['SIGSTOP', 'SIGKILL'] as const)('finds all uses of a file after NATS gets %s', async (signal) => {
    const bodyWith = (text: string) => ({ metadata: { title: `Without NATS: ${signal}` }, content: text })
    const itemsUsingFile = async () => {
      const { body } = await api.ok('GET', `/api/media/${written.fileId}/references`)
      return (body.references as { id: string }[]).map(({ id }) => id)
    }
    await cluster.kill('nats', signal)
    try {
      const { body } = await api.ok('POST', '/api/posts', { json: bodyWith(`![x](${written.imageUrl})`) })
      expect(await itemsUsingFile()).toContain(body.id)
      await api.ok('PUT', `/api/posts/${body.id}`, { json: bodyWith(`\`![x](${written.imageUrl})\``) })
      expect(await itemsUsingFile()).not.toContain(body.id)
      await api.ok('PUT', `/api/posts/${body.id}`, { json: bodyWith(`<img src="${written.imageUrl}">`) })
      expect(await itemsUsingFile()).toContain(body.id)
      const refused = await api.request('DELETE', `/api/media/${written.fileId}`)
      expect([refused.status, refused.body.code]).toEqual([409, 'MEDIA_IN_USE'])
      await api.ok('DELETE', `/api/posts/${body.id}`)
      expect(await itemsUsingFile()).not.toContain(body.id)
    } finally {
      if (signal === 'SIGSTOP') await cluster.kill('nats', 'SIGCONT')
    }
    await changesReachTheSite(api, cluster.siteUrl, written, `After-${signal}`)
  })
})

describe('while one service is down', () => {
  it.each([
    ['identity', '/api/users/me', undefined],
    ['content', '/api/posts', '/api/themes'],
    ['media', '/api/media', '/api/posts'],
    ['themes', '/api/themes', '/api/posts'],
    ['publisher', '/api/static/status', '/api/posts'],
  ] as const)(
    '%s: its routes fail with Retry-After, other routes and the site work, and no process restarts',
    async (name, affected, other) => {
      const pids = () => services.filter((each) => each !== name).map((each) => cluster.pid(each))
      const before = pids()
      await cluster.restart(
        name,
        async () => {
          const { status, headers, body } = await api.request('GET', affected)
          expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
          expect(body).toMatchObject({ success: false, error: expect.any(String) })
          if (other) expect((await api.request('GET', other)).status, other).toBe(200)
          expect((await fetch(cluster.siteUrl)).status).toBe(200)
        },
        'SIGKILL',
      )
      await served(`${affected} again`, 'GET', affected)
      expect(pids()).toEqual(before)
    },
  )
})

describe('a backup of the cluster', () => {
  const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
  const run = (args: readonly string[], env: Environment) =>
    promisify(execFile)(process.execPath, [...args], { env: env as NodeJS.ProcessEnv, timeout: 60_000 })
  const { PATH } = process.env
  const databaseUrl = () => Object.assign(new URL(cluster.databaseUrl), { pathname: '/restored' }).href
  const settings = (DATABASE_URL: string, prefix: string): Environment => ({
    ...{ PATH, DATABASE_URL, BACKUP_ROOT: join(folder.path, 'backups'), BACKUP_KEEP: '1' },
    ...{
      S3_ENDPOINT: cluster.s3.endpoint,
      S3_ACCESS_KEY: cluster.s3.accessKey,
      S3_SECRET_KEY: cluster.s3.secretKey,
    },
    ...{ S3_REGION: cluster.s3.region, MEDIA_BUCKET: `${prefix}-media`, THEMES_BUCKET: `${prefix}-themes` },
  })
  const backup = (env: Environment, ...args: readonly string[]) =>
    run([file('deploy/backup/src/main.ts'), ...args], env)
  const objectsIn = async (prefix: string) => {
    const { endpoint, accessKey, secretKey, region } = cluster.s3
    const store = s3BlobStore({ endpoint, accessKey, secretKey, region, bucket: `${prefix}-media` })
    const found: string[] = []
    for await (const { key, size } of store.list('')) found.push(`${key} ${size}`)
    return found
  }
  const query = async (url: string, text: string, values: readonly unknown[] = []) => {
    const db = new pg.Client({ connectionString: url })
    await db.connect()
    try {
      return (await db.query(text, [...values])).rows
    } finally {
      await db.end()
    }
  }

  it('is restored on one machine, and a backup of that machine is restored to another database', async () => {
    await backup(settings(cluster.databaseUrl, 'typecase'), 'make')
    const backups = join(folder.path, 'backups')
    const [ofCluster = ''] = await readdir(backups)
    const machine = join(folder.path, 'machine')
    const tool = (name: string, path: string) =>
      run([file(`tools/${name}.ts`), join(backups, path)], { PATH, TYPECASE_DATA: machine })
    await tool('restore', ofCluster)
    const system = await startProcess(machine)
    const local = await loggedIn(system.apiUrl, administrator)
    await isStored(local, written)
    await local.generate()
    await isOnTheSite(system.siteUrl, written)
    await tool('backup', '9999-01-01T00-00-00Z')
    await system.end('SIGTERM')

    const owner = new URL(cluster.databaseUrl).username
    await query(cluster.superuserUrl, `create database restored owner ${pg.escapeIdentifier(owner)}`)
    for (const name of services.slice(1)) {
      const env = { ...cluster.environment(name), PATH, DATABASE_URL: databaseUrl() }
      await run([file(`services/${name}/src/main.ts`), 'migrate'], env)
    }
    const { stderr, stdout } = await backup(settings(databaseUrl(), 'restored'), 'restore', 'latest')
    expect(stdout + stderr).toContain('the backup was restored')
    const post = 'select title, content, revision from content.posts where id = $1'
    expect(await query(databaseUrl(), post, [written.postId])).toEqual(
      await query(cluster.databaseUrl, post, [written.postId]),
    )
    const there = await objectsIn('restored')
    expect(there.length).toBeGreaterThan(0)
    expect(there).toEqual(await objectsIn('typecase'))
    const again = backup(settings(databaseUrl(), 'restored'), 'restore', 'latest').catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(await again).toMatchObject({ code: 78, stderr: expect.stringContaining('the database is in use') })
  }, 240_000)
})
