/** The same system as six processes over real PostgreSQL, NATS and S3: the same path, and every process may die. */
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, eventually, loggedIn } from './api.ts'
import { administrator, temporaryFolder } from './process.ts'
import { changesReachTheSite, isKept, isOnTheSite, isReferenced, type Written, write } from './scenarios/main-job.ts'

const folder = temporaryFolder()
const services = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher'] as const
let cluster: Cluster
let api: Api
let written: Written

beforeAll(async () => {
  cluster = await startCluster({
    dataDir: folder.path,
    env: { ...process.env, ADMIN_PASSWORD: administrator.password, RATE_LIMIT_PER_MINUTE: '100000', LOG_LEVEL: 'warn' },
  })
  api = await loggedIn(cluster.baseUrl, administrator)
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  folder.remove()
}, 60_000)

/** Repeats a request until the system serves it again. */
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
  it('takes a post, a page and an image, and publishes them', async () => {
    written = await write(api)
    await isKept(api, written)
    await api.generate()
    await isOnTheSite(cluster.siteUrl, written)
    await isReferenced(api, written)
    await changesReachTheSite(api, cluster.siteUrl, written, 'First-change')
  })

  it.each(services)('heals by itself when %s is killed', async (name) => {
    await cluster.kill(name, 'SIGKILL')
    const word = `After-${name}`
    await served(`a change after the death of ${name}`, 'PUT', `/api/posts/${written.postId}`, { json: { metadata: { subtitle: word } } })
    await cluster.ready()
    await changesReachTheSite(api, cluster.siteUrl, written, `${word}-again`)
    await isKept(api, written)
    await served(`a login after the death of ${name}`, 'GET', '/api/users/me')
  })

  it('heals by itself when the database is killed, and has every acknowledged write', async () => {
    const { body } = await api.ok('POST', '/api/posts', { json: { metadata: { title: 'Just before' }, content: 'x' } })
    await cluster.kill('postgres', 'SIGKILL')
    const kept = await served('the post written just before', 'GET', `/api/posts/${body.id}`)
    expect(kept.body.data?.title).toBe('Just before')
    await changesReachTheSite(api, cluster.siteUrl, written, 'After-the-database')
  })

  it('takes writes while NATS is dead, and catches up', async () => {
    await cluster.kill('nats', 'SIGKILL')
    await api.ok('PUT', `/api/posts/${written.postId}`, { json: { metadata: { subtitle: 'Without-NATS' } } })
    await isReferenced(api, written)
    await changesReachTheSite(api, cluster.siteUrl, written, 'After-NATS')
  })

  it.each(['SIGSTOP', 'SIGKILL'] as const)('tells where a file is used although NATS got %s', async (signal) => {
    const using = (text: string) => ({ metadata: { title: `Without NATS: ${signal}` }, content: text })
    const users = async () => {
      const { body } = await api.ok('GET', `/api/media/${written.fileId}/references`)
      return (body.references as { id: string }[]).map(({ id }) => id)
    }
    await cluster.kill('nats', signal)
    try {
      const { body } = await api.ok('POST', '/api/posts', { json: using(`![x](${written.imageUrl})`) })
      expect(await users()).toContain(body.id)
      await api.ok('PUT', `/api/posts/${body.id}`, { json: using(`\`![x](${written.imageUrl})\``) })
      expect(await users()).not.toContain(body.id)
      await api.ok('PUT', `/api/posts/${body.id}`, { json: using(`<img src="${written.imageUrl}">`) })
      expect(await users()).toContain(body.id)
      const refused = await api.request('DELETE', `/api/media/${written.fileId}`)
      expect([refused.status, refused.body.code]).toEqual([409, 'MEDIA_IN_USE'])
      await api.ok('DELETE', `/api/posts/${body.id}`)
      expect(await users()).not.toContain(body.id)
    } finally {
      if (signal === 'SIGSTOP') await cluster.kill('nats', 'SIGCONT')
    }
    await changesReachTheSite(api, cluster.siteUrl, written, `After-${signal}`)
  })
})
