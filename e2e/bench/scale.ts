/**
 * One generation by one, two and three publishers on this machine: who renders what, and what it costs each of them.
 * `SCALE_POSTS` gives another number of posts than 5,000. On a machine of few cores more publishers make nothing faster; what
 * a page costs whom is what docs/scaling.md calculates with.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { type Api, loggedIn } from '../api.ts'
import { administrator, temporaryFolder } from '../process.ts'
import { cpuSeconds, tree } from './processes.ts'
import { corpus } from './site/corpus.ts'
import { insertPosts, spareMedia } from './site/insert.ts'
import { printTable, round } from './table.ts'

const replicaCounts = [1, 2, 3] as const
const rounds = 3

interface Publisher {
  readonly name: string
  /** Seconds of processor time: of the service's own process, and of its renderers. */
  readonly own: number
  readonly renderers: number
  /** Pages rendered for its own generation, and for that of another. */
  readonly pages: number
  readonly forOthers: number
}

interface Generated {
  readonly seconds: number
  readonly pages: number
  readonly publishers: readonly Publisher[]
}

export async function measureScale(): Promise<void> {
  const folder = temporaryFolder()
  try {
    const rows: (string | number)[][] = []
    const posts = corpus(Number(process.env.SCALE_POSTS ?? 5_000))
    for (const publishers of replicaCounts) {
      const cluster = await startCluster({
        dataDir: folder.path,
        replicas: { publisher: publishers },
        env: environment(folder.path),
      })
      try {
        const api = await loggedIn(cluster.baseUrl, administrator)
        if (publishers === 1) {
          await insertPosts(cluster.databaseUrl, posts)
          await generated(cluster, api)
          await spareMedia(cluster.databaseUrl)
        }
        // The first one of a process reads and renders what the others keep.
        await generated(cluster, api)
        rows.push(...rowsOf(publishers, await best(() => generated(cluster, api))))
      } finally {
        await cluster.stop()
      }
    }
    printTable(
      `a full generation of ${posts.length} posts by several publishers with one renderer each, bodies known, the best of ${rounds}`,
      [
        'publishers',
        'seconds',
        'which',
        'pages rendered',
        'share %',
        'CPU s',
        'CPU s of renderers',
        'CPU ms a page',
      ],
      rows,
    )
  } finally {
    folder.remove()
  }
}

const environment = (folder: string) => ({
  ADMIN_PASSWORD: administrator.password,
  RATE_LIMIT_PER_MINUTE: '100000000',
  LOG_LEVEL: 'warn',
  SITE_ROOT: join(folder, 'site'),
  RENDERERS: '1',
})

async function best(run: () => Promise<Generated>): Promise<Generated> {
  const runs: Generated[] = []
  for (let n = 0; n < rounds; n++) runs.push(await run())
  return runs.toSorted((one, other) => one.seconds - other.seconds)[0] as Generated
}

/** The publisher that made the generation first. */
const rowsOf = (count: number, { seconds, pages, publishers }: Generated): (string | number)[][] =>
  publishers
    .toSorted((one, other) => other.pages - one.pages)
    .map(({ pages: own, forOthers, ...cpu }, at) => [
      ...[
        at === 0 ? count : '',
        at === 0 ? round(seconds, 2) : '',
        at === 0 ? 'makes it' : 'helps',
        own + forOthers,
      ],
      ...[round(((own + forOthers) / pages) * 100), round(cpu.own, 2), round(cpu.renderers, 2)],
      round(((cpu.own + cpu.renderers) * 1000) / Math.max(1, own + forOthers), 2),
    ])

async function generated(cluster: Cluster, api: Api): Promise<Generated> {
  const before = await look(cluster)
  await api.ok('POST', '/api/static/generate')
  const last = await ended(api)
  // What somebody rendered twice is over by then.
  await sleep(500)
  const after = await look(cluster)
  const publishers = after.map((now, at) => {
    const then = before[at] ?? now
    const { name } = now
    return {
      name,
      own: now.own - then.own,
      renderers: now.renderers - then.renderers,
      pages: now.pages - then.pages,
      forOthers: now.forOthers - then.forOthers,
    }
  })
  return { seconds: last.durationMs / 1000, pages: last.pagesTotal, publishers }
}

async function ended(api: Api): Promise<{ readonly pagesTotal: number; readonly durationMs: number }> {
  for (;;) {
    const { body } = await api.ok('GET', '/api/static/status')
    const last = body.last as {
      state: string
      errors: unknown
      pagesTotal: number
      durationMs: number
    } | null
    if (!body.current && last?.state === 'succeeded') return last
    if (!body.current && last) throw new Error(`the generation ${last.state}: ${JSON.stringify(last.errors)}`)
    // Seldom: a publisher answers, whose time is measured.
    await sleep(300)
  }
}

async function look({ replicas, pid }: Cluster): Promise<Publisher[]> {
  const publishers = replicas.filter(({ service }) => service === 'publisher')
  return await Promise.all(
    publishers.map(async ({ name, ports }) => {
      const text = await (await fetch(`http://127.0.0.1:${ports.health}/metrics`)).text()
      const count = (share: string) =>
        Number(
          new RegExp(`^typecase_pages_rendered_total\\{share="${share}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
        )
      const [own, ...children] = tree(pid(name))
      const renderers = children.reduce((sum, child) => sum + cpuSeconds(child), 0)
      return {
        name,
        own: cpuSeconds(own as number),
        renderers,
        pages: count('own'),
        forOthers: count('for others'),
      }
    }),
  )
}
