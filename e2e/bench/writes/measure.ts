/**
 * Cost of writes, including the background work after them, compared with a floor that inserts the same post
 * through plain Express → grpc-js → pg. No site is generated. `BENCH_STATEMENTS=N` also prints the N most
 * frequently executed statements.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loggedIn } from '../../api.ts'
import { administrator, startProcess, temporaryFolder } from '../../process.ts'
import { startFloor } from '../floor/start.ts'
import { load } from '../load.ts'
import { cpuSeconds } from '../processes.ts'
import { median, printTable, round } from '../table.ts'
import { untilIdle } from '../until-idle.ts'
import { measureBurst } from './burst.ts'
import { casesOf, creating, postIds, prepare, type WriteCase } from './cases.ts'
import { countStatements, openCounters } from './counters.ts'

const connections = 8
const rounds = 2
const creates = 1_000
const writeCount = Number(process.env.BENCH_WRITES ?? 1_000)
const statementsShown = Number(process.env.BENCH_STATEMENTS ?? 0)

type Row = (string | number)[]

export async function measureWrites(): Promise<void> {
  const folder = temporaryFolder()
  const rows: Row[] = []
  try {
    await (await startProcess(folder.path)).end('SIGTERM')
    countStatements(folder.path)
    const system = await startProcess(folder.path, { RATE_LIMIT_PER_MINUTE: '100000000' })
    try {
      const databaseUrl = readFileSync(join(folder.path, 'database-url'), 'utf8').trim()
      const counters = await openCounters(folder.path, databaseUrl, system.pid)
      const api = await loggedIn(system.apiUrl, administrator)
      const product = async (write: WriteCase) => measure(write, api.url, api.token, counters, system.pid)
      const create = creating()
      const files = await prepare(api)
      await measure(
        { name: 'warm up', request: create, requests: 500 },
        api.url,
        api.token,
        counters,
        system.pid,
      )
      const floor = await measureCreates(databaseUrl, () =>
        product({ name: 'create', request: create, requests: creates }),
      )
      rows.push(...floor)
      const ids = await postIds(api, writeCount)
      await measureBurst(api, system.pid, String(ids[0]))
      for (const write of casesOf(ids, files, writeCount)) rows.push((await product(write)).row)
      await counters.close()
    } finally {
      await system.end('SIGTERM')
    }
  } finally {
    folder.remove()
  }
  printTable(
    `Writes to the standalone system: 4 KB posts, ${connections} connections; cost with background work`,
    [
      'write',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'relative to floor',
      'statements',
      'commits',
      'WAL syncs',
      'Node ms',
      'PostgreSQL ms',
      'total ms',
      'failed',
    ],
    rows,
  )
}

interface Measurement {
  readonly perSecond: number
  readonly row: Row
}

async function measure(
  { name, request, requests, items = 1, connections: concurrency = connections }: WriteCase,
  url: string,
  token: string,
  counters: Awaited<ReturnType<typeof openCounters>>,
  pid: number,
): Promise<Measurement> {
  await untilIdle(pid)
  const before = await counters.spent()
  await counters.mostExecuted(1, 1)
  const headers = { authorization: `Bearer ${token}` }
  const { perSecond, p50, p99, failed } = await load(
    { url, ...request, headers, amount: requests, connections: concurrency },
    [],
  )
  await untilIdle(pid)
  const after = await counters.spent()
  const writes = requests * items
  if (statementsShown > 0)
    console.log(`${name}\n  ${(await counters.mostExecuted(writes, statementsShown)).join('\n  ')}\n`)
  const [node, postgres] = [
    (after.nodeMs - before.nodeMs) / writes,
    (after.postgresMs - before.postgresMs) / writes,
  ]
  const counts = [after.statements, after.commits - before.commits, after.flushes - before.flushes].map((n) =>
    round(n / writes, 1),
  )
  const cost = [node, postgres, node + postgres].map((ms) => round(ms, 2))
  return {
    perSecond: perSecond * items,
    row: [name, round(perSecond * items), round(p50, 1), round(p99, 1), '', ...counts, ...cost, failed],
  }
}

/** Measures floor and product alternately, so that other load on the machine affects both. */
async function measureCreates(databaseUrl: string, product: () => Promise<Measurement>): Promise<Row[]> {
  await withClient(databaseUrl, (client) => client.query(floorTable))
  const floor = await startFloor(databaseUrl)
  const request = creating()
  try {
    const measurements: { bare: number; p50: number; p99: number; nodeMs: number; result: Measurement }[] = []
    for (let n = 0; n < rounds; n++) {
      await load({ url: floor.url, ...request, amount: creates, connections }, [])
      const before = cpuSeconds(floor.pid)
      const { perSecond, p50, p99 } = await load(
        { url: floor.url, ...request, amount: creates * 2, connections },
        [],
      )
      const nodeMs = ((cpuSeconds(floor.pid) - before) * 1000) / (creates * 2)
      measurements.push({ bare: perSecond, p50, p99, nodeMs, result: await product() })
    }
    const middle = (of: (measurement: (typeof measurements)[number]) => number, digits = 0) =>
      round(median(measurements.map(of)), digits)
    const floorRow: Row = [
      'floor: insert',
      middle(({ bare }) => bare),
      middle(({ p50 }) => p50, 1),
      middle(({ p99 }) => p99, 1),
      1,
    ]
    const nodeMs = middle((measurement) => measurement.nodeMs, 2)
    return [
      [...floorRow, 1, 1, '', nodeMs, '', '', 0],
      ...measurements.map(({ bare, result: { perSecond, row } }) => row.with(4, round(perSecond / bare, 2))),
    ]
  } finally {
    await floor.end()
  }
}

const floorTable = `
  create schema floor;
  create table floor.posts (id uuid primary key, title text not null, slug text not null unique, status text not null,
    author text not null, created_at timestamptz not null, updated_at timestamptz not null, metadata json not null,
    content text not null, revision bigint not null)`

async function withClient(
  connectionString: string,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
