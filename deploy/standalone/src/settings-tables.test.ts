/**
 * Compares the settings documented in docs/configure.md and the READMEs with those that the programs read.
 */
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

/** The standalone system sets these; it ignores the values in the environment. */
const setBySystem = [
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

/** Settings that most services read, and that only docs/configure.md documents. */
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
  const recorder = new Proxy({}, { get: (_env, name) => void names.add(String(name)) })
  try {
    read(recorder)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
  }
  // Drops the `_FILE` variant of each setting; other settings that end in `_FILE` remain.
  return new Set(
    [...names].filter((name) => !name.endsWith('_FILE') || !names.has(name.slice(0, -'_FILE'.length))),
  )
}

/** Variables in the first column of the tables below `heading`. */
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
  it('of docs/configure.md has exactly the variables that the standalone system reads', () => {
    const read = new Set(namesRead((env) => standaloneConfig(env, '/')))
    for (const service of Object.values(services)) for (const name of namesRead(service)) read.add(name)
    for (const name of setBySystem) read.delete(name)
    expect(sorted(namesInTable('docs/configure.md'))).toEqual(sorted(read))
  })

  it('of separate processes has exactly the variables that the standalone system sets itself', () => {
    expect(sorted(namesInTable('docs/configure.md', 'Separate processes'))).toEqual(sorted(setBySystem))
  })

  it.each(Object.keys(services))(
    'of %s has exactly the variables of that service, except for the common ones',
    (name) => {
      const read = [...namesRead(services[name] as Read)].filter((variable) => !common.includes(variable))
      expect(sorted(namesInTable(`services/${name}/README.md`))).toEqual(sorted(read))
    },
  )
})
