/**
 * Duration of a full build by 1, 2, 4 and 8 publishers, each limited to a tenth of a core, into a folder and
 * into S3. Set `SCALE_POSTS` (default 10,000), `SCALE_PUBLISHERS=1,4`, `SCALE_STORES=s3` or
 * `SCALE_SHARE=0.2` (share of a core) to change these values.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { type Api, loggedIn } from '../api.ts'
import { administrator, temporaryFolder } from '../process.ts'
import { type CpuLimit, limitCpu } from './cpu-limit.ts'
import { cpuSeconds, tree } from './processes.ts'
import { corpus } from './site/corpus.ts'
import { insertPosts, skipPostsInMedia } from './site/insert.ts'
import { printTable, round } from './table.ts'
import { untilIdle } from './until-idle.ts'

const numbers = (name: string, otherwise: string) => (process.env[name] ?? otherwise).split(',').map(Number)
const replicaCounts = numbers('SCALE_PUBLISHERS', '1,2,4,8')
const share = Number(process.env.SCALE_SHARE ?? 0.1)
const stores = (process.env.SCALE_STORES ?? 'folder,s3').split(',')
const rounds = 2
/** Maximum builds without a CPU limit, until every publisher has rendered pages of the same build. */
const warmUps = 6

interface Publisher {
  readonly name: string
  /** CPU time of the service's main process, in seconds. */
  readonly own: number
  readonly children: number
  /** Pages that this publisher rendered for builds that it coordinated. */
  readonly pages: number
  /** Pages that this publisher rendered for builds that another publisher coordinated. */
  readonly forOthers: number
}

interface BuildResult {
  readonly seconds: number
  readonly pages: number
  readonly publishers: readonly Publisher[]
}

interface LimitedBuild extends BuildResult {
  /** The mechanism that limited the publishers. */
  readonly by: string
}

export async function measureScale(): Promise<void> {
  const posts = corpus(Number(process.env.SCALE_POSTS ?? 10_000))
  for (const store of stores) {
    const folder = temporaryFolder()
    try {
      const rows: (string | number)[][] = []
      let alone: number | undefined
      let by = ''
      for (const count of replicaCounts) {
        const cluster = await startCluster({
          dataDir: folder.path,
          replicas: { publisher: count },
          env: environment(folder.path, store),
        })
        try {
          const api = await loggedIn(cluster.baseUrl, administrator)
          if (rows.length === 0) await fill(cluster, api, posts)
          await warmUp(cluster, api)
          const best = await bestOf(() => buildWithLimit(cluster, api))
          by = best.by
          alone ??= best.seconds
          rows.push(rowOf(count, best, alone))
          console.error(rows.at(-1)?.join(' '))
        } finally {
          await cluster.stop()
        }
      }
      printTable(
        `a full build of ${posts.length} posts into ${store === 's3' ? 'S3' : 'a folder'}, each publisher with ${share} of a core (${by}), bodies rendered before, the best of ${rounds}`,
        [
          ...['publishers', 'seconds', `relative to ${replicaCounts[0]}`, 'pages'],
          ...['pages not rendered by the coordinator', ...cpuColumns],
        ],
        rows,
      )
    } finally {
      folder.remove()
    }
  }
}

const cpuColumns = [
  ...['CPU s of the coordinator', 'CPU s of its renderers'],
  ...['CPU s of each other publisher', 'CPU s of the renderers of each other publisher'],
]

const environment = (folder: string, store: string) => ({
  ADMIN_PASSWORD: administrator.password,
  RATE_LIMIT_PER_MINUTE: '100000000',
  LOG_LEVEL: 'warn',
  RENDERERS: '1',
  ...(store === 'folder' ? { SITE_ROOT: join(folder, 'site') } : {}),
})

async function fill(cluster: Cluster, api: Api, posts: ReturnType<typeof corpus>): Promise<void> {
  await insertPosts(cluster.databaseUrl, posts)
  await build(cluster, api)
  await skipPostsInMedia(cluster.databaseUrl)
}

async function warmUp(cluster: Cluster, api: Api): Promise<void> {
  await build(cluster, api)
  for (let tries = 0; tries < warmUps; tries++) {
    const { publishers } = await build(cluster, api)
    if (publishers.every(({ pages, forOthers }) => pages + forOthers > 0)) return
  }
  throw new Error('a publisher has not rendered any pages')
}

