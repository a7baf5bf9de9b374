/** Tests the authentication of internal calls, traces and metrics, and that no secret leaks. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import {
  FileServiceDef,
  GenerationServiceDef,
  HealthDef,
  PostServiceDef,
  ThemeServiceDef,
  UserServiceDef,
} from '@typecase/contracts/services'
import type { Actor } from '@typecase/kernel'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiClient, eventually, loggedIn } from './api.ts'
import { temporaryFolder } from './process.ts'
import { type Collector, collector } from './scenarios/collector.ts'
import { expressions, measurements, selectors } from './scenarios/measurements.ts'

const folder = temporaryFolder()
const lines: string[] = []
/** Recognisable secrets, one of each kind. */
const canary = {
  password: 'canary-7f3a-password-of-admin',
  otherPassword: 'canary-91bc-password-of-editor',
  wrongPassword: 'canary-c05d-password-that-is-wrong',
  cookieSecret: 'canary-2e6b-secret-of-cookies',
}
const serviceNames = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher'] as const
let cluster: Cluster
let api: Api
let token = ''
let traces: Collector

beforeAll(async () => {
  traces = await collector()
  cluster = await startCluster({
    dataDir: folder.path,
    keep: false,
    env: {
      ...process.env,
      ADMIN_PASSWORD: canary.password,
      COOKIE_SECRET: canary.cookieSecret,
      RATE_LIMIT_PER_MINUTE: '100000',
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    },
    onLine: (name, line) => lines.push(`${name} ${line}`),
  })
  const login = await apiClient(cluster.baseUrl).ok('POST', '/api/auth/login', {
    json: { username: 'admin', password: canary.password },
  })
  token = String(login.body.data?.token)
  api = apiClient(cluster.baseUrl, token)
}, 180_000)
afterAll(async () => {
  await cluster?.stop()
  await traces?.close()
  folder.remove()
}, 60_000)

const admin: Actor = { kind: 'user', id: 'x', username: 'admin', role: 'admin', sessionId: 'x' }

describe('a service', () => {
  it.each([
    ['identity', UserServiceDef, 'listUsers'],
    ['content', PostServiceDef, 'listPosts'],
    ['media', FileServiceDef, 'listFiles'],
    ['themes', ThemeServiceDef, 'listThemes'],
    ['publisher', GenerationServiceDef, 'getSiteStatus'],
  ] as const)(
    '%s rejects unsigned calls in the name of an administrator, and responds to health checks',
    async (name, def, method) => {
      const client = grpcClient([def, HealthDef], `127.0.0.1:${cluster.environment(name).GRPC_PORT}`)
      const call = client[method as keyof typeof client] as (
        request: object,
        options: object,
      ) => Promise<unknown>
      const refused = await call({}, { actor: admin }).catch((error: Error) => error.cause)
      expect(String(refused)).toContain('16 UNAUTHENTICATED: the call is not signed')
      expect(await client.check({})).toEqual({ status: 'SERVING' })
      client.close()
    },
  )
})

describe('a change', () => {
  it('has one trace from the request through outbox, bus and consumer to the page', async () => {
    await api.ok('PUT', '/api/settings', { json: { staticAutoPublish: true } })
    await api.generate()
    const traceId = 'c0ffee00c0ffee00c0ffee00c0ffee01'
    const headers = { traceparent: `00-${traceId}-00000000000000aa-01` }
    const json = { metadata: { title: 'Traced', slug: 'traced', status: 'published' }, content: 'x' }
    await api.ok('POST', '/api/posts', { json, headers })
    const expectedSpans = [
      'typecase-gateway: POST /api/posts',
      'typecase-gateway: typecase.content.v1.PostService/CreatePost',
      'typecase-content: typecase.content.v1.PostService/CreatePost',
      'typecase-content: publish content.post.created',
      'typecase-publisher: handle content.post.created',
      'typecase-publisher: generate the site',
      'typecase-publisher: load',
      'typecase-publisher: plan',
      'typecase-publisher: render',
      'typecase-publisher: activate',
    ]
    const spans = () => traces.spans().filter((span) => span.traceId === traceId)
    const names = () => spans().map((span) => `${span.service}: ${span.name}`)
    // Every span except the first must have an exported parent. Processes export at different times.
    const orphans = () => {
      const ids = new Set(['00000000000000aa', ...spans().map(({ spanId }) => spanId)])
      return spans().filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))
    }
    const isComplete = async () =>
      expectedSpans.every((name) => names().includes(name)) && orphans().length === 0
    await eventually('the complete trace', isComplete, 30_000).catch(() => undefined)
    expect(names()).toEqual(expect.arrayContaining(expectedSpans))
    expect(orphans()).toEqual([])
  })
})

