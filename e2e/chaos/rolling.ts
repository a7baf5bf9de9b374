/** Restarts every replica of every service under load and counts failed requests. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, ReplicaName } from '@typecase/cluster/start'
import { type Api, loggedIn } from '../api.ts'
import { administrator } from '../process.ts'
import { squarePng } from '../scenarios/png.ts'
import { tcpBalancer } from './balancer.ts'
import { type ProxyRequest, proxyClient } from './proxy-client.ts'

export interface RollingOptions {
  /** Cluster with two replicas of every service. */
  readonly cluster: Cluster
  /** Replicas to restart, in order. */
  readonly replicas: readonly ReplicaName[]
  /** Requests started per second. */
  readonly perSecond: number
  /** Maximum concurrent requests, so that a slow machine is not overloaded. */
  readonly atOnce: number
  /** Concurrent uploads, each of which takes several seconds. */
  readonly upload: { readonly atOnce: number; readonly bytes: number }
  readonly print: (line: string) => void
}

export interface RestartedReplica {
  readonly name: ReplicaName
  readonly requests: number
  readonly failed: number
  /** Latency of the slowest response, in milliseconds. */
  readonly slowest: number
}

export interface RollingResult {
  readonly replicas: readonly RestartedReplica[]
  readonly uploads: number
  readonly failures: readonly string[]
  readonly perSecond: number
}

/** Number of chunks of an upload, and milliseconds between them. */
const chunks = 16
const chunkEveryMs = 150
/** Milliseconds that a replica must be ready before the next restart. Kubernetes: `minReadySeconds`. */
const minReadyMs = 3_000

export async function rollingRestart(options: RollingOptions): Promise<RollingResult> {
  const { cluster, replicas, print } = options
  const gateways = cluster.replicas.filter(({ service }) => service === 'gateway').map(({ ports }) => ports)
  const backends = (port: 'api' | 'site') =>
    gateways.map((ports) => ({ port: ports[port] ?? 0, healthPort: ports.health }))
  const [apiBalancer, siteBalancer] = [
    await tcpBalancer(backends('api')),
    await tcpBalancer(backends('site')),
  ]
  const load = await startLoad(apiBalancer.url, siteBalancer.url, options)
  const began = Date.now()
  const restarted: RestartedReplica[] = []
  try {
    await sleep(minReadyMs)
    for (const name of replicas) {
      print(`${name} is restarted`)
      load.begin()
      await cluster.restart(name)
      await sleep(minReadyMs)
      const { requests, failed, slowest } = load.now()
      restarted.push({ name, requests, failed, slowest })
      if (failed > 0) print(`${name}: ${failed} of ${requests} requests failed`)
    }
  } finally {
    await load.stop()
    await Promise.all([apiBalancer.stop(), siteBalancer.stop()])
  }
  const { failures, uploads, requests } = load.totals()
  return { replicas: restarted, failures, uploads, perSecond: (requests * 1000) / (Date.now() - began) }
}

async function startLoad(apiUrl: string, siteUrl: string, { perSecond, atOnce, upload }: RollingOptions) {
  const api = await loggedIn(apiUrl, administrator)
  const { id } = (
    await api.ok('POST', '/api/posts', {
      json: { metadata: { title: 'Rolling', status: 'published' }, content: 'x' },
    })
  ).body
  const content = `x ![](${await uploadedImage(api)})`
  await api.generate()
  const client = proxyClient()
  const failures: string[] = []
  const running = new Set<Promise<void>>()
  const phase = { requests: 0, failed: 0, slowest: 0 }
  const total = { requests: 0, uploads: 0 }
  let stopping = false

  async function measured(what: string, call: () => Promise<string | undefined>): Promise<void> {
    const started = performance.now()
    const failed = await call()
    phase.requests += 1
    total.requests += 1
    phase.slowest = Math.max(phase.slowest, performance.now() - started)
    if (failed === undefined) return
    phase.failed += 1
    failures.push(`${what}: ${failed}`)
  }
  const authorized = { authorization: `Bearer ${api.token}` }
  const headers = { ...authorized, 'content-type': 'application/json' }
  const read = (url: string, as = {}) => client.failure('GET', url, { headers: as })
  const write = (method: string, path: string, body: object) =>
    client.failure(method, apiUrl + path, { headers, body: JSON.stringify(body) })
  let turn = 0
  const mix: (readonly [string, () => Promise<string | undefined>])[] = [
    ['list posts', () => read(`${apiUrl}/api/posts?limit=5`)],
    ['read a page of the site', () => read(`${siteUrl}/post/rolling/`)],
    ['change a post', () => write('PUT', `/api/posts/${id}`, { metadata: { subtitle: `turn ${turn}` } })],
    ['read a session', () => read(`${apiUrl}/api/users/me`, authorized)],
    ['create a post', () => write('POST', '/api/posts', { metadata: postOf(turn), content })],
    ['list files', () => read(`${apiUrl}/api/media?limit=5`, authorized)],
    ['read the menu', () => read(`${apiUrl}/api/menu`)],
    ['read a post', () => read(`${apiUrl}/api/posts/${id}`, authorized)],
    ['read the status of the site', () => read(`${apiUrl}/api/static/status`, authorized)],
    ['read the active theme', () => read(`${apiUrl}/api/themes/active`)],
  ]
  const ticking = setInterval(() => {
    if (running.size >= atOnce) return
    const [what, call] = mix[turn++ % mix.length] as (typeof mix)[number]
    const request: Promise<void> = measured(what, call).finally(() => running.delete(request))
    running.add(request)
  }, 1000 / perSecond)
  const uploading = Array.from({ length: upload.atOnce }, async () => {
    while (!stopping) {
      await measured('upload a file', () =>
        client.failure('POST', `${apiUrl}/api/media/upload`, slowUpload(authorized, upload.bytes)),
      )
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
      client.close()
    },
  }
}

/** Metadata of a post, mostly a draft, because each published post changes many pages of the site. */
const postOf = (turn: number) => ({
  title: `Turn ${turn}`,
  status: turn % 50 < 10 ? 'published' : 'draft',
  category: `Category ${turn % 3}`,
  tags: ['turn'],
})

async function uploadedImage(api: Api): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(squarePng(64))], { type: 'image/png' }), 'rolling.png')
  return String((await api.ok('POST', '/api/media/upload', { form })).body.data?.url)
}

/** An upload of a text file, sent slowly in chunks. */
function slowUpload(authorized: Readonly<Record<string, string>>, bytes: number): ProxyRequest {
  const boundary = randomBytes(16).toString('hex')
  const chunk = Buffer.alloc(Math.ceil(bytes / chunks), 0x61)
  async function* body() {
    yield `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.txt"\r\nContent-Type: text/plain\r\n\r\n`
    for (let n = 0; n < chunks; n++) {
      yield chunk
      await sleep(chunkEveryMs)
    }
    yield `\r\n--${boundary}--\r\n`
  }
  return {
    headers: { ...authorized, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.from(body()),
  }
}