/** Builds with the CPU limit. Waits first, so that remaining work of the previous build is not measured. */
async function buildWithLimit(cluster: Cluster, api: Api): Promise<LimitedBuild> {
  await Promise.all(publishersOf(cluster).map(({ name }) => untilIdle(cluster.pid(name))))
  const limits = limitPublishers(cluster)
  try {
    return { ...(await build(cluster, api)), by: limits[0]?.by ?? '' }
  } finally {
    for (const limit of limits) limit.release()
  }
}

const limitPublishers = (cluster: Cluster): readonly CpuLimit[] =>
  publishersOf(cluster).map(({ name }) =>
    limitCpu(`typecase-bench-${process.pid}-${name}`, tree(cluster.pid(name)), share),
  )

const publishersOf = ({ replicas }: Cluster) => replicas.filter(({ service }) => service === 'publisher')

async function bestOf(run: () => Promise<LimitedBuild>): Promise<LimitedBuild> {
  const runs: LimitedBuild[] = []
  for (let n = 0; n < rounds; n++) runs.push(await run())
  return runs.toSorted((a, b) => a.seconds - b.seconds)[0] as LimitedBuild
}

function rowOf(
  count: number,
  { seconds, pages, publishers }: BuildResult,
  alone: number,
): (string | number)[] {
  const [coordinator, ...others] = publishers.toSorted((a, b) => b.pages - a.pages)
  if (!coordinator) throw new Error('no publisher has built the site')
  const sum = (of: (publisher: Publisher) => number) => others.reduce((all, each) => all + of(each), 0)
  const each = (of: (publisher: Publisher) => number) => round(sum(of) / Math.max(1, others.length), 2)
  return [
    ...[count, round(seconds, 1), round(seconds / alone, 2), pages, sum(({ forOthers }) => forOthers)],
    ...[round(coordinator.own, 2), round(coordinator.children, 2)],
    ...[each(({ own }) => own), each(({ children }) => children)],
  ]
}

async function build(cluster: Cluster, api: Api): Promise<BuildResult> {
  const before = await snapshot(cluster)
  await api.ok('POST', '/api/static/generate')
  const last = await lastGeneration(api)
  const after = await snapshot(cluster)
  const publishers = after.map((now, at) => {
    const then = before[at] ?? now
    return {
      name: now.name,
      own: now.own - then.own,
      children: now.children - then.children,
      pages: now.pages - then.pages,
      forOthers: now.forOthers - then.forOthers,
    }
  })
  return { seconds: last.durationMs / 1000, pages: last.pagesTotal, publishers }
}

async function lastGeneration(
  api: Api,
): Promise<{ readonly pagesTotal: number; readonly durationMs: number }> {
  for (;;) {
    // Polls rarely, because each request costs CPU time of a publisher, which is measured.
    await sleep(2_000)
    const { status, body } = await api.request('GET', '/api/static/status')
    // With a tenth of a core, a publisher sometimes does not respond in time.
    if (status === 503) continue
    if (status !== 200) throw new Error(`GET /api/static/status: ${status} ${JSON.stringify(body)}`)
    const last = body.last as {
      state: string
      errors: unknown
      pagesTotal: number
      durationMs: number
    } | null
    if (!body.current && last?.state === 'succeeded') return last
    if (!body.current && last) throw new Error(`the build ${last.state}: ${JSON.stringify(last.errors)}`)
  }
}

async function snapshot(cluster: Cluster): Promise<Publisher[]> {
  const { pid } = cluster
  return await Promise.all(
    publishersOf(cluster).map(async ({ name, ports }) => {
      const text = await (await fetch(`http://127.0.0.1:${ports.health}/metrics`)).text()
      const count = (share: string) =>
        Number(
          new RegExp(`^typecase_pages_rendered_total\\{share="${share}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
        )
      const [own, ...children] = tree(pid(name))
      return {
        name,
        own: cpuSeconds(own as number),
        children: children.reduce((sum, child) => sum + cpuSeconds(child), 0),
        pages: count('own'),
        forOthers: count('for others'),
      }
    }),
  )
}
