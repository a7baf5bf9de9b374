/**
 * The product beside a floor: the same rows and the same bodies through bare Express → grpc-js → pg. Both run on one
 * database in one go and are loaded in turns, so that their ratio holds on a machine that others share.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@typecase/runtime/child-process'
import { type Api, apiClient } from '../../api.ts'
import { administrator, startProcess, temporaryFolder } from '../../process.ts'
import { type Load, load, type Measured } from '../load.ts'
import { multiplyPosts } from '../multiply.ts'
import { tree } from '../processes.ts'
import { seedPosts } from '../seed.ts'
import { settled } from '../settled.ts'
import { printTable, round } from '../table.ts'

const posts = 10_000
const seeded = 1_000
const rounds = 3
const seconds = 3
const connections = 16
const entry = fileURLToPath(new URL('process.ts', import.meta.url))

interface Case {
  readonly name: string
  readonly path: () => string
  readonly headers?: Readonly<Record<string, string>>
}

export async function measureFloor(): Promise<void> {
  const folder = temporaryFolder()
  const system = await startProcess(folder.path, { RATE_LIMIT_PER_MINUTE: '100000000' })
  try {
    const login = await apiClient(system.apiUrl).ok('POST', '/api/auth/login', { json: administrator })
    const token = String(login.body.data?.token)
    const api = apiClient(system.apiUrl, token)
    const databaseUrl = readFileSync(join(folder.path, 'database-url'), 'utf8').trim()
    await seedPosts(api, seeded)
    await multiplyPosts(databaseUrl, posts, '')
    await settled(system.pid)
    const ids = await idsOf(api)
    const floor = await startFloor(databaseUrl)
    try {
      const databases = () => tree(system.pid).filter((pid) => pid !== system.pid)
      const product = { url: system.apiUrl, pids: [() => [system.pid], databases] }
      const bare = { url: floor.url, pids: [() => [floor.pid], databases] }
      const rows: (string | number)[][] = []
      for (const { name, path, headers = {} } of cases(ids, { authorization: `Bearer ${token}` })) {
        await mustAnswerAlike([system.apiUrl, floor.url], path())
        const measured: { product: Measured[]; floor: Measured[] } = { product: [], floor: [] }
        for (let n = 0; n <= rounds; n++) {
          const one = await load({ ...common, url: product.url, path, headers }, product.pids)
          const other = await load({ ...common, url: bare.url, path }, bare.pids)
          // The first round warms both up.
          if (n > 0) measured.product.push(one)
          if (n > 0) measured.floor.push(other)
        }
        rows.push(...compared(name, measured.product, measured.floor))
      }
      printTable(
        `Product and floor, ${posts} posts of 4 KB, ${connections} connections, ${rounds} × ${seconds} s each in turns`,
        ['request', 'system', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms/request', 'ratio', 'with PostgreSQL', 'ratio', 'failed'],
        rows,
      )
    } finally {
      await floor.end()
    }
  } finally {
    await system.end('SIGTERM')
    folder.remove()
  }
}

const common: Pick<Load, 'seconds' | 'connections'> = { seconds, connections }

function cases(ids: readonly string[], authorised: Readonly<Record<string, string>>): Case[] {
  let at = 0
  const list = () => '/api/posts?limit=10'
  const lists = () => `/api/posts?limit=10&offset=${at++ % 1000}`
  const one = () => `/api/posts/${ids[0]}`
  const ones = () => `/api/posts/${ids[at++ % ids.length]}`
  return [
    { name: 'one list again and again', path: list },
    { name: 'the same, signed in', path: list, headers: authorised },
    { name: 'a thousand lists in turn', path: lists },
    { name: 'one post again and again', path: one },
    { name: 'the same, signed in', path: one, headers: authorised },
    { name: 'ten thousand posts in turn', path: ones },
    { name: 'the same, signed in', path: ones, headers: authorised },
  ]
}

function compared(name: string, product: readonly Measured[], floor: readonly Measured[]): (string | number)[][] {
  const costs = [product, floor].map((all) => {
    const requests = sum(all, (one) => one.requests)
    return [sum(all, ({ cpuMs }) => cpuMs[0] ?? 0) / requests, sum(all, ({ cpuMs }) => sum(cpuMs, (ms) => ms)) / requests] as const
  })
  const [, [least, leastInAll] = [1, 1]] = costs
  return [product, floor].map((all, at) => {
    const [node = 0, inAll = 0] = costs[at] ?? []
    const mean = (field: 'perSecond' | 'p50' | 'p99') => sum(all, (one) => one[field]) / all.length
    const figures = [round(mean('perSecond')), round(mean('p50'), 1), round(mean('p99'), 1)]
    const cost = [round(node, 3), round(node / least, 2), round(inAll, 3), round(inAll / leastInAll, 2)]
    return [at === 0 ? name : '', at === 0 ? 'product' : 'floor', ...figures, ...cost, sum(all, ({ failed }) => failed)]
  })
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)

/** A comparison of unlike answers would mean nothing. @throws Error when the bodies differ */
async function mustAnswerAlike(urls: readonly string[], path: string): Promise<void> {
  const [one, other] = await Promise.all(urls.map((url) => apiClient(url).ok('GET', path)))
  if (one?.text !== other?.text) throw new Error(`unlike answers for ${path}:\n${one?.text.slice(0, 1000)}\n${other?.text.slice(0, 1000)}`)
}

async function idsOf(api: Api): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; offset < posts; offset += 1000) {
    const { body } = await api.ok('GET', `/api/posts?frontmatterOnly=true&properties=id&limit=1000&offset=${offset}`)
    ids.push(...(body.data as unknown as { frontmatter: { id: string } }[]).map(({ frontmatter }) => frontmatter.id))
  }
  return ids
}

async function startFloor(databaseUrl: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [entry, String(port), databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the floor ended with ${code}`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    end: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
