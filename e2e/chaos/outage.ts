/** Measures how one dead or unresponsive service affects routes that do not need it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@typecase/cluster/start'
import { type Answer, type Api, apiClient, loggedIn } from '../api.ts'
import { percentile } from '../bench/table.ts'
import { administrator } from '../process.ts'

/** For each service, a route that needs it and routes that do not. Requests with a token need identity. */
const routes = {
  identity: { affected: '/api/users/me', others: ['/api/posts?limit=5', '/api/menu', '/'] },
  content: { affected: '/api/posts?limit=5', others: ['/api/users/me', '/api/themes', '/'] },
  media: { affected: '/api/media?limit=5', others: ['/api/posts?limit=5', '/api/users/me', '/'] },
  themes: { affected: '/api/themes', others: ['/api/posts?limit=5', '/api/users/me', '/'] },
  publisher: { affected: '/api/static/status', others: ['/api/posts?limit=5', '/api/users/me', '/'] },
} as const
type Service = keyof typeof routes
const services = Object.keys(routes) as Service[]

/** Milliseconds of load before and during each outage. */
const phaseMs = 8_000
const [clients, affectedClients] = [4, 2]
/** Maximum milliseconds until a 503 response during an outage, and until the route works again after it. */
const [maxRefusalMs, maxRecoveryMs] = [6_000, 10_000]

export interface Outage {
  readonly service: Service
  readonly manner: 'dead' | 'slow'
  /** Duration of the slowest 503 response, in milliseconds. */
  readonly refusal: number
  /** Latency of the routes that do not need the service, in milliseconds. */
  readonly p99: { readonly before: number; readonly during: number }
  readonly requests: number
  /** Seconds until the affected route worked again. */
  readonly recovery: number
}

/** Returns the measurements and every error, such as an unexpected response. */
export async function outages(cluster: Cluster, print: (line: string) => void) {
  const api = await loggedIn(cluster.baseUrl, administrator)
  await api.ok('POST', '/api/posts', {
    json: { metadata: { title: 'Seen by all', status: 'published' }, content: 'x' },
  })
  await api.generate()
  const found: Outage[] = []
  const errors: string[] = []
  for (const service of services) {
    for (const manner of ['dead', 'slow'] as const) {
      print(`${service} is ${manner}`)
      const others = () => services.filter((each) => each !== service).map((each) => cluster.pid(each))
      const pids = others().join()
      found.push(
        await outage({
          cluster,
          api,
          service,
          manner,
          fail: (what) => errors.push(`${service} ${manner}: ${what}`),
        }),
      )
      if (others().join() !== pids) errors.push(`${service} ${manner}: another service was restarted`)
    }
  }
  return { found, errors }
}

interface OutageContext {
  readonly cluster: Cluster
  readonly api: Api
  readonly service: Service
  readonly manner: Outage['manner']
  readonly fail: (what: string) => void
}

async function outage({ cluster, api, service, manner, fail }: OutageContext): Promise<Outage> {
  const { affected, others } = routes[service]
  const visitor = service === 'identity' ? apiClient(cluster.baseUrl) : api
  const load = () => measureLatencies(cluster, visitor, others, fail)
  const before = await load()
  let during: readonly number[] = []
  let refusal = 0
  const measure = async () => {
    const [times, slowest] = await Promise.all([load(), slowestRefusal(api, affected, fail)])
    during = times
    refusal = slowest
  }
  if (manner === 'dead') await cluster.restart(service, measure, 'SIGKILL')
  else {
    await cluster.kill(service, 'SIGSTOP')
    await measure().finally(() => cluster.kill(service, 'SIGCONT'))
  }
  const ended = performance.now()
  while ((await api.request('GET', affected)).status !== 200 && performance.now() - ended < 2 * maxRecoveryMs)
    await sleep(50)
  const recovery = performance.now() - ended
  if (recovery > maxRecoveryMs) fail(`the affected route did not work again within ${maxRecoveryMs / 1000} s`)
  const p99 = { before: percentile(before, 99), during: percentile(during, 99) }
  return { service, manner, refusal, p99, requests: during.length, recovery: recovery / 1000 }
}

/** Requests the paths for `phaseMs`; returns latencies in milliseconds. `/` is the site's home page. */
async function measureLatencies(
  cluster: Cluster,
  api: Api,
  paths: readonly string[],
  fail: OutageContext['fail'],
): Promise<readonly number[]> {
  const times: number[] = []
  const until = performance.now() + phaseMs
  const client = async (at: number) => {
    for (let n = at; performance.now() < until; n++) {
      const path = paths[n % paths.length] ?? '/'
      const began = performance.now()
      const status =
        path === '/' ? (await fetch(cluster.siteUrl)).status : (await api.request('GET', path)).status
      times.push(performance.now() - began)
      if (status !== 200) fail(`${path} returned ${status}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, at) => client(at)))
  return times
}

/** Requests a route of the failed service; returns the duration of the slowest 503 response. */
async function slowestRefusal(api: Api, path: string, fail: OutageContext['fail']): Promise<number> {
  let slowest = 0
  const until = performance.now() + phaseMs
  const client = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const answer = await api.request('GET', path)
      slowest = Math.max(slowest, performance.now() - began)
      if (!isRefusal(answer)) fail(`${path} returned ${answer.status} ${answer.text.slice(0, 200)}`)
      await sleep(100)
    }
  }
  await Promise.all(Array.from({ length: affectedClients }, client))
  if (slowest > maxRefusalMs) fail(`${path} returned 503 only after ${Math.round(slowest)} ms`)
  return slowest
}

const isRefusal = ({ status, headers, body }: Answer): boolean =>
  status === 503 &&
  /^[12]$/.test(headers.get('retry-after') ?? '') &&
  (body as { success?: unknown }).success === false
