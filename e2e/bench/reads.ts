/** Throughput, latency and CPU time of the two most frequent reads, with 10,000 posts. */

import { startCluster } from '@typecase/cluster/start'
import autocannon from 'autocannon'
import { type Api, loggedIn } from '../api.ts'
import { administrator, startProcess, temporaryFolder } from '../process.ts'
import { cpuSeconds, tree } from './processes.ts'
import { printTable, round } from './table.ts'

const posts = 10_000
const seconds = 10
const connections = 16

interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpuMs: number
  readonly failed: number
}

export async function measureReads(): Promise<void> {
  const rows: (string | number)[][] = []
  const folder = temporaryFolder()
  try {
    const system = await startProcess(folder.path, { RATE_LIMIT_PER_MINUTE: '100000000' })
    rows.push(...(await rowsOf('single process', system.apiUrl, () => tree(system.pid))))
    await system.end('SIGTERM')
  } finally {
    folder.remove()
  }
  const clusterFolder = temporaryFolder()
  try {
    const cluster = await startCluster({
      dataDir: clusterFolder.path,
      env: { ADMIN_PASSWORD: administrator.password, RATE_LIMIT_PER_MINUTE: '100000000' },
    })
    rows.push(
      ...(await rowsOf('separate processes', cluster.baseUrl, () =>
        tree(process.pid).filter((pid) => pid !== process.pid),
      )),
    )
    await cluster.stop()
  } finally {
    clusterFolder.remove()
  }
  printTable(
    `Reads with ${posts} posts of 4 KB, ${connections} connections, ${seconds} s each; client and server share the machine`,
    ['system', 'request', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms/request', 'failed'],
    rows,
  )
}

async function rowsOf(system: string, url: string, pids: () => number[]): Promise<(string | number)[][]> {
  const api = await loggedIn(url, administrator)
  const ids = await seed(api)
  let at = 0
  const requests: [string, () => string][] = [
    ['GET /api/posts?limit=10', () => '/api/posts?limit=10'],
    ['GET /api/posts/{id}', () => `/api/posts/${ids[at++ % ids.length]}`],
  ]
  const rows: (string | number)[][] = []
  for (const [name, path] of requests) {
    await load(url, path, 3, pids)
    const { perSecond, p50, p99, cpuMs, failed } = await load(url, path, seconds, pids)
    rows.push([system, name, round(perSecond), p50, p99, round(cpuMs, 2), failed])
  }
  return rows
}

async function seed(api: Api): Promise<string[]> {
  const ids: string[] = []
  const paragraph = 'Every kind of sort has a compartment of its own, and the hand finds it without the eye. '
  const content = paragraph.repeat(Math.ceil(4096 / paragraph.length)).slice(0, 4096)
  let next = 0
  const worker = async () => {
    while (next < posts) {
      const n = next++
      const metadata = {
        title: `Post ${n}`,
        status: 'published',
        category: `Category ${n % 20}`,
        tags: [`Tag ${n % 200}`],
        excerpt: paragraph,
      }
      ids.push(String((await api.ok('POST', '/api/posts', { json: { metadata, content } })).body.id))
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return ids
}

async function load(
  url: string,
  path: () => string,
  duration: number,
  pids: () => number[],
): Promise<Measured> {
  const before = pids().map(cpuSeconds)
  const result = await autocannon({
    url,
    connections,
    duration,
    requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
  })
  const spent =
    pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0) - before.reduce((sum, one) => sum + one, 0)
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (spent * 1000) / result.requests.total,
    failed: result.non2xx + result.errors,
  }
}
