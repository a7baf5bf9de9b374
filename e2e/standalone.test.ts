import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@typecase/runtime/child-process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiClient, eventually, loggedIn } from './api.ts'
import { administrator, failedStart, type SystemProcess, startProcess, temporaryFolder } from './process.ts'
import {
  changesReachTheSite,
  isOnTheSite,
  isReferenced,
  isStored,
  type Written,
  write,
} from './scenarios/main-job.ts'

const folder = temporaryFolder()
let system: SystemProcess
let api: Api
let written: Written

beforeAll(async () => {
  system = await startProcess(folder.path)
  api = await loggedIn(system.apiUrl, administrator)
}, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

describe('the standalone system', () => {
  it('responds with a plain 404 on the site before the first generation', async () => {
    const { status, headers } = await apiClient(system.siteUrl).request('GET', '/')
    expect(status).toBe(404)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
  })

  it('stores and publishes a post, a page and an image', async () => {
    written = await write(api)
    await isStored(api, written)
    await api.generate()
    await isOnTheSite(system.siteUrl, written)
    await isReferenced(api, written)
  }, 60_000)

  it('publishes a later change automatically', async () => {
    await changesReachTheSite(api, system.siteUrl, written, 'First-change')
  }, 30_000)

  it('stops cleanly on Ctrl-C, including the database, and has all content after a restart', async () => {
    expect(await system.end('SIGINT')).toBe(0)
    expect(system.log()).not.toMatch(/"level":"(error|fatal)"/)
    system = await startProcess(folder.path)
    api = await loggedIn(system.apiUrl, administrator)
    await isStored(api, written)
    await isOnTheSite(system.siteUrl, written)
  }, 60_000)

  it('preserves sessions across a restart', async () => {
    const before = await loggedIn(system.apiUrl, administrator)
    await system.end('SIGTERM')
    const ports = { PORT: new URL(system.apiUrl).port, SITE_PORT: new URL(system.siteUrl).port }
    system = await startProcess(folder.path, ports)
    expect((await before.request('GET', '/api/users/me')).status).toBe(200)
    api = before
  }, 60_000)

  it('loses no acknowledged write when killed, and completes its work after a restart', async () => {
    const acknowledged: string[] = []
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; ; n++) {
        const answer = await api
          .request('POST', '/api/posts', {
            json: { metadata: { title: `Writer ${writer} post ${n}`, status: 'published' }, content: `${n}` },
          })
          .catch(() => undefined)
        if (!answer) return
        if (answer.status === 201) acknowledged.push(String(answer.body.id))
      }
    })
    await eventually('some acknowledged writes', async () => acknowledged.length >= 40, 60_000)
    expect(await system.end('SIGKILL')).toBe('SIGKILL')
    await Promise.all(writers)
    system = await startProcess(folder.path)
    api = await loggedIn(system.apiUrl, administrator)
    for (const id of acknowledged) expect((await api.request('GET', `/api/posts/${id}`)).status).toBe(200)
    await isStored(api, written)
    await changesReachTheSite(api, system.siteUrl, written, 'After-the-kill')
  }, 150_000)

  it('restarts its database after the database is killed, without losing an acknowledged write', async () => {
    const { body } = await api.ok('POST', '/api/posts', {
      json: { metadata: { title: 'Just before' }, content: 'x' },
    })
    const pidFile = join(folder.path, 'postgres', 'postmaster.pid')
    const postmaster = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0)
    const killed = postmaster()
    process.kill(killed, 'SIGKILL')
    // Backends of the killed PostgreSQL server may still respond to a read for a moment.
    await eventually('a new database process', async () => ![0, killed].includes(postmaster()))
    const seen = new Set<number>()
    const stored = await eventually('the post written just before', async () => {
      const answer = await api.request('GET', `/api/posts/${body.id}`)
      seen.add(answer.status)
      return answer.status === 200 && answer
    })
    expect(stored.body.data?.title).toBe('Just before')
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await changesReachTheSite(api, system.siteUrl, written, 'After-the-database')
  }, 90_000)

  it('returns 503 while the database disk is full, logs the reason, and recovers', async () => {
    const database = new pg.Client({
      connectionString: readFileSync(join(folder.path, 'database-url'), 'utf8').trim(),
    })
    await database.connect()
    const post = () =>
      api.request('POST', '/api/posts', { json: { metadata: { title: 'On a full disk' }, content: 'x' } })
    try {
      await database.query(`create function content.full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file "base/1/2": No space left' using errcode = '53100'; end $$;
        create trigger full_disk before insert on content.posts for each row execute function content.full_disk()`)
      const { status, headers, body, text } = await post()
      expect([status, body.code]).toEqual([503, 'STORAGE_UNAVAILABLE'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(text).not.toMatch(/extend file|53100|disk/)
      expect(system.log()).toContain('the disk of the database is full')
    } finally {
      await database.query('drop function if exists content.full_disk cascade')
      await database.end()
    }
    expect((await post()).status).toBe(201)
  })

  it.runIf(process.platform === 'linux')("does not pass secrets to the database's environment", () => {
    const postmaster = readFileSync(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]
    const environment = readFileSync(`/proc/${postmaster}/environ`, 'utf8').split('\0')
    expect(environment).toContain('LC_ALL=C')
    expect(environment.filter((entry) => /PASSWORD|SECRET|_KEY|_URL|TYPECASE/.test(entry))).toEqual([])
  })

  it('refuses a second start on the same data folder, and names the process that uses it', async () => {
    const { code, output } = await failedStart({ TYPECASE_DATA: folder.path, PORT: '0', SITE_PORT: '0' })
    expect(code).toBe(78)
    expect(output).toBe(
      `typecase: ${folder.path} is in use by process ${system.pid}: stop that process, or set TYPECASE_DATA to another folder\n`,
    )
  })
})

