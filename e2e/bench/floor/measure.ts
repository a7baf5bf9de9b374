/**
 * Compares the product with a floor: a minimal Express → grpc-js → pg stack that returns the same bodies from
 * the same database. Measures both alternately, so that the ratio of their costs is valid on a shared
 * machine.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Api, apiClient, loggedIn } from '../../api.ts'
import { administrator, type SystemProcess, startProcess, temporaryFolder } from '../../process.ts'
import { type Load, load, type Measured } from '../load.ts'
import { multiplyPosts } from '../multiply.ts'
import { tree } from '../processes.ts'
import { seedPosts } from '../seed.ts'
import { median, printTable, round } from '../table.ts'
import { untilIdle } from '../until-idle.ts'
import { startFloor } from './start.ts'

const posts = 10_000
const seeded = 1_000
const rounds = 5
const seconds = 1.2
const connections = 16

interface Case {
  readonly name: string
  readonly path: () => string
  readonly headers?: Readonly<Record<string, string>>
}

/** Measures requests with and without the response cache of the product. */
export async function measureFloor(): Promise<void> {
  const folder = temporaryFolder()
  try {
    const rows = [
      ...(await withSystem(folder.path, {}, async (system, api) => {
        await seedPosts(api, seeded)
        await multiplyPosts(databaseUrl(folder.path), posts, '')
        await untilIdle(system.pid)
        return rowsOf(system, folder.path, cachedCases)
      })),
      ...(await withSystem(folder.path, { ANSWER_CACHE_BYTES: '0' }, async (system) => {
        await untilIdle(system.pid)
        return rowsOf(system, folder.path, uncachedCases)
      })),
    ]
    printTable(
      `Product and floor, ${posts} posts of 4 KB, ${connections} connections, medians of ${rounds} × ${seconds} s each, alternating`,
      [
        'request',
        'system',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'CPU ms/request',
        'ratio',
        'with PostgreSQL',
        'ratio',
        'failed',
      ],
      rows,
    )
  } finally {
    folder.remove()
  }
}

async function withSystem<T>(
  folder: string,
  env: Readonly<Record<string, string>>,
  work: (system: SystemProcess, api: Api) => Promise<T>,
): Promise<T> {
  const system = await startProcess(folder, { RATE_LIMIT_PER_MINUTE: '100000000', ...env })
  try {
    return await work(system, await loggedIn(system.apiUrl, administrator))
  } finally {
    await system.end('SIGTERM')
  }
}

const databaseUrl = (folder: string): string => readFileSync(join(folder, 'database-url'), 'utf8').trim()

type Row = (string | number)[]

async function rowsOf(
  system: SystemProcess,
  folder: string,
  casesOf: (ids: readonly string[], authorised: Headers) => Case[],
): Promise<Row[]> {
  const login = await apiClient(system.apiUrl).ok('POST', '/api/auth/login', { json: administrator })
  const ids = await idsOf(apiClient(system.apiUrl, String(login.body.data?.token)))
  const floor = await startFloor(databaseUrl(folder))
  try {
    const databases = () => tree(system.pid).filter((pid) => pid !== system.pid)
    const product = { url: system.apiUrl, pids: [() => [system.pid], databases] }
    const bare = { url: floor.url, pids: [() => [floor.pid], databases] }
    const rows: Row[] = []
    for (const { name, path, headers = {} } of casesOf(ids, {
      authorization: `Bearer ${login.body.data?.token}`,
    })) {
      await requireEqualBodies([system.apiUrl, floor.url], path())
      const measured: Pair[] = []
      for (let n = 0; n <= rounds; n++) {
        const pair = {
          product: await load({ ...common, url: product.url, path, headers }, product.pids),
          floor: await load({ ...common, url: bare.url, path }, bare.pids),
        }
        // The first round only warms up both systems.
        if (n > 0) measured.push(pair)
      }
      rows.push(...comparisonRows(name, measured))
    }
    return rows
  } finally {
    await floor.end()
  }
}

const common: Pick<Load, 'seconds' | 'connections'> = { seconds, connections }

type Headers = Readonly<Record<string, string>>

const list = '/api/posts?limit=10'

const cachedCases = (ids: readonly string[], authorised: Headers): Case[] => [
  { name: 'one list repeatedly', path: () => list },
  { name: 'the same, logged in', path: () => list, headers: authorised },
  { name: 'one post repeatedly', path: () => `/api/posts/${ids[0]}` },
  { name: 'the same, logged in', path: () => `/api/posts/${ids[0]}`, headers: authorised },
]

function uncachedCases(ids: readonly string[], authorised: Headers): Case[] {
  let at = 0
  const post = () => `/api/posts/${ids[at++ % ids.length]}`
  return [
    { name: 'a list, not cached', path: () => list },
    { name: 'changing posts, not cached', path: post },
    { name: 'the same, logged in', path: post, headers: authorised },
  ]
}

interface Pair {
  readonly product: Measured
  readonly floor: Measured
}

/** Medians of the rounds. Computes ratios per round, because both systems then ran under similar load. */
function comparisonRows(name: string, measured: readonly Pair[]): Row[] {
  const costOf = ({ requests, cpuMs: [node = 0, databases = 0] }: Measured) =>
    [node / requests, (node + databases) / requests] as const
  const middle = (of: (pair: Pair) => number, digits: number) => round(median(measured.map(of)), digits)
  return (['product', 'floor'] as const).map((side, at) => {
    const figure = (field: 'perSecond' | 'p50' | 'p99', digits: number) =>
      middle((pair) => pair[side][field], digits)
    const cost = ([0, 1] as const).flatMap((part) => [
      middle((pair) => costOf(pair[side])[part], 3),
      middle((pair) => costOf(pair[side])[part] / costOf(pair.floor)[part], 2),
    ])
    const failed = measured.reduce((sum, pair) => sum + pair[side].failed, 0)
    return [
      at === 0 ? name : '',
      side,
      figure('perSecond', 0),
      figure('p50', 1),
      figure('p99', 1),
      ...cost,
      failed,
    ]
  })
}

/** @throws Error when the response bodies differ, because the comparison would be invalid */
async function requireEqualBodies(urls: readonly string[], path: string): Promise<void> {
  const [one, other] = await Promise.all(urls.map((url) => apiClient(url).ok('GET', path)))
  if (one?.text !== other?.text)
    throw new Error(
      `different responses for ${path}:\n${one?.text.slice(0, 1000)}\n${other?.text.slice(0, 1000)}`,
    )
}

async function idsOf(api: Api): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; offset < posts; offset += 1000) {
    const { body } = await api.ok(
      'GET',
      `/api/posts?frontmatterOnly=true&properties=id&limit=1000&offset=${offset}`,
    )
    ids.push(
      ...(body.data as unknown as { frontmatter: { id: string } }[]).map(({ frontmatter }) => frontmatter.id),
    )
  }
  return ids
}
