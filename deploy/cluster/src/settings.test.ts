import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ClusterSettings, environmentOf, serviceNames } from './settings.ts'

const settings: ClusterSettings = {
  env: { ADMIN_USERNAME: 'boss', DATABASE_URL: 'postgres://elsewhere', COOKIE_SECRET_FILE: 'secret.txt' },
  ports: Object.fromEntries(
    serviceNames.map((name, index) => [
      name,
      [{ grpc: 100 + index, health: 200 + index, api: 3000, site: 3001 }],
    ]),
  ) as unknown as ClusterSettings['ports'],
  cookieSecret: 'a-secret-of-the-cluster',
  siteRoot: 'sites',
  keyFolder: 'keys',
  databaseUrl: 'postgres://127.0.0.1:5/typecase',
  natsUrl: (user) => `nats://${user}:secret@127.0.0.1:6`,
  s3: { endpoint: 'http://127.0.0.1:7', accessKey: 'a', secretKey: 'b', region: 'default' },
}

describe('the environment of a service in the cluster', () => {
  it("has the operator's settings, except those that the cluster sets", () => {
    const identity = environmentOf('identity', settings)
    expect(identity.ADMIN_USERNAME).toBe('boss')
    expect(identity.DATABASE_URL).toBe('postgres://127.0.0.1:5/typecase')
    expect(identity.DATABASE_SCHEMA).toBe('identity')
  })

  it('never sets a secret both as a value and as a file', () => {
    const gateway = environmentOf('gateway', settings)
    expect(gateway.COOKIE_SECRET).toBe('a-secret-of-the-cluster')
    expect(gateway.COOKIE_SECRET_FILE).toBeUndefined()
  })

  it('names the key file of the service, unless the operator sets SERVICE_KEYS=off', () => {
    const signed = environmentOf('content', { ...settings, env: { SERVICE_KEYS: 'left over' } })
    expect([signed.SERVICE_KEYS, signed.SERVICE_KEYS_FILE]).toEqual([undefined, join('keys', 'content')])
    const off = environmentOf('content', { ...settings, env: { SERVICE_KEYS: 'off' } })
    expect([off.SERVICE_KEYS, off.SERVICE_KEYS_FILE]).toEqual(['off', undefined])
  })

  it('has a NATS user of the service; the gateway has no NATS URL', () => {
    const environments = { ...settings, env: { NATS_URL: 'nats://elsewhere' } }
    expect(environmentOf('identity', environments).NATS_URL).toBe(
      'nats://typecase-identity:secret@127.0.0.1:6',
    )
    expect(environmentOf('publisher', environments).NATS_URL).toBe(
      'nats://typecase-publisher:secret@127.0.0.1:6',
    )
    expect(environmentOf('gateway', environments).NATS_URL).toBeUndefined()
  })

  it('has a separate bucket for each service that stores files, and none for the others', () => {
    expect(environmentOf('media', settings).S3_BUCKET).toBe('typecase-media')
    expect(environmentOf('themes', settings).S3_BUCKET).toBe('typecase-themes')
    expect(environmentOf('content', settings).S3_BUCKET).toBeUndefined()
  })

  it("has the operator's BLOB_DIR instead of a bucket if BLOB_DIR is set", () => {
    const media = environmentOf('media', {
      ...settings,
      env: { BLOB_DIR: '/srv/files', S3_ENDPOINT: 'http://elsewhere' },
    })
    expect(media).toMatchObject({ BLOB_DIR: '/srv/files' })
    expect(
      Object.entries(media).filter(([key, value]) => key.startsWith('S3_') && value !== undefined),
    ).toEqual([])
  })

  it("has the same site bucket for publisher and gateway, or the operator's SITE_ROOT", () => {
    for (const name of ['publisher', 'gateway'] as const) {
      expect(environmentOf(name, settings)).toMatchObject({
        S3_ENDPOINT: 'http://127.0.0.1:7',
        S3_BUCKET: 'typecase-site',
      })
      const withFolder = environmentOf(name, {
        ...settings,
        siteRoot: '/srv/sites',
        env: { SITE_ROOT: '/srv/sites', S3_BUCKET: 'elsewhere' },
      })
      const { SITE_ROOT, S3_ENDPOINT, S3_BUCKET } = withFolder
      expect([SITE_ROOT, S3_ENDPOINT, S3_BUCKET]).toEqual(['/srv/sites', undefined, undefined])
    }
  })

  it('has the same address for content in every service', () => {
    const addresses = serviceNames.map((name) => environmentOf(name, settings).CONTENT_URL)
    expect(new Set(addresses)).toEqual(new Set([`127.0.0.1:${settings.ports.content[0].grpc}`]))
  })
  it('has separate ports for a second replica; other services get the addresses of both replicas', () => {
    const replicas = [
      { grpc: 301, health: 401 },
      { grpc: 302, health: 402 },
    ] as const
    const two = { ...settings, ports: { ...settings.ports, content: replicas } }
    expect(environmentOf('content', two, replicas[1])).toMatchObject({
      GRPC_PORT: '302',
      HEALTH_PORT: '402',
      DATABASE_SCHEMA: 'content',
    })
    expect(environmentOf('gateway', two).CONTENT_URL).toBe('ipv4:127.0.0.1:301,127.0.0.1:302')
  })
})
