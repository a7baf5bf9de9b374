import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { address, ConfigError, flag, loadConfig, port, siteOrigin, wholeNumber } from './index.ts'

const schema = z.object({
  PORT: port().prefault('3000'),
  CONTENT_URL: address(),
  COOKIE_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  DEBUG: flag().optional(),
  SESSION_TTL: wholeNumber(1, 1_000_000).optional(),
  SITE_URL: siteOrigin().optional(),
})
const dir = mkdtempSync(join(tmpdir(), 'typecase-config-'))
afterAll(() => rmSync(dir, { recursive: true }))

const errorsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(schema, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

describe('loadConfig', () => {
  it('returns typed values and defaults', () => {
    expect(loadConfig(schema, { CONTENT_URL: 'localhost:1', SESSION_TTL: '60', DEBUG: 'true' })).toEqual({
      PORT: 3000,
      CONTENT_URL: 'localhost:1',
      SESSION_TTL: 60,
      DEBUG: true,
    })
  })

  it.each(['content:5000', '[::1]:5000', 'ipv4:10.0.0.1:5000', 'ipv4:10.0.0.1:5000,10.0.0.2:5000'])(
    'accepts the address %s',
    (value) => {
      expect(loadConfig(schema, { CONTENT_URL: value }).CONTENT_URL).toBe(value)
    },
  )

  it.each(['content', 'http://content:5000', 'a:1,b:2', 'ipv4:', 'ipv4:content:5000', 'ipv4:10.0.0.1:5000,'])(
    'refuses the address %s',
    (value) => {
      const expected = 'must be host:port, or a list such as ipv4:10.0.0.1:5000,10.0.0.2:5000'
      expect(errorsOf({ CONTENT_URL: value })).toEqual([`CONTENT_URL ${expected}, but is "${value}"`])
    },
  )

  it('reports all errors together', () => {
    expect(errorsOf({ PORT: '70000', SESSION_TTL: '-1', COOKIE_SECRET: 'short' })).toEqual([
      'PORT must be a whole number from 0 to 65535, but is "70000"',
      'CONTENT_URL is required',
      'COOKIE_SECRET must have at least 16 characters',
      'SESSION_TTL must be a whole number from 1 to 1000000, but is "-1"',
    ])
  })

  it.each(['https://pub.test', 'http://pub.test:8080/', 'HTTPS://pub.test', 'http://[::1]:3001'])(
    'accepts the site %s',
    (value) => {
      expect(loadConfig(schema, { CONTENT_URL: 'a:1', SITE_URL: value }).SITE_URL).toBe(value)
    },
  )

  it.each([
    ...[
      'https://pub.test/deep/',
      'https://pub.test/deep',
      'https://pub.test\\deep',
      'https://pub.test//',
      'https://pub.test?x',
      'https://a/#b',
    ].map(
      (value) =>
        [value, 'must be scheme and host only (a path belongs in the setting staticBaseUrl)'] as const,
    ),
    ...['pub.test', 'ftp://pub.test/deep', '/deep'].map(
      (value) => [value, 'must be an http or https URL'] as const,
    ),
  ])('refuses the site %s with one error', (value, rule) => {
    expect(errorsOf({ CONTENT_URL: 'a:1', SITE_URL: value })).toEqual([
      `SITE_URL ${rule}, but is ${JSON.stringify(value)}`,
    ])
  })

  it('lists allowed values, and shows neither secrets nor URLs with a password', () => {
    const settings = z.object({
      LOG_LEVEL: z.enum(['info', 'warn']),
      STORE_URL: z.url('must be a URL'),
      ADMIN_PASSWORD: z.string().min(8, 'must be longer'),
    })
    const env = { LOG_LEVEL: 'loud', STORE_URL: '//hunter2@host', ADMIN_PASSWORD: 'hunter2' }
    expect(() => loadConfig(settings, env)).toThrow(
      'LOG_LEVEL must be one of info, warn, but is "loud"\nSTORE_URL must be a URL\nADMIN_PASSWORD must be longer',
    )
  })

  it('treats an empty variable as absent', () => {
    expect(loadConfig(schema, { CONTENT_URL: 'a:1', PORT: '' }).PORT).toBe(3000)
  })

  it('reads X from the file that X_FILE names, without the final newline', () => {
    const file = join(dir, 'secret')
    writeFileSync(file, 'a secret of some length\n')
    expect(loadConfig(schema, { CONTENT_URL: 'a:1', COOKIE_SECRET_FILE: file }).COOKIE_SECRET).toBe(
      'a secret of some length',
    )
  })

  it('refuses X together with X_FILE, and a missing file, without showing a secret', () => {
    const file = join(dir, 'none')
    expect(errorsOf({ CONTENT_URL: 'a:1', COOKIE_SECRET_FILE: file })).toEqual([
      `COOKIE_SECRET_FILE: ${file} cannot be read (ENOENT)`,
    ])
    expect(
      errorsOf({ CONTENT_URL: 'a:1', COOKIE_SECRET: 'xxxxxxxxxxxxxxxxxxxx', COOKIE_SECRET_FILE: file }),
    ).toEqual(['COOKIE_SECRET and COOKIE_SECRET_FILE are both set: keep one'])
  })
})
