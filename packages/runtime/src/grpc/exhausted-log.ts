import { exhausted } from '@typecase/kernel'
import type { Logger } from 'pino'

/** Milliseconds between two log lines about one resource: a full disk fails every call. */
const quietMs = 60_000

/** Logs which resource is exhausted. Clients only learn that a part of the system is unavailable. */
export function exhaustedLog(log: Logger): (error: unknown, rpc: string) => void {
  const lastLogged = new Map<string, number>()
  return (error, rpc) => {
    const found = exhausted(error)
    if (!found) return
    const now = performance.now()
    const last = lastLogged.get(found.code)
    if (last !== undefined && now - last < quietMs) return
    lastLogged.set(found.code, now)
    log.error({ error, rpc, code: found.code }, `calls fail: ${found.reason}`)
  }
}
