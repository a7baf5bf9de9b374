/** Compares tables of settings in docs/configure.md and READMEs with the settings that programs read. */
import { readFileSync } from 'node:fs'
import { contentConfig } from '@typecase/content/config'
import { gatewayConfig } from '@typecase/gateway/config'
import { identityConfig } from '@typecase/identity/config'
import { mediaConfig } from '@typecase/media/config'
import { publisherConfig } from '@typecase/publisher/config'
import { ConfigError } from '@typecase/runtime/config'
import { themesConfig } from '@typecase/themes/config'
import { describe, expect, it } from 'vitest'
import { type Environment, standaloneConfig } from './config.ts'

type Read = (env: Environment) => unknown

const services: Readonly<Record<string, Read>> = {
  identity: identityConfig,
  content: contentConfig,
  media: mediaConfig,
  themes: themesConfig,
  publisher: publisherConfig,
  gateway: gatewayConfig,
}

/** Settings that the standalone system sets itself. */
const given = [
  'SERVICE_KEYS',
  'DATABASE_SCHEMA',
  'GRPC_HOST',
  'GRPC_PORT',
  'IDENTITY_URL',
  'CONTENT_URL',
  'MEDIA_URL',
  'THEMES_URL',
  'PUBLISHER_URL',
]

/** Settings of every service, described in docs/configure.md only. */
const common = [
  'SERVICE_KEYS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_POOL_MODE',
  'DATABASE_POOL_SIZE',
  'NATS_URL',
  'NATS_REPLICAS',
  'NATS_PREFIX',
  'NATS_JETSTREAM_DOMAIN',
  'NATS_CREDS_FILE',
  'NATS_NKEY_FILE',
  'NATS_TLS_CA_FILE',
  'NATS_TLS_CERT_FILE',
  'NATS_TLS_KEY_FILE',
  'HEALTH_PORT',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]

/** Variables that a program reads from its environment. */
function namesRead(read: Read): Set<string> {
  const names = new Set<string>()
  const listening = new Proxy({}, { get: (_env, name) => void names.add(String(name)) })
  try {
    read(listening)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
  }
  // A setting that is a file name is read by its own name; every other `_FILE` contains a setting.
  return new Set(
    [...names].filter((name) => !name.endsWith('_FILE') || !names.has(name.slice(0, -'_FILE'.length))),
  )
}

/** Variables in the first column of the tables under that heading. */
function namesInTable(file: string, heading = 'Settings'): Set<string> {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  const cells = section
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.split('|')[1] ?? ''] : []))
  return new Set(
    cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name = '']) => name)),
  )
}

const sorted = (names: Iterable<string>): string[] => [...names].toSorted()

describe('the table of settings', () => {
  it('of the system has exactly the variables that it reads', () => {
    const read = new Set(namesRead((env) => standaloneConfig(env, '/')))
    for (const service of Object.values(services)) for (const name of namesRead(service)) read.add(name)
    for (const name of given) read.delete(name)
    expect(sorted(namesInTable('docs/configure.md'))).toEqual(sorted(read))
  })

  it('of separate processes has the variables that the system in one process sets itself', () => {
    expect(sorted(namesInTable('docs/configure.md', 'Separate processes'))).toEqual(sorted(given))
  })

  it.each(Object.keys(services))('of %s has exactly the variables that only it reads', (name) => {
    const read = [...namesRead(services[name] as Read)].filter((variable) => !common.includes(variable))
    expect(sorted(namesInTable(`services/${name}/README.md`))).toEqual(sorted(read))
  })
})
