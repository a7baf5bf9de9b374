/** The embedded PostgreSQL as a part of the system: started with it, stopped with it, and started again when it dies alone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@typecase/embedded-postgres'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'

export interface EmbeddedDatabase extends Part {
  /** Known once started, and the same until the end. */
  url(): string
  /** The same by a Unix socket where there is one; for this process. */
  socketUrl(): string
  /** The server's process, for tests that kill it. */
  pid(): number
}

const firstPauseMs = 200
const longestPauseMs = 10_000

/**
 * While it runs, a server that ends by itself is started again on the same port, with a growing pause; the services'
 * pools find it by themselves and answer 503 meanwhile.
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
      log.error({ how }, 'the database ended by itself and is started again')
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
      // Between the launch and here the stop may have begun; it waits for the supervision and then stops this one.
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
      // A restart that was under way when the stop began.
      await server?.stop()
    },
  }
}
