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

/** A connection that is sought from the start and for ever, so that the process can start while NATS is away. */
export function natsConnection(access: NatsAccess, log: Logger) {
  const stopping = new AbortController()
  let connection: NatsConnection | undefined
  let waiting: (() => void)[] = []
  let up = false
  const seeking = seek()

  async function seek(): Promise<void> {
    let told = false
    while (!stopping.signal.aborted) {
      try {
        const opened = await connect(connectionOptions(access.url, access))
        told = false
        await live(opened)
      } catch (error) {
        if (!told) log.warn({ error }, 'NATS is not available; trying again until it is')
        told = true
      }
      await sleep(500, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** Returns when the connection has ended for good; short breaks are bridged by the client itself. */
  async function live(opened: NatsConnection): Promise<void> {
    if (stopping.signal.aborted) return await opened.close()
    connection = opened
    setUp(true)
    void watch(opened)
    const error = await opened.closed()
    setUp(false)
    connection = undefined
    if (error) log.warn({ error }, 'NATS ended the connection')
  }

  async function watch(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === Events.Disconnect) {
        setUp(false)
        log.warn('connection to NATS lost; reconnecting')
      } else if (type === Events.Reconnect) {
        setUp(true)
        log.info('connected to NATS again')
      }
    }
  }

  function setUp(now: boolean): void {
    up = now
    if (!now) return
    for (const resume of waiting.splice(0)) resume()
  }

  return {
    /** The live connection. @throws BUS_UNAVAILABLE when there is none within that time. */
    async live(withinMs: number): Promise<NatsConnection> {
      if (!up && !stopping.signal.aborted) {
        let resume = (): void => undefined
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
          waiting.push(resume)
        })
        waiting = waiting.filter((known) => known !== resume)
      }
      if (!up || !connection) throw busUnavailable(new Error('not connected to NATS'))
      return connection
    },
    async close(): Promise<void> {
      stopping.abort()
      for (const resume of waiting.splice(0)) resume()
      await connection?.close()
      await seeking
    },
  }
}

const isSubjectToken = (user: string): boolean => /^[\w-]+$/.test(user)

/** `nats://user:password@host:4222`, `nats://token@host`, `tls://…`; several addresses are parted by commas. */
export function connectionOptions(url: string, access: Omit<NatsAccess, 'url'> = {}): ConnectionOptions {
  const addresses = url.split(',').map((part) => new URL(part.includes('://') ? part.trim() : `nats://${part.trim()}`))
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

/** Files are read at every connect. */
function authentication({ credsFile, nkeyFile }: Omit<NatsAccess, 'url'>): { authenticator?: Authenticator } {
  if (credsFile) return { authenticator: credsAuthenticator(() => readFileSync(credsFile)) }
  const seed = (file: string) => new TextEncoder().encode(readFileSync(file, 'utf8').trim())
  return nkeyFile ? { authenticator: nkeyAuthenticator(() => seed(nkeyFile)) } : {}
}

/** With any of them the client refuses a server that does not offer TLS. */
function tlsOf({ tlsCaFile, tlsCertFile, tlsKeyFile }: Omit<NatsAccess, 'url'>, isRequired: boolean): Pick<ConnectionOptions, 'tls'> {
  if (!isRequired && !tlsCaFile && !tlsCertFile) return {}
  return {
    tls: {
      ...(tlsCaFile ? { caFile: tlsCaFile } : {}),
      ...(tlsCertFile && tlsKeyFile ? { certFile: tlsCertFile, keyFile: tlsKeyFile } : {}),
    },
  }
}
