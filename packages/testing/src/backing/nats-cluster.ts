/** Three NATS servers of one JetStream cluster, for tests that kill one. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@typecase/runtime/child-process'
import { type NatsServer, startNats } from './nats.ts'

export interface NatsCluster {
  /** Addresses of all servers, separated by commas. */
  readonly url: string
  /** Server names, as in the cluster information of a stream. */
  readonly names: readonly string[]
  kill(name: string): Promise<void>
  /** Starts a killed server with its data. */
  start(name: string): Promise<void>
  stop(): Promise<void>
}

export interface NatsClusterOptions {
  readonly dir: string
  /** Appended to the configuration of each server, such as its users. */
  readonly config?: string
  /** Each line that a server writes. */
  readonly log?: (line: string) => void
}

/** @throws Error if the NATS servers are not child processes of this process */
export async function startNatsCluster({ dir, config = '', log }: NatsClusterOptions): Promise<NatsCluster> {
  const names = ['nats-1', 'nats-2', 'nats-3']
  const members = await Promise.all(
    names.map(async (name) => ({ name, port: await freePort(), clusterPort: await freePort() })),
  )
  const routes = members.map(({ clusterPort }) => `"nats://127.0.0.1:${clusterPort}"`).join(', ')
  const running = new Map<string, NatsServer>()

  async function start(name: string): Promise<void> {
    const member = members.find((each) => each.name === name)
    if (!member) throw new Error(`the cluster has no server ${name}`)
    const configFile = join(dir, `${name}.conf`)
    const cluster = `cluster { name: test, listen: "127.0.0.1:${member.clusterPort}", routes: [${routes}] }`
    await writeFile(configFile, `server_name: ${name}\n${cluster}\n${config}\n`)
    const server = await startNats({ dir: join(dir, name), port: member.port, configFile, log })
    running.set(name, server)
    if (!server.child) throw new Error(`${server.from} cannot be used for a cluster`)
  }

  async function stop(): Promise<void> {
    await Promise.all([...running.values()].map((server) => server.stop()))
  }

  await mkdir(dir, { recursive: true })
  const failed = (await Promise.allSettled(names.map(start))).find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return {
    url: members.map(({ port }) => `nats://127.0.0.1:${port}`).join(','),
    names,
    async kill(name) {
      const child = running.get(name)?.child
      running.delete(name)
      child?.kill('SIGKILL')
      await child?.ended
    },
    start,
    stop,
  }
}
