import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { describe, expect, it } from 'vitest'
import { themesConfig } from './config.ts'

const required = { DATABASE_URL: 'postgres://localhost/typecase', SERVICE_KEYS: 'off', BLOB_DIR: 'blobs' }

function errorsOf(env: Record<string, string>): readonly string[] {
  try {
    themesConfig({ ...required, ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

describe('the settings', () => {
  it('require only a database, keys and blob storage, and find the bundled themes', () => {
    const config = themesConfig(required)
    expect(config).toMatchObject({
      DATABASE_SCHEMA: 'themes',
      GRPC_HOST: '127.0.0.1',
      MARKETPLACE_CACHE_SECONDS: 60,
    })
    expect(config.bytes).toEqual({ folder: 'blobs' })
    expect(config.BUNDLED_THEMES_DIR).toBe(join(import.meta.dirname, '../../../themes'))
  })

  it('report all errors together', () => {
    const errors = errorsOf({
      DATABASE_URL: 'x',
      BUNDLED_THEMES_DIR: '/nowhere',
      MARKETPLACE_URL: 'ftp://x.test',
      MARKETPLACE_CACHE_SECONDS: '-1',
    })
    expect(errors.map((error) => error.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'BUNDLED_THEMES_DIR',
      'MARKETPLACE_URL',
      'MARKETPLACE_CACHE_SECONDS',
    ])
  })

  it('reject a marketplace URL with a query or credentials', () => {
    for (const url of ['https://a.test/?x=1', 'https://a.test/#x', 'https://user:pass@a.test/'])
      expect(errorsOf({ MARKETPLACE_URL: url })).toHaveLength(1)
    expect(errorsOf({ MARKETPLACE_URL: 'http://127.0.0.1:8080/catalogue/' })).toEqual([])
  })
})
