/** A Ceph cluster of one monitor, one OSD and one S3 gateway, on 127.0.0.1 and in one folder. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  freePort,
  lastLines,
  minimalEnvironment,
  type ServerProcess,
  startServerProcess,
  waitUntil,
} from '@typecase/runtime/child-process'
import { cephConf } from './ceph-conf.ts'
import type { CephInstallation, CephProgram } from './ceph-install.ts'
import { localKeys, type S3Options, type S3Server } from './s3-server.ts'

const run = promisify(execFile)

interface Ceph {
  readonly dir: string
  readonly conf: string
  readonly fsid: string
  readonly monPort: number
  readonly kind: S3Options['kind']
  /** Runs a program to completion. */
  tool(name: CephProgram, ...args: string[]): Promise<string>
  daemon(name: CephProgram, ...args: string[]): Promise<ServerProcess>
  lastOutput(): string
}

/** Starts the cluster in the folder, or creates one. A memstore cluster always starts empty. */
export async function startCeph(installation: CephInstallation, options: S3Options): Promise<S3Server> {
  const { dir, kind } = options
  const complete = join(dir, 'complete')
  if (kind === 'memstore' || !existsSync(complete)) await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  const isNew = !existsSync(complete)
  const port = options.port ?? (await freePort())
  const ceph = await prepare(installation, options, port)
  const started: { readonly process: Pick<ServerProcess, 'stop'>; readonly stopLimitMs: number }[] = []
  // memstore persists nothing, so it needs no orderly shutdown.
  const stopLimitFor = (limitMs: number) => (kind === 'memstore' ? 0 : limitMs)
  const stop = async () => {
    for (const { process, stopLimitMs } of started.splice(0).reverse()) await process.stop(stopLimitMs)
  }
  try {
    started.push({ process: await startMonitor(ceph, isNew), stopLimitMs: stopLimitFor(10_000) })
    started.push({ process: await startStore(ceph, isNew), stopLimitMs: stopLimitFor(10_000) })
    const gateway = await ceph.daemon('radosgw', '-n', 'client.rgw', '-f')
    // The gateway is stateless, and its orderly shutdown takes 5 s.
    started.push({ process: gateway, stopLimitMs: stopLimitFor(1_000) })
    const endpoint = `http://127.0.0.1:${port}`
    await waitUntil('radosgw', () => answers(endpoint), 60_000, gateway.running)
    if (isNew) {
      await createUser(ceph)
      if (kind === 'bluestore') await writeFile(complete, '')
    }
    return {
      endpoint,
      ...localKeys,
      region: 'default',
      from: `${installation.from}, ${kind}, port ${port}`,
      stop,
    }
  } catch (error) {
    await stop()
    throw new Error(
      `Ceph did not start: ${error instanceof Error ? error.message : String(error)}\n${ceph.lastOutput()}`,
      { cause: error },
    )
  }
}

async function prepare(
  installation: CephInstallation,
  { dir, kind, log = () => undefined }: S3Options,
  port: number,
): Promise<Ceph> {
  const fsidFile = join(dir, 'fsid')
  if (!existsSync(fsidFile)) await writeFile(fsidFile, randomUUID())
  const fsid = (await readFile(fsidFile, 'utf8')).trim()
  const monPort = await freePort()
  const conf = join(dir, 'ceph.conf')
  await writeFile(conf, cephConf({ dir, fsid, monPort, port, kind, settings: installation.settings }))
  const env = { ...minimalEnvironment(), ...installation.env, CEPH_CONF: conf }
  const output = lastLines(20)
  return {
    dir,
    conf,
    fsid,
    monPort,
    kind,
    lastOutput: output.text,
    async tool(name, ...args) {
      const file = installation.program(name)
      const [command, rest] = name === 'ceph' ? [installation.python, [file, ...args]] : [file, args]
      return (await run(command, [...rest, '-c', conf], { env, maxBuffer: 1 << 24, timeout: 120_000 })).stdout
    },
    daemon: (name, ...args) =>
      startServerProcess({
        name,
        command: installation.program(name),
        args: [...args, '-c', conf],
        env,
        onLine(line) {
          output.add(`${name}: ${line}`)
          log(`${name}: ${line}`)
        },
      }),
  }
}

/** Writes the monitor map at every start, because the monitor's port changes each time. */
async function startMonitor(ceph: Ceph, isNew: boolean): Promise<ServerProcess> {
  const map = join(ceph.dir, 'monmap')
  await ceph.tool(
    'monmaptool',
    '--create',
    '--clobber',
    '--fsid',
    ceph.fsid,
    '--addv',
    'a',
    `v1:127.0.0.1:${ceph.monPort}`,
    map,
  )
  if (isNew) await ceph.tool('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
  else await ceph.tool('ceph-mon', '-i', 'a', '--inject-monmap', map)
  return ceph.daemon('ceph-mon', '-i', 'a', '-f')
}

/** Registers an OSD; repeating is safe. The monitor fails with EPERM until it has the cluster's id. */
async function enrol(ceph: Ceph, id: string): Promise<void> {
  for (let triesLeft = 9; ; triesLeft--) {
    try {
      await ceph.tool('ceph', 'osd', 'new', id, '0')
      return
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('EPERM')) throw error
      await sleep(100)
    }
  }
}

async function startStore(ceph: Ceph, isNew: boolean): Promise<Pick<ServerProcess, 'stop'>> {
  if (isNew) {
    const id = randomUUID()
    await mkdir(join(ceph.dir, 'osd'), { recursive: true })
    await enrol(ceph, id)
    await ceph.tool('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', id)
  }
  let stopping = false
  let store = await ceph.daemon('ceph-osd', '-i', '0', '-f')
  const supervise = async () => {
    // An OSD that contacts the monitor too early is refused and exits; the next start succeeds.
    for (let restarts = 0; restarts < 10; restarts++) {
      await store.ended
      if (stopping) return
      store = await ceph.daemon('ceph-osd', '-i', '0', '-f')
    }
  }
  const supervising = supervise()
  return {
    async stop(limitMs) {
      stopping = true
      await store.stop(limitMs)
      await supervising
    },
  }
}

const createUser = (ceph: Ceph): Promise<string> =>
  ceph.tool(
    'radosgw-admin',
    ...['-n', 'client.rgw', 'user', 'create', '--uid=typecase', '--display-name=typecase'],
    ...[`--access-key=${localKeys.accessKey}`, `--secret-key=${localKeys.secretKey}`],
  )

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status < 500
  } catch {
    return false
  }
}
