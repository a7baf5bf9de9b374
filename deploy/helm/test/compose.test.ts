/** Compares the Compose file with the settings of the services, without starting containers. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentConfig } from '@typecase/content/config'
import { gatewayConfig } from '@typecase/gateway/config'
import { identityConfig } from '@typecase/identity/config'
import { mediaConfig } from '@typecase/media/config'
import { publisherConfig } from '@typecase/publisher/config'
import { themesConfig } from '@typecase/themes/config'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { siteBuildFlags } from '../../cluster/src/node-flags.ts'
import { nodeOfTheImage } from './rendered.ts'

const configs = {
  gateway: gatewayConfig,
  identity: identityConfig,
  content: contentConfig,
  media: mediaConfig,
  themes: themesConfig,
  publisher: publisherConfig,
}
type Name = keyof typeof configs
const names = Object.keys(configs) as Name[]

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly (string | { source: string; target: string; volume?: { subpath: string } })[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { condition: string }>>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const compose = parse(readFileSync(join(root, 'deploy/compose/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, object>
}
const folder = mkdtempSync(join(tmpdir(), 'typecase-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const makeSecrets = () =>
  execFileSync(process.execPath, [join(root, 'deploy/compose/make-secrets.mjs'), folder], {
    cwd: root,
    stdio: 'pipe',
  })

/** Environment of a service with default values, and with the paths of the generated secrets. */
function environmentOf(name: Name): Record<string, string> {
  const service = compose.services[name]
  const mount = service?.volumes?.find((each) => typeof each === 'object' && each.source === 'secrets')
  if (typeof mount !== 'object') throw new Error(`${name} mounts no secrets`)
  const values = Object.entries(service?.environment ?? {}).map(([key, value]) => [
    key,
    value
      .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
      .replace(new RegExp(`^${mount.target}/`), `${join(folder, mount.volume?.subpath ?? '')}/`),
  ])
  return { GRPC_HOST: '0.0.0.0', HOST: '0.0.0.0', ...Object.fromEntries(values) }
}

