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

/**
 * If the server exits unexpectedly, starts it again on the same port, after a pause that doubles up to 10 s.
 * Until it runs again, requests fail with 503. Then the connection pools of the services reconnect.
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
      const reason = await current.ended
      if (stopping) return
      log.error({ reason }, 'the database exited unexpectedly; restarting it')
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
      // If `stop` was called during the restart, it waits for this function and then stops the new server.
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
      // If a restart was in progress when `stop` was called, `server` is now the new server.
      await server?.stop()
    },
  }
}
