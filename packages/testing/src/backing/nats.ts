import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, lastLines, startServerProcess } from '@typecase/runtime/child-process'
import { addressFrom, type Choice, choose, hasContainerEngine, onPath, type Running } from './choose.ts'
import { hasDebianPackages, unpackDebian } from './debian-packages.ts'

export interface NatsServer extends Running {
  readonly url: string
  /** True if `configFile` is in effect. False for an existing server, which has its own configuration. */
  readonly hasConfig: boolean
}

export interface NatsOptions {
  /** Storage folder of JetStream. */
  readonly dir: string
  readonly port?: number
  /** Additional configuration of the server, such as its users. */
  readonly configFile?: string
  /** Environment of the server, to which its configuration may refer. */
  readonly env?: Readonly<Record<string, string>>
  readonly log?: (line: string) => void
  /** Called with the origin of the server, and before a download. */
  readonly print?: (line: string) => void
}

/** A NATS server with JetStream: from the environment, on PATH, in a container, or from a Debian package. */
export function startNats(options: NatsOptions): Promise<NatsServer> {
  const print = options.print ?? (() => undefined)
  return choose(
    'NATS server',
    [configured(), installed(options), container(options), debian(options, print)],
    print,
  )
}

const configured = (): Choice<NatsServer> => ({
  advice: 'set NATS_URL',
  start: async () => {
    const address = addressFrom('TEST_NATS_URL', 'NATS_URL')
    return (
      address && { url: address.value, hasConfig: false, from: address.name, stop: async () => undefined }
    )
  },
})

const installed = (options: NatsOptions): Choice<NatsServer> => ({
  advice: 'put nats-server on PATH',
  start: async () => {
    const program = onPath('nats-server')
    return program ? launch(program, `${program} on PATH`, options) : undefined
  },
})

const container = ({ configFile, env = {} }: NatsOptions): Choice<NatsServer> => ({
  advice: 'start Docker',
  start: async () => {
    if (!hasContainerEngine()) return undefined
    const { GenericContainer, Wait } = await import('testcontainers')
    const target = '/etc/typecase-nats.conf'
    const config = configFile === undefined ? [] : [{ source: configFile, target }]
    const started = await new GenericContainer('nats:2.12')
      .withCopyFilesToContainer(config)
      .withEnvironment({ ...env })
      .withCommand(['-js', ...config.flatMap(() => ['-c', target])])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage('Server is ready'))
      .start()
    const url = `nats://${started.getHost()}:${started.getMappedPort(4222)}`
    return {
      url,
      hasConfig: configFile !== undefined,
      from: 'container nats:2.12',
      stop: async () => void (await started.stop()),
    }
  },
})

const debian = (options: NatsOptions, print: (line: string) => void): Choice<NatsServer> => ({
  advice: 'use a Debian-like Linux, where the package nats-server can be downloaded',
  start: async () => {
    if (!hasDebianPackages()) return undefined
    const program = 'usr/sbin/nats-server'
    const root = await unpackDebian('nats', ['nats-server'], program, print)
    return launch(join(root, program), 'Debian package nats-server', options)
  },
})

async function launch(program: string, from: string, options: NatsOptions): Promise<NatsServer> {
  const { dir, port, configFile, log = () => undefined } = options
  await mkdir(dir, { recursive: true })
  const chosen = port ?? (await freePort())
  const output = lastLines()
  let ready: () => void = () => undefined
  const accepting = new Promise<undefined>((resolve) => {
    ready = () => resolve(undefined)
  })
  const server = await startServerProcess({
    name: 'nats-server',
    command: program,
    env: options.env,
    args: [
      '-a',
      '127.0.0.1',
      '-p',
      String(chosen),
      '-js',
      '-sd',
      dir,
      ...(configFile === undefined ? [] : ['-c', configFile]),
    ],
    onLine(line) {
      output.add(line)
      log(line)
      if (line.includes('Server is ready')) ready()
    },
  })
  const failure = await Promise.race([accepting, server.ended])
  if (failure !== undefined) throw new Error(`${failure} instead of starting:\n${output.text()}`)
  return {
    url: `nats://127.0.0.1:${chosen}`,
    hasConfig: configFile !== undefined,
    child: server,
    from: `${from}, port ${chosen}`,
    stop: () => server.stop(),
  }
}
