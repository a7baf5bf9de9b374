/** Tests of docs/contract.md, "Themes" and "Marketplace". */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import AdmZip from 'adm-zip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiClient, loggedIn } from '../api.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from '../process.ts'
import { themeForm, themePackage } from '../scenarios/theme-package.ts'

const folder = preparedFolder()
const files = new Map<string, Buffer | string>()
let catalogue: Server
let system: SystemProcess
let api: Api

beforeAll(async () => {
  catalogue = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>((resolve) => void catalogue.listen(0, '127.0.0.1', resolve))
  const MARKETPLACE_URL = `http://127.0.0.1:${(catalogue.address() as AddressInfo).port}`
  system = await startProcess(folder.path, { MARKETPLACE_URL, MARKETPLACE_CACHE_SECONDS: '0' })
  api = await loggedIn(system.apiUrl, administrator)
}, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  catalogue?.close()
  folder.remove()
}, 60_000)

const uploadZip = (bytes: Buffer) => {
  const form = new FormData()
  form.set('theme', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), 'theme.zip')
  return api.request('POST', '/api/themes/upload', { form })
}
const upload = (title: string, version?: string) =>
  api.request('POST', '/api/themes/upload', { form: themeForm(version ? { title, version } : { title }) })

describe('theme-packages', () => {
  it('are rejected with all validation errors in one response', async () => {
    expect(await upload('Complete')).toMatchObject({ status: 201, body: { data: { name: 'complete' } } })
    const zip = new AdmZip()
    zip.addFile('theme.json', Buffer.from('{"title":"Broken","version":"one"}'))
    const answer = await uploadZip(zip.toBuffer())
    expect(answer).toMatchObject({ status: 400, body: { success: false, error: expect.any(String) } })
    const problems = (answer.body.validationErrors as string[]).join('\n')
    for (const word of ['version', 'description', 'author', 'layout.html', 'style.css'])
      expect(problems).toContain(word)
  })
})

describe('theme-names', () => {
  it('are slugs of titles; an upload with a higher version is an update', async () => {
    expect((await upload('Näme It', '1.0.0')).body.data).toMatchObject({ name: 'name-it' })
    expect(await upload('Näme It', '1.0.0')).toMatchObject({ status: 409, body: { code: 'THEME_EXISTS' } })
    expect((await upload('Näme It', '1.0.1')).status).toBe(200)
    expect((await upload('Marketplace')).status).toBe(400)
  })
})

describe('theme-package-limits', () => {
  it.each([
    ['a file that is not a ZIP', Buffer.from('no archive')],
    [
      'a file over 10 MiB',
      themePackage({ title: 'Large', added: { 'assets/css/style.css': ' '.repeat(10 * 2 ** 20) } }),
    ],
  ])('reject %s', async (_, bytes) => {
    expect((await uploadZip(bytes)).status).toBe(400)
  })
})

describe('switching-and-deleting-themes', () => {
  it('refuses to delete the active and the bundled theme', async () => {
    await upload('Switched')
    const switchTo = (name: string, json?: string) =>
      api.request('POST', `/api/themes/switch/${name}`, json === undefined ? {} : { json })
    expect((await switchTo('switched', 'other')).status).toBe(400)
    expect((await switchTo('no-such')).status).toBe(404)
    expect((await switchTo('switched', 'switched')).body.data).toMatchObject({ name: 'switched' })
    expect((await api.request('DELETE', '/api/themes/switched')).status).toBe(400)
    await switchTo('default')
    expect((await api.request('DELETE', '/api/themes/switched')).status).toBe(200)
    await upload('Beside')
    await switchTo('beside')
    expect((await api.request('DELETE', '/api/themes/default')).status).toBe(400)
    await switchTo('default')
  })
})

describe('templates', () => {
  it('with errors are reported with file and line, and the service continues', async () => {
    const zip = new AdmZip(themePackage({ title: 'Failing' }))
    zip.updateFile('templates/layout.html', Buffer.from('<html>\n{{#each site}}'))
    const answer = await uploadZip(zip.toBuffer())
    expect(answer.status).toBe(400)
    expect((answer.body.validationErrors as string[]).join()).toMatch(
      /templates\/layout\.html:\d+|layout\.html.*line \d+/,
    )
    expect((await apiClient(system.apiUrl).request('GET', '/api/themes/active')).status).toBe(200)
  })
})

