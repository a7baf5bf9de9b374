import { describe, expect, it } from 'vitest'
import { apiClient } from '../api.ts'
import { one } from './one-system.ts'

const anonymous = () => apiClient(one.system.apiUrl)

describe('setting-values', () => {
  it('have defaults, and change atomically', async () => {
    const settings = async () => (await one.api.ok('GET', '/api/settings')).body.data
    expect(await settings()).toMatchObject({
      siteTitle: 'My Site',
      siteDescription: '',
      footerCode: '',
      postsPerPage: 10,
      siteUrl: '',
      activeTheme: 'default',
      staticOutputDir: '_site',
      staticBaseUrl: '',
      staticCleanUrls: true,
      staticAutoPublish: true,
      allowRawHtml: false,
      siteLanguage: 'en',
      siteTimezone: 'UTC',
    })
    for (const wrong of [
      { postsPerPage: 101 },
      { siteUrl: 'ftp://x' },
      { staticOutputDir: '../x' },
      { siteTitle: 7 },
      { siteLanguage: 'de_DE' },
      { siteTimezone: '+02:00' },
    ]) {
      const json = { siteDescription: 'changed', ...wrong }
      expect((await one.api.request('PUT', '/api/settings', { json })).status).toBe(400)
    }
    expect(await settings()).toMatchObject({ siteDescription: '' })
  })
})

describe('active-theme', () => {
  it('of the settings equals the active theme of the theme service', async () => {
    expect(await one.api.request('PUT', '/api/settings', { json: { activeTheme: 'no-such' } })).toMatchObject(
      {
        status: 404,
        body: { error: 'Theme not found' },
      },
    )
    const { body } = await anonymous().ok('GET', '/api/themes/active')
    const settings = await one.api.ok('PUT', '/api/settings', { json: { activeTheme: body.data?.name } })
    expect(settings.body.data).toMatchObject({ activeTheme: body.data?.name })
  })
})
