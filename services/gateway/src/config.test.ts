import type { ConfigError } from '@typecase/runtime/config'
import { expect, test } from 'vitest'
import { gatewayConfig } from './config.ts'

const addresses = {
  IDENTITY_URL: 'a:1',
  CONTENT_URL: 'b:1',
  MEDIA_URL: 'c:1',
  THEMES_URL: 'd:1',
  PUBLISHER_URL: 'e:1',
}
const requiredSettings = {
  ...addresses,
  COOKIE_SECRET: 'sixteen characters',
  SERVICE_KEYS: 'off',
  SITE_ROOT: '/sites',
}
const errorsOf = (env: Record<string, string>): readonly string[] => {
  try {
    gatewayConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).errors
  }
}

test('unset settings have their documented defaults', () => {
  expect(gatewayConfig(requiredSettings)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    SITE_PORT: 3001,
    MAX_UPLOAD_BYTES: 52_428_800,
    JSON_BODY_LIMIT: 4_194_304,
    RATE_LIMIT_PER_MINUTE: 1200,
    TRUST_PROXY: 0,
    HOOK_TIMEOUT_MS: 1000,
    EXTENSIONS: [],
    COOKIE_SECRET: ['sixteen characters'],
  })
})

test('the site port follows the API port by default', () => {
  expect(gatewayConfig({ ...requiredSettings, PORT: '8080' }).SITE_PORT).toBe(8081)
  expect(gatewayConfig({ ...requiredSettings, PORT: '0' }).SITE_PORT).toBe(0)
  expect(gatewayConfig({ ...requiredSettings, SITE_PORT: '9000' }).SITE_PORT).toBe(9000)
})

test('lists are comma-separated', () => {
  const config = gatewayConfig({
    ...requiredSettings,
    EXTENSIONS: './a.mjs, ./b.mjs',
    COOKIE_SECRET: 'the newer secret, the older secret',
  })
  expect(config.EXTENSIONS).toEqual(['./a.mjs', './b.mjs'])
  expect(config.COOKIE_SECRET).toEqual(['the newer secret', 'the older secret'])
})

test('all errors are reported together', () => {
  const errors = errorsOf({
    ...requiredSettings,
    COOKIE_SECRET: 'short',
    PORT: 'x',
    PUBLIC_URL: 'ftp://x',
    IDENTITY_URL: '',
  })
  for (const name of ['COOKIE_SECRET', 'PORT', 'PUBLIC_URL', 'IDENTITY_URL'])
    expect(errors.join('\n')).toContain(name)
})

test('the site and the API must have different ports', () => {
  expect(errorsOf({ ...requiredSettings, PORT: '3000', SITE_PORT: '3000' })).toHaveLength(1)
  expect(errorsOf({ ...requiredSettings, PORT: '65535' })).toHaveLength(1)
})

test('rejects a site URL with a path, as the publisher does', () => {
  expect(errorsOf({ ...requiredSettings, PUBLIC_SITE_URL: 'https://pub.test/deep/' })).toEqual([
    'PUBLIC_SITE_URL must be scheme and host only (a path belongs in the setting staticBaseUrl), but is "https://pub.test/deep/"',
  ])
})