const entry = (changes: object) => ({
  marketplaceName: 'offered',
  title: 'Offered',
  description: 'A theme',
  version: '1.0.0',
  author: 'An author',
  tags: ['clean'],
  screenshot: '',
  sourceRepo: '',
  lastUpdated: '2026-01-01T00:00:00.000Z',
  changelog: { '1.0.0': ['First'] },
  download: 'offered.zip',
  ...changes,
})
const offer = (version: string, title = 'Offered') => {
  files.set(
    '/themes.json',
    JSON.stringify([entry({ version, changelog: { '1.0.0': ['First'], [version]: ['Now'] } })]),
  )
  files.set('/offered.zip', themePackage({ title, version }))
}
const install = () =>
  api.request('POST', '/api/themes/marketplace/install', { json: { themeName: 'offered' } })
const update = () => api.request('POST', '/api/themes/marketplace/update', { json: { themeName: 'offered' } })

describe('catalogue', () => {
  it('is read again for each request if the cache time is 0', async () => {
    offer('1.0.0')
    const list = await api.ok('GET', '/api/themes/marketplace?category=clean&search=offer')
    expect(list.body).toMatchObject({
      data: [{ title: 'Offered' }],
      total: 1,
      source: expect.stringContaining('http'),
    })
    expect((await api.ok('GET', '/api/themes/marketplace/categories')).body.data).toEqual(['clean'])
    files.delete('/themes.json')
    expect(await api.request('GET', '/api/themes/marketplace')).toMatchObject({
      status: 503,
      body: { error: 'Unable to connect to marketplace. Please try again later.' },
    })
  })
})

describe('installing-and-updating', () => {
  it('validates a package before installing it', async () => {
    offer('1.0.0', 'Another title')
    expect(await install()).toMatchObject({ status: 502, body: { code: 'MARKETPLACE_PACKAGE_INVALID' } })
    offer('1.0.0')
    expect(await install()).toMatchObject({ status: 201, body: { data: { name: 'offered' } } })
    expect(await install()).toMatchObject({ status: 409, body: { code: 'THEME_EXISTS' } })
    expect(await update()).toMatchObject({ status: 409, body: { code: 'UP_TO_DATE' } })
    offer('1.1.0')
    expect((await api.ok('GET', '/api/themes/marketplace/check-updates')).body).toMatchObject({
      hasUpdates: true,
      data: [{ currentVersion: '1.0.0', latestVersion: '1.1.0' }],
    })
    expect(await update()).toMatchObject({
      status: 200,
      body: { data: { info: { version: '1.1.0' } }, changelog: ['Now'] },
    })
    const changelog = await api.ok('GET', '/api/themes/marketplace/changelog/offered')
    expect(changelog.body.data?.fullChangelog).toMatchObject([{ version: '1.1.0' }, { version: '1.0.0' }])
    expect((await api.request('GET', '/api/themes/marketplace/changelog/offered/9.9.9')).status).toBe(404)
  })
})

describe('outbound-requests', () => {
  it('do not access private addresses, unless the operator configured the host', async () => {
    let requests = 0
    const inside = createServer((_, response) => {
      requests += 1
      response.end('secret')
    })
    await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve))
    try {
      const download = `http://localhost:${(inside.address() as AddressInfo).port}/theme.zip`
      files.set(
        '/themes.json',
        JSON.stringify([entry({ marketplaceName: 'inside', title: 'Inside', download })]),
      )
      const answer = await api.request('POST', '/api/themes/marketplace/install', {
        json: { themeName: 'inside' },
      })
      expect(answer).toMatchObject({ status: 502, body: { code: 'MARKETPLACE_PACKAGE_INVALID' } })
      expect(requests).toBe(0)
    } finally {
      inside.close()
    }
  })
})
