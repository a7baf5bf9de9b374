/** Cost of login floods: memory growth, and latency for logged-in users. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, loggedIn } from '../api.ts'
import { administrator, startProcess, temporaryFolder } from '../process.ts'
import { flood, meanwhile } from '../scenarios/login-flood.ts'
import { percentile, printTable, round } from './table.ts'

const logins = 200
const floods = 5
const quietMs = 5_000
/** Latest start of a flood, in milliseconds after the warm-up. Each ends within the gateway's timeout. */
const budgetMs = 60_000
const warmUp = `${logins} simultaneous logins, the first`
const paths = ['/api/users/me', '/api/posts?limit=10']

export async function measureLogins(): Promise<void> {
  const folder = temporaryFolder()
  const rows: (string | number)[][] = []
  try {
    const system = await startProcess(folder.path, { RATE_LIMIT_PER_MINUTE: '100000000' })
    const api = await loggedIn(system.apiUrl, administrator)
    const measure = async (what: string, work: () => Promise<Answer[]>) => {
      const { result, latencies, failed, growthMiB } = await meanwhile(system, api, paths, work)
      const answers = [401, 503].map((status) => result.filter((answer) => answer.status === status).length)
      const others = result.length - answers.reduce((sum, n) => sum + n, 0)
      const callers = paths.flatMap((path) =>
        [50, 99].map((share) => round(percentile(latencies[path] ?? [], share), 1)),
      )
      rows.push([what, ...answers, others, ...callers, failed.length, round(growthMiB)])
    }
    const floodOf = (n: number) => () =>
      flood(
        system,
        Array.from({ length: logins }, (_, at) => `${n}-${at}`),
      )
    try {
      await measure('idle', () => sleep(quietMs, []))
      // Warms up, because the process does not return memory that the first flood allocates.
      await measure(warmUp, floodOf(0))
      const began = performance.now()
      for (let n = 1; n <= floods && performance.now() - began < budgetMs; n++)
        await measure(`${logins} simultaneous logins, ${n}`, floodOf(n))
    } finally {
      await system.end('SIGTERM')
      print(rows)
    }
  } finally {
    folder.remove()
  }
}

/** Prints the rows measured so far, even after an error. */
function print(rows: readonly (readonly (string | number)[])[]): void {
  printTable(
    'Login floods while a logged-in user polls two paths (single process; growth of its memory in MiB)',
    [
      'flood',
      '401',
      '503',
      'other status',
      'me p50 ms',
      'p99 ms',
      'posts p50 ms',
      'p99 ms',
      'failed',
      'growth MiB',
    ],
    rows,
  )
}