describe('alerts and dashboard', () => {
  it('use only metrics that the processes export', async () => {
    const measured = await measurements(
      serviceNames.map((name) => Number(cluster.environment(name).HEALTH_PORT)),
    )
    const used = [...(await expressions())].flatMap(selectors)
    expect(new Set(used.map(({ metric }) => metric)).size).toBeGreaterThan(20)
    const unknown = used.filter(({ metric, labels }) => {
      const labelsExported = measured.get(metric)
      return (
        !labelsExported || (labelsExported.size > 0 && labels.some((label) => !labelsExported.has(label)))
      )
    })
    expect(unknown).toEqual([])
  })
})

describe('a secret', () => {
  it('never appears in logs, events, traces or errors, even during failures', async () => {
    const anonymous = apiClient(cluster.baseUrl)
    const editor = {
      username: 'editor',
      password: canary.otherPassword,
      email: 'editor@example.org',
      role: 'editor',
    }
    const texts: string[] = []
    const record = async (answer: Promise<{ text: string }>) => void texts.push((await answer).text)
    await record(api.request('POST', '/api/users', { json: editor }))
    await record(api.request('POST', '/api/users', { json: { ...editor, username: '', role: 'owner' } }))
    await record(
      anonymous.request('POST', '/api/auth/login', {
        json: { username: 'admin', password: canary.wrongPassword },
      }),
    )
    await record(
      anonymous.request('POST', '/api/auth/login', {
        json: { username: 'admin', password: [canary.wrongPassword] },
      }),
    )
    const { body: description } = await api.ok('GET', '/api/openapi.json')
    const paths = description.paths as Record<string, Record<string, unknown>>
    /** Discards the response body, because one route is an endless stream. */
    const send = async (method: string, path: string, headers: Record<string, string>) => {
      const json = {
        password: canary.otherPassword,
        currentPassword: canary.wrongPassword,
        token,
        metadata: { title: { token } },
      }
      const body = method === 'GET' ? null : JSON.stringify(json)
      const answer = await fetch(cluster.baseUrl + path, {
        method,
        body,
        headers: { 'content-type': 'application/json', ...headers },
      })
      await answer.body?.cancel()
    }
    /** Calls every route but logout with the token, with a truncated token and with a forged cookie. */
    const sendToEveryRoute = async () => {
      for (const [path, methods] of Object.entries(paths).filter(([each]) => !each.includes('logout'))) {
        const url = path.replace(/\{[^}]*\}/g, 'none')
        const calls = Object.keys(methods).flatMap((name) => [
          send(name.toUpperCase(), url, { authorization: `Bearer ${token}` }),
          send(name.toUpperCase(), `${url}?token=${token}`, {
            authorization: `Bearer ${token.slice(0, -1)}`,
          }),
          send(name.toUpperCase(), url, { cookie: `authToken=${encodeURIComponent(token)}.forged` }),
        ])
        await Promise.all(calls)
      }
    }
    await sendToEveryRoute()
    await cluster.kill('content', 'SIGKILL')
    await Promise.all([
      api.request('GET', '/api/posts'),
      api.request('POST', '/api/posts', { json: { metadata: { title: 'x' } } }),
    ])
    await cluster.kill('postgres', 'SIGKILL')
    await Promise.all(
      Array.from({ length: 5 }, () => api.request('GET', '/api/users').catch(() => undefined)),
    )
    await cluster.ready()
    const again = await loggedIn(cluster.baseUrl, editor)
    await eventually('a logout', async () => (await again.request('POST', '/api/auth/logout')).status < 400)

    const keys = await Promise.all(
      serviceNames.map((name) => readFile(join(folder.path, 'service-keys', name), 'utf8')),
    )
    const pairKeys = keys.flatMap((text) => text.match(/[A-Za-z0-9_-]{43}/g) ?? [])
    expect(pairKeys).toHaveLength(20)
    const secrets = [...Object.values(canary), token, cluster.s3.secretKey, ...pairKeys]
    const postgres = openPostgres({
      url: cluster.databaseUrl,
      schema: 'public',
      log: createLogger('test', 'silent'),
    })
    const events = await Promise.all(
      serviceNames
        .slice(1)
        .map((name) =>
          postgres.prepare<{ row: string }>(`select to_json(o)::text as row from ${name}.outbox o`)([]),
        ),
    )
    await postgres.close()
    const written = {
      log: lines,
      event: events.flat().map(({ row }) => row),
      trace: traces.spans().map((span) => JSON.stringify(span)),
      error: texts,
    }
    expect(written.log.length).toBeGreaterThan(100)
    expect(written.event.length).toBeGreaterThan(3)
    const leaks = Object.entries(written).flatMap(([kind, all]) =>
      all.filter((text) => secrets.some((secret) => text.includes(secret))).map((text) => `${kind}: ${text}`),
    )
    expect(leaks).toEqual([])
  }, 120_000)
})
