/** The embedded PostgreSQL as a part of the system. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@typecase/embedded-postgres'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'

export interface EmbeddedDatabase extends Part {
  /** Available after the start, and then constant. */
  url(): string
  /** The same by a Unix socket if there is one; for this process. */
  socketUrl(): string
  /** The server's process, for tests that kill it. */
  pid(): number
}

const firstPauseMs = 200
const longestPauseMs = 10_000

/**
 * Restarts a server that ends unexpectedly on the same port, after a growing pause. Requests fail with 503
 * meanwhile.
 */
export function embeddedDatabase(dataDir: string, log: Logger): EmbeddedDatabase {
  let server: EmbeddedPostgres | undefined
  let stopping = false
  let supervision: Promise<void> = Promise.resolve()
  const launch = (port?: number) =>
    startEmbeddedPostgres({
      dataDir,
      ...(port === undefined ? {} : { port }),
      log: (line) => log.debug({ line }, 'postgres'),
    })
  const supervise = async (running: EmbeddedPostgres): Promise<void> => {
    let current = running
    for (let pause = firstPauseMs; ; ) {
      const how = await current.ended
      if (stopping) return
      log.error({ how }, 'the database process ended unexpectedly; restarting it')
      for (;;) {
        await sleep(pause)
        if (stopping) return
        pause = Math.min(pause * 2, longestPauseMs)
        try {
          current = await launch(running.port)
          break
        } catch (error) {
          log.error({ error }, 'the database does not start')
        }
      }
      server = current
      // If the stop began meanwhile, it waits for the supervision and stops this server.
      if (!stopping) setTimeout(() => (pause = firstPauseMs), longestPauseMs).unref()
    }
  }
  const running = (): EmbeddedPostgres => {
    if (!server) throw new Error('the embedded database is not running')
    return server
  }
  return {
    name: 'embedded PostgreSQL',
    url: () => running().url,
    socketUrl: () => running().socketUrl,
    pid: () => running().pid,
    async start() {
      server = await launch()
      supervision = supervise(server)
    },
    async stop() {
      stopping = true
      await server?.stop()
      await supervision
      // Stops a server that was restarting when the stop began.
      await server?.stop()
    },
  }
}
