import pg from 'pg'
import type { Logger } from '../log/index.ts'
import type { DedicatedConnection } from './dedicated.ts'

type Listener = (payload?: string) => void

/** Listens on all channels of a database over one connection, which opens on first use and reconnects. */
export function listener(connect: () => Promise<DedicatedConnection>, log: Logger) {
  const channels = new ChannelListener(connect, log)

  return {
    async listen(channel: string, fn: Listener): Promise<() => Promise<void>> {
      const known = channels.channels.get(channel)
      if (known) known.add(fn)
      else channels.channels.set(channel, new Set([fn]))
      channels.connecting ??= channels.open(100, false)
      await channels.connecting
      // An error here means that the connection is lost; the reconnect listens on every channel.
      if (!known)
        await channels.connection?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
      return async () => {
        const listeners = channels.channels.get(channel)
        listeners?.delete(fn)
        if (listeners?.size !== 0) return
        channels.channels.delete(channel)
        await channels.connection?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
      }
    },
    async close(): Promise<void> {
      channels.closed = true
      clearTimeout(channels.retry)
      await channels.connecting
      await channels.connection?.close()
    },
  }
}

class ChannelListener {
  readonly connect
  readonly log
  connection: DedicatedConnection | undefined
  connecting: Promise<void> | undefined
  retry: NodeJS.Timeout | undefined
  readonly channels = new Map<string, Set<Listener>>()
  closed = false

  constructor(connect: () => Promise<DedicatedConnection>, log: Logger) {
    this.connect = connect
    this.log = log
  }

  async open(delayMs: number, again: boolean): Promise<void> {
    try {
      const opened = await this.connect()
      opened.onNotification((channel, payload) => this.wake(channel, payload))
      for (const channel of this.channels.keys()) await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (this.closed) return await opened.close()
      this.connection = opened
      opened.lost.addEventListener('abort', () => this.reopen(opened), { once: true })
      if (opened.lost.aborted) this.reopen(opened)
      if (again) for (const channel of this.channels.keys()) this.wake(channel)
    } catch (error) {
      this.log.warn({ error }, 'cannot listen for database notifications; retrying')
      this.later(delayMs)
    }
  }

  reopen(lost: DedicatedConnection): void {
    if (this.connection !== lost || this.closed) return
    this.connection = undefined
    this.later(100)
  }

  later(delayMs: number): void {
    if (this.closed) return
    this.retry = setTimeout(() => {
      this.connecting = this.open(Math.min(delayMs * 2, 2_000), true)
    }, delayMs)
    this.retry.unref()
  }

  wake(channel: string, payload?: string): void {
    for (const fn of this.channels.get(channel) ?? []) fn(payload)
  }
}
