import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@typecase/runtime/log'
import {
  type Authenticator,
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  Events,
  type NatsConnection,
  nkeyAuthenticator,
} from 'nats'
import { inboxPrefix, type NatsAccess } from '../nats/index.ts'
import { busUnavailable } from './errors.ts'

/** Connects in the background with retries, so that the process can start while NATS is unavailable. */
export function natsConnection(access: NatsAccess, log: Logger) {
  const link = new LiveConnection(access, log)
  const seeking = link.seek()

  return {
    /** Waits for a connection. @throws BUS_UNAVAILABLE when there is none after `withinMs` */
    async live(withinMs: number): Promise<NatsConnection> {
      if (!link.isConnected && !link.stopping.signal.aborted) {
        let resume = (): void => undefined
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
          link.waiting.push(resume)
        })
        link.waiting = link.waiting.filter((known) => known !== resume)
      }
      if (!link.isConnected || !link.connection) throw busUnavailable(new Error('not connected to NATS'))
      return link.connection
    },
    async close(): Promise<void> {
      link.stopping.abort()
      for (const resume of link.waiting.splice(0)) resume()
      await link.connection?.close()
      await seeking
    },
  }
}

class LiveConnection {
  readonly access
  readonly log
  connection: NatsConnection | undefined
  readonly stopping = new AbortController()
  waiting: (() => void)[] = []
  isConnected = false

  constructor(access: NatsAccess, log: Logger) {
    this.access = access
    this.log = log
  }

  async seek(): Promise<void> {
    let isReported = false
    while (!this.stopping.signal.aborted) {
      try {
        const opened = await connect(connectionOptions(this.access.url, this.access))
        isReported = false
        await this.useUntilClosed(opened)
      } catch (error) {
        if (!isReported) this.log.warn({ error }, 'NATS is not available; retrying')
        isReported = true
      }
      await sleep(500, undefined, { signal: this.stopping.signal }).catch(() => undefined)
    }
  }

  /**
   * Returns when the connection has ended for good. After short interruptions the NATS client reconnects.
   */
  async useUntilClosed(opened: NatsConnection): Promise<void> {
    if (this.stopping.signal.aborted) return await opened.close()
    this.connection = opened
    this.setConnected(true)
    void this.watch(opened)
    const error = await opened.closed()
    this.setConnected(false)
    this.connection = undefined
    if (error) this.log.warn({ error }, 'NATS ended the connection')
  }

  async watch(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === Events.Disconnect) {
        this.setConnected(false)
        this.log.warn('connection to NATS lost; reconnecting')
      } else if (type === Events.Reconnect) {
        this.setConnected(true)
        this.log.info('connected to NATS again')
      }
    }
  }

  setConnected(now: boolean): void {
    this.isConnected = now
    if (!now) return
    for (const resume of this.waiting.splice(0)) resume()
  }
}

const isSubjectToken = (user: string): boolean => /^[\w-]+$/.test(user)

/**
 * Accepts `nats://user:password@host:4222`, `nats://token@host`, `tls://…`, and several addresses separated
 * by commas.
 */
export function connectionOptions(url: string, access: Omit<NatsAccess, 'url'> = {}): ConnectionOptions {
  const addresses = url
    .split(',')
    .map((part) => new URL(part.includes('://') ? part.trim() : `nats://${part.trim()}`))
  const { username, password, protocol } = addresses[0] as URL
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: addresses.map(({ host }) => host),
    ...(pass ? { user, pass } : user ? { token: user } : {}),
    ...authentication(access),
    ...(pass && isSubjectToken(user) ? { inboxPrefix: inboxPrefix(user) } : inboxOf(access)),
    ...tlsOf(access, protocol === 'tls:'),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: 3_000,
    pingInterval: 10_000,
    name: 'typecase',
  }
}

const inboxOf = ({ inbox }: Omit<NatsAccess, 'url'>) => (inbox ? { inboxPrefix: inbox } : {})

/** Reads the credentials or key file again at every connect. */
function authentication({ credsFile, nkeyFile }: Omit<NatsAccess, 'url'>): { authenticator?: Authenticator } {
  if (credsFile) return { authenticator: credsAuthenticator(() => readFileSync(credsFile)) }
  const seed = (file: string) => new TextEncoder().encode(readFileSync(file, 'utf8').trim())
  return nkeyFile ? { authenticator: nkeyAuthenticator(() => seed(nkeyFile)) } : {}
}

/** If this returns `tls` options, the client refuses a server without TLS. */
function tlsOf(
  { tlsCaFile, tlsCertFile, tlsKeyFile }: Omit<NatsAccess, 'url'>,
  isRequired: boolean,
): Pick<ConnectionOptions, 'tls'> {
  if (!isRequired && !tlsCaFile && !tlsCertFile) return {}
  return {
    tls: {
      ...(tlsCaFile ? { caFile: tlsCaFile } : {}),
      ...(tlsCertFile && tlsKeyFile ? { certFile: tlsCertFile, keyFile: tlsKeyFile } : {}),
    },
  }
}
