import { expect, it } from 'vitest'
import { type Environment, standaloneConfig } from './config.ts'
import { serviceSettings } from './service-settings.ts'

const addresses = (env: Environment) => {
  const backing = { databaseUrl: 'postgres://127.0.0.1:1/x', cookieSecret: 'x'.repeat(32) }
  const { media, gateway } = serviceSettings(standaloneConfig({ PORT: '4000', ...env }, '/'), backing)
  return { media: [media.PUBLIC_URL, media.PUBLIC_SITE_URL], gateway: gateway.PUBLIC_URL }
}

it('gives media the local URLs of the API and the site, unless public URLs are configured', () => {
  expect(addresses({}).media).toEqual(['http://127.0.0.1:4000', 'http://127.0.0.1:4001'])
  expect(addresses({ HOST: '127.0.0.2', SITE_PORT: '5000' }).media).toEqual([
    'http://127.0.0.2:4000',
    'http://127.0.0.2:5000',
  ])
  const named = { PUBLIC_URL: 'https://cms.example', PUBLIC_SITE_URL: 'https://www.example' }
  expect(addresses(named)).toEqual({ media: Object.values(named), gateway: named.PUBLIC_URL })
})
