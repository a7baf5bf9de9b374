import pg from 'pg'
import type { Logger } from '../log/index.ts'
import type { DedicatedConnection } from './dedicated.ts'

type Listener = (payload?: string) => void

/** All LISTENs of one database over one connection, opened at the first and reconnected for ever. */
export function listener(connect: () => Promise<DedicatedConnection>, log: Logger) {
  const channels = new Map<string, Set<Listener>>()
  let connection: DedicatedConnection | undefined
  let connecting: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function open(delayMs: number, again: boolean): Promise<void> {
    try {
      const opened = await connect()
      opened.onNotification((channel, payload) => wake(channel, payload))
      for (const channel of channels.keys()) await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (closed) return await opened.close()
      connection = opened
      opened.lost.addEventListener('abort', () => reopen(opened), { once: true })
      if (opened.lost.aborted) reopen(opened)
      if (again) for (const channel of channels.keys()) wake(channel)
    } catch (error) {
      log.warn({ error }, 'cannot listen for database notifications; trying again')
      later(delayMs)
    }
  }

  function reopen(lost: DedicatedConnection): void {
    if (connection !== lost || closed) return
    connection = undefined
    later(100)
  }

  function later(delayMs: number): void {
    if (closed) return
    retry = setTimeout(() => {
      connecting = open(Math.min(delayMs * 2, 2_000), true)
    }, delayMs)
    retry.unref()
  }

  function wake(channel: string, payload?: string): void {
    for (const fn of channels.get(channel) ?? []) fn(payload)
  }

  return {
    async listen(channel: string, fn: Listener): Promise<() => Promise<void>> {
      const known = channels.get(channel)
      if (known) known.add(fn)
      else channels.set(channel, new Set([fn]))
      connecting ??= open(100, false)
      await connecting
      // A failure here means the connection is lost, and the reconnect listens on every channel.
      if (!known) await connection?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
      return async () => {
        const listeners = channels.get(channel)
        listeners?.delete(fn)
        if (listeners?.size !== 0) return
        channels.delete(channel)
        await connection?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
      }
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(retry)
      await connecting
      await connection?.close()
    },
  }
}
