/** Concurrent logins, and other requests meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Api, apiClient } from '../api.ts'
import { residentMiB } from '../bench/processes.ts'
import type { SystemProcess } from '../process.ts'

export interface Meanwhile {
  /** Milliseconds of each request by path. */
  readonly waits: Readonly<Record<string, readonly number[]>>
  /** Requests with a status other than 200. */
  readonly failed: readonly string[]
  /** Peak growth of the process's memory, in MiB. */
  readonly grownMiB: number
}

/** Requests the paths, one after the other each, and samples memory, until the work is done. */
export async function meanwhile<T>(
  system: SystemProcess,
  api: Api,
  paths: readonly string[],
  work: () => Promise<T>,
): Promise<Meanwhile & { result: T }> {
  const before = residentMiB(system.pid)
  const waits: Record<string, number[]> = Object.fromEntries(paths.map((path) => [path, []]))
  const failed: string[] = []
  let [isOver, grownMiB] = [false, 0]
  const asking = paths.map(async (path) => {
    while (!isOver) {
      const began = performance.now()
      const { status, text } = await api.request('GET', path)
      waits[path]?.push(performance.now() - began)
      if (status !== 200) failed.push(`${path}: ${text}`)
      await sleep(5)
    }
  })
  const looking = (async () => {
    while (!isOver) {
      grownMiB = Math.max(grownMiB, residentMiB(system.pid) - before)
      await sleep(20)
    }
  })()
  const result = await work().finally(() => (isOver = true))
  await Promise.all([...asking, looking])
  return { result, waits, failed, grownMiB }
}

/**
 * Concurrent logins on separate connections, and their responses. `from`: the address in the proxy's header.
 */
export function flood(system: SystemProcess, usernames: readonly string[], from?: string): Promise<Answer[]> {
  return Promise.all(usernames.map((username) => logInFrom(system, from, username, 'not-the-password')))
}

/** One login through a proxy; without an address directly. */
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
