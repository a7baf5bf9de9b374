import { mkdir } from 'node:fs/promises'
import {
  freePort,
  lastLines,
  minimalEnvironment,
  startServerProcess,
  waitUntil,
} from '@typecase/runtime/child-process'
import { startCeph } from './ceph.ts'
import { installedCeph, unpackedCeph } from './ceph-install.ts'
import { addressFrom, type Choice, choose, hasContainerEngine, onPath } from './choose.ts'
import { localKeys, type S3Options, type S3Server } from './s3-server.ts'

export type { S3Access, S3Options, S3Server } from './s3-server.ts'

/**
 * An S3 server: from the environment, MinIO or Ceph's radosgw on PATH, VersityGW in a container, or Ceph from
 * Debian packages.
 */
export function startS3(options: S3Options): Promise<S3Server> {
  const print = options.print ?? (() => undefined)
  return choose(
    'S3 server',
    [configured(), minio(options), ceph(options), container(), debian(options, print)],
    print,
  )
}

const configured = (): Choice<S3Server> => ({
  advice: 'set S3_ENDPOINT (with S3_ACCESS_KEY and S3_SECRET_KEY)',
  start: async () => {
    const address = addressFrom('TEST_S3_ENDPOINT', 'S3_ENDPOINT')
    if (!address) return undefined
    const {
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_REGION: region = 'us-east-1',
    } = process.env
    if (!accessKey || !secretKey)
      throw new Error(`${address.name} is set, but S3_ACCESS_KEY and S3_SECRET_KEY are not`)
    return {
      endpoint: address.value,
      accessKey,
      secretKey,
      region,
      from: address.name,
      stop: async () => undefined,
    }
  },
})

const minio = ({ dir, port, log = () => undefined }: S3Options): Choice<S3Server> => ({
  advice: 'put minio on PATH',
  start: async () => {
    const program = onPath('minio')
    if (!program) return undefined
    await mkdir(dir, { recursive: true })
    const chosen = port ?? (await freePort())
    const output = lastLines()
    const server = await startServerProcess({
      name: 'minio',
      command: program,
      args: ['server', dir, '--address', `127.0.0.1:${chosen}`, '--console-address', '127.0.0.1:0'],
      env: {
        ...minimalEnvironment(),
        MINIO_ROOT_USER: localKeys.accessKey,
        MINIO_ROOT_PASSWORD: localKeys.secretKey,
      },
      onLine(line) {
        output.add(line)
        log(line)
      },
    })
    const endpoint = `http://127.0.0.1:${chosen}`
    await waitUntil('minio', () => answers(`${endpoint}/minio/health/live`), 20_000, server.running)
    return {
      endpoint,
      ...localKeys,
      region: 'us-east-1',
      from: `${program} on PATH`,
      stop: () => server.stop(),
    }
  },
})

const ceph = (options: S3Options): Choice<S3Server> => ({
  advice: "put Ceph's radosgw, ceph-mon and ceph-osd on PATH",
  start: async () => {
    const installation = installedCeph()
    return installation && startCeph(installation, options)
  },
})

const containerImage = 'versity/versitygw:v1.7.0'

const container = (): Choice<S3Server> => ({
  advice: 'start Docker',
  start: async () => {
    if (!hasContainerEngine()) return undefined
    const { GenericContainer, Wait } = await import('testcontainers')
    const command = 'mkdir -p /data && exec versitygw --port :9000 --health /health posix /data'
    const started = await new GenericContainer(containerImage)
      .withEntrypoint(['sh', '-c'])
      .withCommand([command])
      .withEnvironment({ ROOT_ACCESS_KEY: localKeys.accessKey, ROOT_SECRET_KEY: localKeys.secretKey })
      .withExposedPorts(9000)
      .withWaitStrategy(Wait.forHttp('/health', 9000))
      .start()
    const endpoint = `http://${started.getHost()}:${started.getMappedPort(9000)}`
    return {
      endpoint,
      ...localKeys,
      region: 'us-east-1',
      from: `container ${containerImage}`,
      stop: async () => void (await started.stop()),
    }
  },
})

const debian = (options: S3Options, print: (line: string) => void): Choice<S3Server> => ({
  advice: 'use a Debian-like Linux, where the packages of Ceph can be downloaded',
  start: async () => {
    const installation = await unpackedCeph(print)
    return installation && startCeph(installation, options)
  },
})

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
