/** Sends requests to a server with autocannon and measures latency and CPU time. */
import autocannon from 'autocannon'
import { cpuSeconds } from './processes.ts'

export interface Load {
  readonly url: string
  /** Returns the path of the next request. */
  readonly path: () => string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Returns the JSON body of the next request. */
  readonly body?: () => unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Duration of the load; ignored if `amount` is set. */
  readonly seconds?: number
  /** Number of requests after which to stop. */
  readonly amount?: number
  readonly connections: number
}

export interface Measured {
  readonly requests: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Number of responses other than 2xx and 304, and of connection errors. */
  readonly failed: number
  /** CPU time of each process group, in milliseconds. */
  readonly cpuMs: readonly number[]
}

/** Runs the load, and measures the CPU time that each process group uses during it. */
export async function load(
  { url, path, method = 'GET', body, headers = {}, seconds, amount, connections }: Load,
  groups: readonly (() => readonly number[])[],
): Promise<Measured> {
  const before = groups.map((pids) => new Map(pids().map((pid) => [pid, cpuSeconds(pid)])))
  const [began, running] = [performance.now(), Promise.withResolvers<autocannon.Result>()]
  let lastAt = began
  const instance = autocannon(
    {
      url,
      connections,
      ...(amount === undefined ? { duration: seconds } : { amount }),
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      requests: [
        {
          method,
          setupRequest: (request) => ({
            ...request,
            path: path(),
            ...(body && { body: JSON.stringify(body()) }),
          }),
        },
      ],
    },
    (error, done) => (error ? running.reject(error) : running.resolve(done)),
  )
  instance.on('response', () => {
    lastAt = performance.now()
  })
  const result = await running.promise
  const cpuMs = groups.map((pids, at) => spent(pids(), before[at]) * 1000)
  const notModified = Number(result.statusCodeStats?.['304']?.count ?? 0)
  return {
    requests: result.requests.total,
    // With `amount`, autocannon rounds its duration up to whole seconds.
    perSecond:
      amount === undefined ? result.requests.average : (result.requests.total * 1000) / (lastAt - began),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx - notModified + result.errors,
    cpuMs,
  }
}

/** CPU time of these processes since `before`. A process that started later counts from its start. */
const spent = (pids: readonly number[], before: ReadonlyMap<number, number> | undefined): number =>
  pids.reduce((sum, pid) => sum + (cpuSeconds(pid) || 0) - (before?.get(pid) || 0), 0)
