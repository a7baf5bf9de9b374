/** Runs the embedded PostgreSQL as a part of the standalone system. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@typecase/embedded-postgres'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'

export interface EmbeddedDatabase extends Part {
  /** URL by TCP. Available after the start; a restart does not change it. */
  url(): string
  /** URL by Unix socket, for this process; equals `url` if the server has no socket. */
  socketUrl(): string
  /** The server's process, for tests that kill it. */
  pid(): number
}

const firstPauseMs = 200
const longestPauseMs = 10_000

interface Supervision {
  /** Undefined before the start. */
  server: EmbeddedPostgres | undefined
  stopping: boolean
  readonly launch: (port?: number) => Promise<EmbeddedPostgres>
  readonly log: Logger
}

/**
 * If the server exits unexpectedly, starts it again on the same port, after a pause that doubles up to 10 s.
 * Until it runs again, requests fail with 503. Then the connection pools of the services reconnect.
 */
export function embeddedDatabase(dataDir: string, log: Logger): EmbeddedDatabase {
  const launch = (port?: number) =>
    startEmbeddedPostgres({
      dataDir,
      ...(port === undefined ? {} : { port }),
      log: (line) => log.debug({ line }, 'postgres'),
    })
  const supervision: Supervision = { server: undefined, stopping: false, launch, log }
  let supervising: Promise<void> = Promise.resolve()
  const running = (): EmbeddedPostgres => {
    if (!supervision.server) throw new Error('the embedded database is not running')
    return supervision.server
  }
  return {
    name: 'embedded PostgreSQL',
    url: () => running().url,
    socketUrl: () => running().socketUrl,
    pid: () => running().pid,
    async start() {
      supervision.server = await launch()
      supervising = supervise(supervision, supervision.server)
    },
    async stop() {
      supervision.stopping = true
      await supervision.server?.stop()
      await supervising
      // If a restart was in progress when `stop` was called, `server` is now the new server.
      await supervision.server?.stop()
    },
  }
}

/** Restarts the server after each unexpected exit, until `stopping` is set. */
async function supervise(supervision: Supervision, first: EmbeddedPostgres): Promise<void> {
  const { launch, log } = supervision
  let current = first
  for (let pause = firstPauseMs; ; ) {
    const reason = await current.ended
    if (supervision.stopping) return
    log.error({ reason }, 'the database exited unexpectedly; restarting it')
    for (;;) {
      await sleep(pause)
      if (supervision.stopping) return
      pause = Math.min(pause * 2, longestPauseMs)
      try {
        current = await launch(first.port)
        break
      } catch (error) {
        log.error({ error }, 'the database does not start')
      }
    }
    supervision.server = current
    // If `stop` was called during the restart, it waits for this function and then stops the new server.
    if (!supervision.stopping) setTimeout(() => (pause = firstPauseMs), longestPauseMs).unref()
  }
}
