/**
 * A full build by 1, 2, 4 and 8 publishers, each limited to a tenth of a core, into a folder and into S3.
 * `SCALE_POSTS` replaces the 10,000 posts, `SCALE_PUBLISHERS=1,4` other numbers of
 * publishers, `SCALE_STORES=s3` one store, `SCALE_SHARE=0.2` another share of a core.
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
/** Builds without a limit until every publisher has taken part in one. */
const warmUps = 6

interface Publisher {
  readonly name: string
  /** Seconds of processor time of the service's own process. */
  readonly own: number
  readonly children: number
  /** Pages rendered for its own build, and for the build of another publisher. */
  readonly pages: number
  readonly forOthers: number
}

interface Built {
  readonly seconds: number
  readonly pages: number
  readonly publishers: readonly Publisher[]
}

interface Limited extends Built {
  /** Mechanism of the CPU limit. */
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
          const best = await bestOf(() => builtWithLimit(cluster, api))
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
        ['publishers', 'seconds', `of ${replicaCounts[0]}`, 'pages', 'by others', ...cpuColumns],
        rows,
      )
    } finally {
      folder.remove()
    }
  }
}

const cpuColumns = ['CPU s of the coordinator', 'its renderers', 'CPU s of each other', 'their renderers']

const environment = (folder: string, store: string) => ({
  ADMIN_PASSWORD: administrator.password,
  RATE_LIMIT_PER_MINUTE: '100000000',
  LOG_LEVEL: 'warn',
  RENDERERS: '1',
  ...(store === 'folder' ? { SITE_ROOT: join(folder, 'site') } : {}),
})

async function fill(cluster: Cluster, api: Api, posts: ReturnType<typeof corpus>): Promise<void> {
  await insertPosts(cluster.databaseUrl, posts)
  await built(cluster, api)
  await skipPostsInMedia(cluster.databaseUrl)
}

async function warmUp(cluster: Cluster, api: Api): Promise<void> {
  await built(cluster, api)
  for (let tries = 0; tries < warmUps; tries++) {
    const { publishers } = await built(cluster, api)
    if (publishers.every(({ pages, forOthers }) => pages + forOthers > 0)) return
  }
  throw new Error('a publisher took no part in any build')
}

/** Excludes pre-staging and records of the previous build from the measurement. */
async function builtWithLimit(cluster: Cluster, api: Api): Promise<Limited> {
  await Promise.all(publishersOf(cluster).map(({ name }) => untilIdle(cluster.pid(name))))
  const limits = limited(cluster)
  try {
    return { ...(await built(cluster, api)), by: limits[0]?.by ?? '' }
  } finally {
    for (const limit of limits) limit.release()
  }
}

const limited = (cluster: Cluster): readonly CpuLimit[] =>
  publishersOf(cluster).map(({ name }) =>
    limitCpu(`typecase-bench-${process.pid}-${name}`, tree(cluster.pid(name)), share),
  )

const publishersOf = ({ replicas }: Cluster) => replicas.filter(({ service }) => service === 'publisher')

async function bestOf(run: () => Promise<Limited>): Promise<Limited> {
  const runs: Limited[] = []
  for (let n = 0; n < rounds; n++) runs.push(await run())
  return runs.toSorted((one, other) => one.seconds - other.seconds)[0] as Limited
}

function rowOf(count: number, { seconds, pages, publishers }: Built, alone: number): (string | number)[] {
  const [coordinator, ...others] = publishers.toSorted((one, other) => other.pages - one.pages)
  if (!coordinator) throw new Error('no publisher has built the site')
  const sum = (of: (publisher: Publisher) => number) => others.reduce((all, each) => all + of(each), 0)
  const each = (of: (publisher: Publisher) => number) => round(sum(of) / Math.max(1, others.length), 2)
  return [
    ...[count, round(seconds, 1), round(seconds / alone, 2), pages, sum(({ forOthers }) => forOthers)],
    ...[round(coordinator.own, 2), round(coordinator.children, 2)],
    ...[each(({ own }) => own), each(({ children }) => children)],
  ]
}

async function built(cluster: Cluster, api: Api): Promise<Built> {
  const before = await look(cluster)
  await api.ok('POST', '/api/static/generate')
  const last = await ended(api)
  const after = await look(cluster)
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

async function ended(api: Api): Promise<{ readonly pagesTotal: number; readonly durationMs: number }> {
  for (;;) {
    // Rarely, because a response costs measured time of a publisher.
    await sleep(2_000)
    const { status, body } = await api.request('GET', '/api/static/status')
    // With a tenth of a core a publisher may not answer in time.
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

async function look(cluster: Cluster): Promise<Publisher[]> {
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
