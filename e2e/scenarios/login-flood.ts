/** Sends concurrent logins, and measures other requests during this flood. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Api, apiClient } from '../api.ts'
import { residentMiB } from '../bench/processes.ts'
import type { SystemProcess } from '../process.ts'

export interface Measurements {
  /** Latencies in milliseconds, by path. */
  readonly latencies: Readonly<Record<string, readonly number[]>>
  /** Responses with a status other than 200. */
  readonly failed: readonly string[]
  /** Peak growth of the system's resident memory, in MiB. */
  readonly growthMiB: number
}

/** Polls each path, one request at a time, and samples memory until the work completes. */
export async function meanwhile<T>(
  system: SystemProcess,
  api: Api,
  paths: readonly string[],
  work: () => Promise<T>,
): Promise<Measurements & { result: T }> {
  const before = residentMiB(system.pid)
  const latencies: Record<string, number[]> = Object.fromEntries(paths.map((path) => [path, []]))
  const failed: string[] = []
  let [isOver, growthMiB] = [false, 0]
  const polling = paths.map(async (path) => {
    while (!isOver) {
      const began = performance.now()
      const { status, text } = await api.request('GET', path)
      latencies[path]?.push(performance.now() - began)
      if (status !== 200) failed.push(`${path}: ${text}`)
      await sleep(5)
    }
  })
  const sampling = (async () => {
    while (!isOver) {
      growthMiB = Math.max(growthMiB, residentMiB(system.pid) - before)
      await sleep(20)
    }
  })()
  const result = await work().finally(() => (isOver = true))
  await Promise.all([...polling, sampling])
  return { result, latencies, failed, growthMiB }
}

/**
 * Sends concurrent logins with wrong passwords; returns the responses. `from` is the client address in
 * X-Forwarded-For.
 */
export function flood(system: SystemProcess, usernames: readonly string[], from?: string): Promise<Answer[]> {
  return Promise.all(usernames.map((username) => logInFrom(system, from, username, 'not-the-password')))
}

/** Logs in. With `from`, sends X-Forwarded-For, as a proxy does. */
export function logInFrom(
  system: SystemProcess,
  from: string | undefined,
  username: string,
  password: string,
): Promise<Answer> {
  const headers: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from }
  return apiClient(system.apiUrl).request('POST', '/api/auth/login', {
    json: { username, password },
    headers,
  })
}