describe('the compose file', () => {
  it('creates separate secrets for each service, and never replaces existing ones', () => {
    makeSecrets()
    const keys = readFileSync(join(folder, 'content/service-keys'), 'utf8')
    makeSecrets()
    expect(readFileSync(join(folder, 'content/service-keys'), 'utf8')).toBe(keys)
    expect(existsSync(join(folder, 'content/cookie-secret'))).toBe(false)
    expect(compose.services.secrets?.command).toEqual(['/make-secrets.mjs', '/data'])
  })

  it('stores passwords only in files, and gives services and servers the same passwords', () => {
    makeSecrets()
    const secretOf = (name: string, file: string) => readFileSync(join(folder, name, file), 'utf8')
    const isSecret = /PASSWORD|SECRET|_KEYS|DATABASE_URL|NATS_URL/
    for (const [name, { environment = {} }] of Object.entries(compose.services)) {
      const open = Object.entries(environment).filter(([key]) => isSecret.test(key) && !key.endsWith('_FILE'))
      // The operator may choose the password of the first administrator.
      expect(
        open.filter(([key]) => key !== 'ADMIN_PASSWORD'),
        name,
      ).toEqual([])
    }
    expect(secretOf('content', 'database-url')).toBe(
      `postgres://typecase:${secretOf('postgres', 'password')}@postgres:5432/typecase`,
    )
    expect(secretOf('media', 's3-secret-key')).toBe(secretOf('s3', 'password'))
    expect(compose.services.postgres?.environment).toMatchObject({
      POSTGRES_PASSWORD_FILE: '/secrets/password',
    })
    expect(compose.services.s3?.environment).toEqual({
      ROOT_ACCESS_KEY: compose.services.media?.environment?.S3_ACCESS_KEY,
    })
    expect(compose.services.s3?.entrypoint?.at(-1)).toContain('ROOT_SECRET_KEY="$$(cat /secrets/password)"')
  })

  it('has a NATS user for each service but the gateway, and adds missing users to existing secrets', () => {
    makeSecrets()
    const config = () => readFileSync(join(folder, 'nats/nats.conf'), 'utf8')
    const urls = names
      .filter((name) => name !== 'gateway')
      .map((name) => readFileSync(join(folder, name, 'nats-url'), 'utf8'))
    for (const url of urls) expect(config()).toContain(`password: "${new URL(url).password}"`)
    expect(new Set(urls.map((url) => new URL(url).password)).size).toBe(5)
    expect(existsSync(join(folder, 'gateway/nats-url'))).toBe(false)
    const first = config()
    rmSync(join(folder, 'nats/nats.conf'))
    makeSecrets()
    expect(config()).toBe(first)
    rmSync(join(folder, 'nats'), { recursive: true })
    makeSecrets()
    const user = readFileSync(join(folder, 'media/nats-url'), 'utf8')
    expect(config()).toContain(new URL(user).password)
    expect(compose.services.nats?.command).toEqual(expect.arrayContaining(['-c', '/secrets/nats.conf']))
  })

  it('has the six services, three backing servers, and the job that creates secrets', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      [...names, 'nats', 'postgres', 's3', 'secrets'].sort(),
    )
  })

  it.each(names)('sets only variables that %s reads', (name) => {
    const read = new Set<string>()
    const recorder = new Proxy({}, { get: (_env, key) => void read.add(String(key)) })
    expect(() => configs[name](recorder)).toThrow()
    const set = Object.keys(compose.services[name]?.environment ?? {})
    expect(set.filter((key) => !read.has(key))).toEqual([])
  })

  it('starts a service only when its dependencies are healthy', () => {
    for (const [name, { depends_on = {} }] of Object.entries(compose.services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(condition, `${name} needs ${other}`).toBe(
          other === 'secrets' ? 'service_completed_successfully' : 'service_healthy',
        )
        if (other !== 'secrets') expect(compose.services[other]?.healthcheck?.test, other).toBeDefined()
      }
    }
  })

  it('pins the version of every image', () => {
    for (const [name, { image }] of Object.entries(compose.services)) {
      const isOwn = name in configs || name === 'secrets'
      if (isOwn) expect(image).toMatch(/^\$\{TYPECASE_IMAGE:-typecase\}$/)
      else expect(image, name).toMatch(/^[\w/]+:v?\d+\.\d+\S*$/)
    }
  })

  it.each(names)('sets everything that %s requires', (name) => {
    makeSecrets()
    const config = configs[name](environmentOf(name))
    expect(config).toMatchObject({ SERVICE_KEYS: { service: name }, HEALTH_PORT: 9090 })
    expect(compose.services[name]?.command).toEqual([
      ...(name === 'publisher' ? siteBuildFlags(nodeOfTheImage) : []),
      `services/${name}/src/main.ts`,
    ])
    if (name === 'gateway') return
    expect(config).toMatchObject({ DATABASE_SCHEMA: name })
    expect((config as { NATS_URL?: string }).NATS_URL).toMatch(
      new RegExp(`^nats://typecase-${name}:\\w{48}@nats:4222$`),
    )
  })

  it('uses the ports on which services listen', () => {
    for (const name of names) {
      const addresses = Object.entries(environmentOf(name)).filter(([key]) =>
        /^(IDENTITY|CONTENT|MEDIA|THEMES|PUBLISHER)_URL$/.test(key),
      )
      for (const [key, value] of addresses) {
        const target = key.slice(0, -4).toLowerCase() as Name
        expect(value, `${name} ${key}`).toBe(`${target}:${environmentOf(target).GRPC_PORT}`)
      }
    }
  })

  it('defines every service and volume that it references', () => {
    const services = Object.keys(compose.services)
    for (const [name, { depends_on = {}, volumes = [] }] of Object.entries(compose.services)) {
      for (const other of Object.keys(depends_on)) expect(services, `${name} needs ${other}`).toContain(other)
      for (const volume of volumes) {
        const source = typeof volume === 'object' ? volume.source : volume.split(':')[0]
        if (!source?.startsWith('./'))
          expect(Object.keys(compose.volumes), `${name} mounts ${source}`).toContain(source)
      }
    }
  })
})