describe('a start that must fail', () => {
  const other = temporaryFolder()
  afterAll(() => other.remove())

  it('names the port in use and the variable to change', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { code, output } = await failedStart({ TYPECASE_DATA: other.path, PORT: port, SITE_PORT: '0' })
    server.close()
    expect(code).toBe(78)
    expect(output.trim()).toBe(`typecase: port ${port} on 127.0.0.1 is in use: set PORT to a free one`)
  }, 60_000)

  it('reports all invalid settings together', async () => {
    const invalid = {
      PORT: 'many',
      SESSION_TTL: '-1',
      LOG_LEVEL: 'loud',
      ADMIN_EMAIL: 'no-address',
      ADMIN_PASSWORD: 'hunter2',
    }
    const { code, output } = await failedStart({ TYPECASE_DATA: other.path, ...invalid })
    expect(code).toBe(78)
    expect(output.trim().split('\n')).toEqual([
      'typecase: PORT must be a whole number from 0 to 65535, but is "many"',
      'typecase: SESSION_TTL must be a whole number from 1 to 315360000, but is "-1"',
      'typecase: LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, but is "loud"',
      'typecase: ADMIN_PASSWORD must have 8 to 200 characters',
      'typecase: ADMIN_EMAIL must be a valid address, but is "no-address"',
    ])
  })

  it('names unreachable servers and their variables', async () => {
    const port = await freePort()
    const data = { TYPECASE_DATA: join(other.path, 'servers'), PORT: '0', SITE_PORT: '0' }
    const database = await failedStart({
      ...data,
      DATABASE_URL: `postgres://editor:hunter2@127.0.0.1:${port}/cms`,
    })
    expect(database.code).toBe(78)
    expect(database.output.trim()).toBe(
      `typecase: DATABASE_URL: PostgreSQL at 127.0.0.1:${port} is unreachable (ECONNREFUSED): start it, or set another URL`,
    )
    const bus = await failedStart({
      ...data,
      NATS_URL: `nats://127.0.0.1:${port}`,
      HEALTH_PORT: String(port),
      HOST: '192.0.2.1',
    })
    expect(bus.code).toBe(78)
    expect(bus.output.trim().split('\n')).toEqual([
      'typecase: HOST: 192.0.2.1 is not an address of this machine: set another host',
      `typecase: NATS_URL: no server responds at 127.0.0.1:${port} (ECONNREFUSED): start it, or name another server`,
    ])
    // After a failed start, a start with valid settings succeeds.
    const system = await startProcess(data.TYPECASE_DATA)
    expect(await system.end('SIGTERM')).toBe(0)
  })

  it('names a data folder that is a file or below a file', async () => {
    const file = join(other.path, 'a-file')
    writeFileSync(file, '')
    const isFile = await failedStart({ TYPECASE_DATA: file })
    expect(isFile.code).toBe(78)
    expect(isFile.output.trim()).toBe(
      `typecase: TYPECASE_DATA: ${file} is a file: set TYPECASE_DATA to a folder`,
    )
    const below = await failedStart({ TYPECASE_DATA: join(file, 'data') })
    expect(below.code).toBe(78)
    expect(below.output.trim()).toBe(
      `typecase: TYPECASE_DATA: ${join(file, 'data')} is inside a file: set TYPECASE_DATA to another folder`,
    )
  })
})
