/** Duration of bulk calls with 10,000 items, and latency of another client during these calls. */
import { type Api, loggedIn } from '../api.ts'
import { administrator, startProcess, temporaryFolder } from '../process.ts'
import { percentile, printTable, round } from './table.ts'

const items = 10_000
const seeders = 16
const actions = ['publish', 'draft', 'delete'] as const

export async function measureBulk(): Promise<void> {
  const folder = temporaryFolder()
  const rows: (string | number)[][] = []
  try {
    const system = await startProcess(folder.path, { RATE_LIMIT_PER_MINUTE: '100000000' })
    const [api, other] = [
      await loggedIn(system.apiUrl, administrator),
      await loggedIn(system.apiUrl, administrator),
    ]
    for (const type of ['posts', 'pages'] as const) {
      const ids = await seed(api, type)
      const quiet = await latenciesDuring(other, () => new Promise((resolve) => setTimeout(resolve, 3_000)))
      rows.push([`idle, ${items} ${type} stored`, '', ...quiet.columns])
      for (const action of actions) {
        const { ms, columns } = await latenciesDuring(other, () => runBulk(api, type, action, ids))
        rows.push([`${action} ${items} ${type}`, round(ms / 1000, 1), ...columns])
      }
    }
    await system.end('SIGTERM')
  } finally {
    folder.remove()
  }
  const columns = [
    'bulk call',
    'seconds',
    'other caller: p50 ms',
    'p99 ms',
    'longest ms',
    'requests',
    'failed',
  ]
  printTable('Bulk calls, while another caller lists posts sequentially', columns, rows)
}

async function runBulk(api: Api, type: string, action: string, ids: readonly string[]): Promise<void> {
  const { body } = await api.ok('POST', `/api/bulk/${type}`, { json: { action, ids } })
  if (body.successCount !== ids.length)
    throw new Error(`only ${body.successCount} of ${ids.length} succeeded: ${body.message}`)
}

async function seed(api: Api, type: string): Promise<string[]> {
  const ids: string[] = []
  let next = 0
  const seeder = async () => {
    while (next < items) {
      const n = next++
      const metadata = {
        title: `Item ${n}`,
        ...(type === 'posts' ? { category: `Category ${n % 20}`, tags: [`Tag ${n % 200}`] } : {}),
      }
      ids.push(
        String(
          (await api.ok('POST', `/api/${type}`, { json: { metadata, content: 'Set by hand.' } })).body.id,
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: seeders }, seeder))
  return ids
}

/** Duration of the work, and latencies of the requests that another client sends during the work. */
async function latenciesDuring(
  other: Api,
  work: () => Promise<unknown>,
): Promise<{ ms: number; columns: number[] }> {
  const latencies: number[] = []
  let [isOver, failed] = [false, 0]
  const polling = (async () => {
    while (!isOver) {
      const began = performance.now()
      const { status } = await other.request('GET', '/api/posts?limit=10')
      latencies.push(performance.now() - began)
      if (status !== 200) failed++
    }
  })()
  const began = performance.now()
  await work().finally(() => (isOver = true))
  const ms = performance.now() - began
  await polling
  return {
    ms,
    columns: [
      ...[50, 99, 100].map((share) => round(percentile(latencies, share), 1)),
      latencies.length,
      failed,
    ],
  }
}
