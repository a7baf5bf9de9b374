/** Every replica of every service is restarted in turn, under load: nobody may notice. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, ReplicaName } from '@typecase/cluster/start'
import { apiClient, loggedIn } from '../api.ts'
import { administrator } from '../process.ts'
import { tcpBalancer } from './balancer.ts'

export interface RollingOptions {
  /** With two replicas of every service. */
  readonly cluster: Cluster
  /** Those to restart, in this order. */
  readonly replicas: readonly ReplicaName[]
  /** How many requests are to begin in a second. */
  readonly perSecond: number
  readonly say: (line: string) => void
}

export interface RolledReplica {
  readonly name: ReplicaName
  readonly requests: number
  readonly failed: number
  /** Milliseconds of the slowest answer. */
  readonly slowest: number
}

export interface RollingResult {
  readonly replicas: readonly RolledReplica[]
  readonly uploads: number
  readonly failures: readonly string[]
  readonly perSecond: number
}

/** Uploads that are always under way: bytes, and the pieces in which they are sent over seconds. */
const large = { at: 2, bytes: 4 * 1024 * 1024, pieces: 16, pieceEveryMs: 150 }
/** Milliseconds from the readiness of a replica to the next restart, as `minReadySeconds` is in Kubernetes. */
const settleMs = 2_000
/** Requests under way at most: a machine that gives less than is asked for is not to be drowned. */
const most = 16

export async function rollingRestart({ cluster, replicas, perSecond, say }: RollingOptions): Promise<RollingResult> {
  const gateways = cluster.replicas.filter(({ service }) => service === 'gateway').map(({ ports }) => ports)
  const backends = (port: 'api' | 'site') => gateways.map((ports) => ({ port: ports[port] ?? 0, healthPort: ports.health }))
  const [apiBalancer, siteBalancer] = [await tcpBalancer(backends('api')), await tcpBalancer(backends('site'))]
  const load = await startLoad(apiBalancer.url, siteBalancer.url, perSecond)
  const began = Date.now()
  const rolled: RolledReplica[] = []
  try {
    await sleep(settleMs)
    for (const name of replicas) {
      say(`${name} is restarted`)
      load.begin()
      await cluster.restart(name)
      await sleep(settleMs)
      const { requests, failed, slowest } = load.now()
      rolled.push({ name, requests, failed, slowest })
      if (failed > 0) say(`${name}: ${failed} of ${requests} requests failed`)
    }
  } finally {
    await load.stop()
    await Promise.all([apiBalancer.stop(), siteBalancer.stop()])
  }
  const { failures, uploads, requests } = load.totals()
  return { replicas: rolled, failures, uploads, perSecond: (requests * 1000) / (Date.now() - began) }
}

async function startLoad(apiUrl: string, siteUrl: string, perSecond: number) {
  const token = String((await apiClient(apiUrl).ok('POST', '/api/auth/login', { json: administrator })).body.data?.token)
  const api = await loggedIn(apiUrl, administrator)
  const { id } = (await api.ok('POST', '/api/posts', { json: { metadata: { title: 'Rolling', status: 'published' }, content: 'x' } })).body
  await api.generate()
  const failures: string[] = []
  const running = new Set<Promise<void>>()
  const phase = { requests: 0, failed: 0, slowest: 0 }
  const total = { requests: 0, uploads: 0 }
  let stopping = false

  async function once(what: string, call: () => Promise<Response>): Promise<void> {
    const started = performance.now()
    const failed = await failureOf(call)
    phase.requests += 1
    total.requests += 1
    phase.slowest = Math.max(phase.slowest, performance.now() - started)
    if (failed === undefined) return
    phase.failed += 1
    failures.push(`${what}: ${failed}`)
  }
  const authorized = { authorization: `Bearer ${token}` }
  const json = { ...authorized, 'content-type': 'application/json' }
  const send = (method: string, path: string, body: object) => fetch(apiUrl + path, { method, headers: json, body: JSON.stringify(body) })
  let turn = 0
  const mix: (readonly [string, () => Promise<Response>])[] = [
    ['list posts', () => fetch(`${apiUrl}/api/posts?limit=5`)],
    ['read a page of the site', () => fetch(`${siteUrl}/post/rolling/`)],
    ['change a post', () => send('PUT', `/api/posts/${id}`, { metadata: { subtitle: `turn ${turn}` } })],
    ['read a session', () => fetch(`${apiUrl}/api/users/me`, { headers: authorized })],
    ['create a post', () => send('POST', '/api/posts', { metadata: { title: `Turn ${turn}` }, content: 'x' })],
    ['list files', () => fetch(`${apiUrl}/api/media?limit=5`, { headers: authorized })],
    ['read the menu', () => fetch(`${apiUrl}/api/menu`)],
    ['read a post', () => fetch(`${apiUrl}/api/posts/${id}`, { headers: authorized })],
    ['read the status of the site', () => fetch(`${apiUrl}/api/static/status`, { headers: authorized })],
    ['read the active theme', () => fetch(`${apiUrl}/api/themes/active`)],
  ]
  const ticking = setInterval(() => {
    if (running.size >= most) return
    const [what, call] = mix[turn++ % mix.length] as (typeof mix)[number]
    const request: Promise<void> = once(what, call).finally(() => running.delete(request))
    running.add(request)
  }, 1000 / perSecond)
  const uploading = Array.from({ length: large.at }, async () => {
    while (!stopping) {
      await once('upload a large file', () => uploadSlowly(apiUrl, token))
      total.uploads += 1
    }
  })
  return {
    begin: () => void Object.assign(phase, { requests: 0, failed: 0, slowest: 0 }),
    now: () => ({ ...phase, slowest: Math.round(phase.slowest) }),
    totals: () => ({ ...total, failures }),
    async stop() {
      clearInterval(ticking)
      stopping = true
      await Promise.all([...running, ...uploading])
    },
  }
}

/** Undefined for a success. */
async function failureOf(call: () => Promise<Response>): Promise<string | undefined> {
  try {
    const response = await call()
    const text = await response.text()
    return response.ok ? undefined : `${response.status} ${text.slice(0, 200)}`
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return `${String(error)}${cause ? `: ${String(cause)}` : ''}`
  }
}

/** A text file, sent piece by piece. */
function uploadSlowly(apiUrl: string, token: string): Promise<Response> {
  const boundary = randomBytes(16).toString('hex')
  const piece = new Uint8Array(large.bytes / large.pieces).fill(0x61)
  const encoder = new TextEncoder()
  async function* body() {
    yield encoder.encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.txt"\r\nContent-Type: text/plain\r\n\r\n`,
    )
    for (let n = 0; n < large.pieces; n++) {
      yield piece
      await sleep(large.pieceEveryMs)
    }
    yield encoder.encode(`\r\n--${boundary}--\r\n`)
  }
  return fetch(`${apiUrl}/api/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(body()),
    duplex: 'half',
  } as RequestInit)
}
