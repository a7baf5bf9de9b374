/** A publisher in its own process, which can be killed. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { GenerationServiceDef } from '@typecase/contracts/services'
import type { UserActor } from '@typecase/kernel'
import { freePort, lastLines, startServerProcess, waitUntil } from '@typecase/runtime/child-process'
import { grpcClient } from '@typecase/runtime/grpc'
import { uuidv7 } from '@typecase/runtime/postgres'
import type { CallSigner } from '@typecase/runtime/service-keys'

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
export const admin: UserActor = {
  kind: 'user',
  id: uuidv7(),
  username: 'root',
  role: 'admin',
  sessionId: uuidv7(),
}

export type Replica = Awaited<ReturnType<typeof start>>

/** Resolves when the replica is ready. `sign` signs calls as the gateway does. */
export function startReplica(
  settings: Readonly<Record<string, string>>,
  sign?: CallSigner,
): Promise<Replica> {
  return start(settings, sign).catch((error: unknown) => {
    // Another process may have taken a free port before the replica used it.
    if (String(error).includes(' is in use ')) return start(settings, sign)
    throw error
  })
}

async function start(settings: Readonly<Record<string, string>>, sign: CallSigner | undefined) {
  const [port, health] = [await freePort(), await freePort()]
  const output = lastLines()
  const child = await startServerProcess({
    name: 'publisher',
    command: process.execPath,
    args: [entry],
    env: { GRPC_PORT: String(port), HEALTH_PORT: String(health), LOG_LEVEL: 'info', ...settings },
    onLine: output.add,
  })
  const metrics = async () => (await fetch(`http://127.0.0.1:${health}/metrics`)).text()
  const isReady = () =>
    fetch(`http://127.0.0.1:${health}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil('the publisher', isReady, 60_000, child.running).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${output.text()}`)
  })
  const publisher = clientOf(`127.0.0.1:${port}`, sign)
  return {
    output: output.text,
    running: child.running,
    /**
     * Pages rendered so far. In builds of this replica: by itself (`own`) and by others (`byOthers`). In
     * builds of others: by this replica (`forOthers`).
     */
    async rendered() {
      const text = await metrics()
      const count = (share: string) =>
        Number(
          new RegExp(`^typecase_pages_rendered_total\\{share="${share}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
        )
      return { own: count('own'), byOthers: count('by others'), forOthers: count('for others') }
    },
    ...publisher,
    async kill() {
      publisher.close()
      child.kill('SIGKILL')
      await child.ended
    },
    async stop() {
      publisher.close()
      await child.stop()
    },
  }
}

/** A client of the publisher at that address. */
export function clientOf(address: string, sign?: CallSigner) {
  const client = grpcClient([GenerationServiceDef], address, sign)
  const status = () => client.getSiteStatus({}, { actor: admin })
  return {
    begin: () => client.generateSite({}, { actor: admin }),
    status,
    /** Waits until nothing is queued or running. */
    async idle() {
      for (;;) {
        const { current, last } = await status()
        if (!current && last) return last
        await sleep(50)
      }
    },
    /** Waits until the running generation has rendered that many pages. */
    async hasDone(pages: number) {
      for (;;) {
        const { current, last } = await status()
        if ((current?.pagesDone ?? 0) >= pages) return
        if (!current && last) throw new Error('the generation ended before the test could interrupt it')
        await sleep(5)
      }
    },
    close: () => client.close(),
  }
}

/** Digest of every file of a site, by path. */
export async function filesOf(site: string): Promise<Record<string, string>> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(site.length + 1))
  const digest = async (path: string) =>
    createHash('sha256')
      .update(await readFile(join(site, path)))
      .digest('hex')
      .slice(0, 12)
  return Object.fromEntries(await Promise.all(files.sort().map(async (path) => [path, await digest(path)])))
}
