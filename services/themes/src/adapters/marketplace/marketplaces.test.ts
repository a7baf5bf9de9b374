import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newContext, runInContext } from '@typecase/runtime/context'
import { afterAll, describe, expect, it } from 'vitest'
import { silent } from '../../../test/fixtures/app.ts'
import { themeFiles } from '../../../test/fixtures/theme.ts'
import type { MarketplaceTheme } from '../../core/marketplace/marketplace-theme.ts'
import { bundledMarketplace } from './bundled-marketplace.ts'
import { type Download, UnexpectedStatus } from './guarded-download.ts'
import { httpMarketplace } from './http-marketplace.ts'

const entry = {
  marketplaceName: 'moon',
  title: 'Moon',
  description: 'About it',
  version: '1.0.0',
  author: 'Shop',
  tags: ['blog'],
  screenshot: 'https://example.test/moon.png',
  sourceRepo: 'https://example.test/moon',
  lastUpdated: '2024-05-01T10:00:00Z',
  changelog: { '1.0.0': ['First'] },
  download: 'packages/moon',
}
const unavailable = { code: 'MARKETPLACE_UNAVAILABLE' }
const invalid = { kind: 'refused', code: 'MARKETPLACE_PACKAGE_INVALID' }

describe('the bundled catalogue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-catalogue-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(themeFiles())) write(`packages/moon/${path}`, text)
  const market = bundledMarketplace(folder, (packed) => Buffer.from(`packed ${packed}`), silent)

  it('lists its entries, with timestamps in one format', async () => {
    write('themes.json', JSON.stringify([entry]))
    expect(await market.themes()).toEqual([
      { ...entry, lastUpdated: '2024-05-01T10:00:00.000Z', updateUrl: entry.sourceRepo },
    ])
    expect(market.source).toBe('bundled')
  })

  it('has the categories of the optional categories.json', async () => {
    expect(await market.categories()).toBeUndefined()
    write('categories.json', '["b","a"]')
    expect(await market.categories()).toEqual(['b', 'a'])
  })

  it('packs a folder next to the catalogue file, and no other', async () => {
    const [moon] = (await market.themes()) as [MarketplaceTheme]
    expect(Buffer.from(await market.download(moon)).toString()).toBe(
      `packed ${join(folder, 'packages/moon')}`,
    )
    for (const download of ['packages/none', '../../..', '/etc', '.'])
      await expect(market.download({ ...moon, download })).rejects.toMatchObject(invalid)
  })

  it('is unavailable if it is damaged', async () => {
    write('themes.json', '{')
    await expect(market.themes()).rejects.toMatchObject(unavailable)
  })
})

describe('a catalogue over HTTP', () => {
  /** A marketplace with these responses by URL. A number is an HTTP status. */
  const marketOf = (answers: Record<string, unknown>, requests: string[] = [], waits: number[] = []) => {
    const download: Download = async (url, { milliseconds }) => {
      requests.push(url.href)
      waits.push(milliseconds)
      const answer = answers[url.href] ?? 404
      if (typeof answer === 'number') throw new UnexpectedStatus(answer)
      return Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer))
    }
    return httpMarketplace('https://market.test/shop/', download, silent)
  }
  const at = (path: string) => `https://market.test/shop/${path}`

  it('skips invalid entries and second entries with the same name', async () => {
    const bad = [
      { ...entry, version: '1' },
      { ...entry, tags: 'x' },
      { ...entry, screenshot: 'javascript:x' },
      { ...entry, title: undefined },
      { ...entry, sha256: 'x' },
      { ...entry, changelog: { a: 'b' } },
      null,
      'x',
    ]
    const market = marketOf({ [at('themes.json')]: [...bad, entry, { ...entry, title: 'Second' }] })
    expect((await market.themes()).map(({ title, updateUrl }) => [title, updateUrl])).toEqual([
      ['Moon', at('packages/moon')],
    ])
  })

  it.each([
    ['not an array', {}],
    ['longer than 5,000 entries', Array(5_001).fill(1)],
    ['not JSON', '{"half":'],
    ['an error', 500],
    ['missing', 404],
  ])('is unavailable when it is %s', async (_what, answer) => {
    await expect(marketOf({ [at('themes.json')]: answer }).themes()).rejects.toMatchObject(unavailable)
  })

  it('need not have categories, but an invalid list of categories is an error', async () => {
    expect(await marketOf({}).categories()).toBeUndefined()
    expect(await marketOf({ [at('categories.json')]: ['a'] }).categories()).toEqual(['a'])
    for (const answer of [500, [1], {}])
      await expect(marketOf({ [at('categories.json')]: answer }).categories()).rejects.toMatchObject(
        unavailable,
      )
  })

  it('resolves relative, rooted and absolute package URLs', async () => {
    const requests: string[] = []
    const addresses = ['x.zip', '/y.zip', 'https://cdn.test/z.zip']
    const market = marketOf(
      { [at('x.zip')]: 'x', 'https://market.test/y.zip': 'y', 'https://cdn.test/z.zip': 'z' },
      requests,
    )
    const [moon] = [{ ...entry, updateUrl: '' }]
    for (const download of addresses) await market.download({ ...moon, download })
    expect(requests).toEqual([at('x.zip'), 'https://market.test/y.zip', 'https://cdn.test/z.zip'])
  })

  it('rejects packages that cannot be fetched or have another hash', async () => {
    const market = marketOf({ [at('x.zip')]: 'hello' })
    const moon = { ...entry, updateUrl: '', download: 'x.zip' }
    const sha256 = '2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824'
    expect(Buffer.from(await market.download({ ...moon, sha256 })).toString()).toBe('hello')
    await expect(market.download({ ...moon, sha256: '00'.repeat(32) })).rejects.toMatchObject(invalid)
    await expect(market.download({ ...moon, download: 'none.zip' })).rejects.toMatchObject(invalid)
    await expect(market.download({ ...moon, download: 'http://[bad' })).rejects.toMatchObject(invalid)
  })

  it("waits 5 seconds, or less if the caller's deadline is shorter", async () => {
    const waits: number[] = []
    const market = marketOf({ [at('themes.json')]: [] }, [], waits)
    await market.themes()
    await runInContext(newContext({ deadline: new Date(Date.now() + 2000) }), () => market.themes())
    expect(waits[0]).toBe(5000)
    expect(waits[1]).toBeLessThanOrEqual(1700)
  })
})
