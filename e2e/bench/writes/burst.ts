/** Latency of readers while one client saves many posts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoggedIn } from '../../api.ts'
import { load } from '../load.ts'
import { printTable, round } from '../table.ts'
import { untilIdle } from '../until-idle.ts'
import { creating } from './cases.ts'
import { type Reads, startReader } from './reader.ts'

const burst = Number(process.env.BENCH_BURST ?? 10_000)
const perSecond = 100

/** Prints the latency of an anonymous reader without and with the burst; `postId`: a published post. */
export async function measureBurst(api: LoggedIn, pid: number, postId: string): Promise<void> {
  await untilIdle(pid)
  const urls = ['/api/posts?limit=10', `/api/posts/${postId}`].map((path) => api.url + path)
  const alone = startReader({ urls, perSecond })
  await sleep(10_000)
  const quiet = await alone.stop()
  const beside = startReader({ urls, perSecond })
  await sleep(1_000)
  const headers = { authorization: `Bearer ${api.token}` }
  const saved = await load({ url: api.url, ...creating(), headers, amount: burst, connections: 8 }, [])
  const busy = await beside.stop()
  printTable(
    `Reads during a burst: alternating a list and a single post, ${perSecond} a second, milliseconds from the time they are due`,
    ['reader', 'reads', 'p50', 'p99', 'longest', 'failed'],
    [row('alone', quiet), row(`while ${burst} posts are saved, ${round(saved.perSecond)} a second`, busy)],
  )
}

const row = (name: string, { latencies, failed }: Reads) => {
  const at = (part: number) =>
    round(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? Number.NaN, 1)
  return [name, latencies.length, at(0.5), at(0.99), at(1), failed]
}
