/** Puts load on an address and tells what it cost. */
import autocannon from 'autocannon'
import { cpuSeconds } from './processes.ts'

export interface Load {
  readonly url: string
  /** Answers the path of the next request. */
  readonly path: () => string
  readonly headers?: Readonly<Record<string, string>>
  readonly seconds: number
  readonly connections: number
}

export interface Measured {
  readonly requests: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Answers of another status than 2xx or 304, and broken connections. */
  readonly failed: number
  /** Milliseconds of processor time of each group of processes. */
  readonly cpuMs: readonly number[]
}

/** Loads and counts, beside the client's figures, the processor time of those groups of processes. */
export async function load(
  { url, path, headers = {}, seconds, connections }: Load,
  groups: readonly (() => readonly number[])[],
): Promise<Measured> {
  const before = groups.map((pids) => new Map(pids().map((pid) => [pid, cpuSeconds(pid)])))
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers },
    requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
  })
  const cpuMs = groups.map((pids, at) => spent(pids(), before[at]) * 1000)
  const notModified = Number(result.statusCodeStats?.['304']?.count ?? 0)
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx - notModified + result.errors,
    cpuMs,
  }
}

/** Processes that came meanwhile count whole, those that have gone not at all. */
const spent = (pids: readonly number[], before: ReadonlyMap<number, number> | undefined): number =>
  pids.reduce((sum, pid) => sum + (cpuSeconds(pid) || 0) - (before?.get(pid) || 0), 0)
