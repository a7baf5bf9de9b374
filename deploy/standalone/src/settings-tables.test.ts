/** Compares the tables of settings in the READMEs with the settings that programs read. */
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

/** Set by the standalone system, whatever the environment contains. */
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

/** Variables in the first column of the tables under `## Settings`. */
function namesInTable(readme: string): Set<string> {
  const text = readFileSync(new URL(`../../../${readme}`, import.meta.url), 'utf8')
  const section = text.split(/^## /m).find((part) => part.startsWith('Settings')) ?? ''
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
    expect(sorted(namesInTable('README.md'))).toEqual(sorted(read))
  })

  it.each(Object.keys(services))('of %s has exactly the variables that it reads', (name) => {
    expect(sorted(namesInTable(`services/${name}/README.md`))).toEqual(
      sorted(namesRead(services[name] as Read)),
    )
  })
})
