import { describe, expect, it } from 'vitest'
import { anonymous, editor, type Shop, shop, testApp } from '../../../test/fixtures/app.ts'
import { type ThemeFixture, themeZip } from '../../../test/fixtures/theme.ts'
import { marketplaceUnavailable } from '../errors.ts'
import { cachedMarketplace } from './cached-marketplace.ts'
import type { MarketplaceTheme } from './marketplace-theme.ts'

/** Adds a theme to the marketplace. `built` changes its package, but not its catalogue entry. */
function offer(
  market: Shop,
  entry: Partial<MarketplaceTheme> & { title: string },
  built: ThemeFixture = {},
): MarketplaceTheme {
  const version = entry.version ?? '1.0.0'
  const created: MarketplaceTheme = {
    marketplaceName: entry.title.toLowerCase().replaceAll(' ', '-'),
    description: 'About it',
    version,
    author: 'Shop',
    tags: ['blog'],
    screenshot: '',
    sourceRepo: 'https://example.test/repo',
    lastUpdated: '2024-05-01T10:00:00.000Z',
    changelog: { [version]: [`Changes of ${version}`] },
    download: `${entry.title}-${version}.zip`,
    updateUrl: 'https://example.test/zip',
    ...entry,
  }
  market.packages.set(created.download, themeZip({ title: created.title, version, ...built }))
  market.offers = [...market.offers.filter(({ title }) => title !== created.title), created]
  return created
}

function stocked() {
  const created = testApp()
  offer(created.marketplace, {
    title: 'Zebra',
    version: '1.0.0',
    tags: ['portfolio', 'dark'],
    lastUpdated: '2024-01-01T00:00:00.000Z',
  })
  offer(created.marketplace, {
    title: 'apple tree',
    version: '2.1.0',
    lastUpdated: '2024-03-01T00:00:00.000Z',
  })
  offer(created.marketplace, {
    title: 'Moon',
    version: '1.10.0',
    tags: ['blog', 'dark'],
    lastUpdated: '2024-02-01T00:00:00.000Z',
  })
  const titles = async (query: Parameters<typeof created.app.listMarketplace>[1]) =>
    (await created.app.listMarketplace(editor, query)).themes.map(({ title }) => title)
  return { ...created, titles }
}

describe('browsing', () => {
  it('sorts by name, by date newest first, by version highest first', async () => {
    const { titles, app } = stocked()
    expect(await titles({})).toEqual(['apple tree', 'Moon', 'Zebra'])
    expect(await titles({ sort: '' })).toEqual(['apple tree', 'Moon', 'Zebra'])
    expect(await titles({ sort: 'date' })).toEqual(['apple tree', 'Moon', 'Zebra'])
    expect(await titles({ sort: 'version' })).toEqual(['apple tree', 'Moon', 'Zebra'])
    await expect(app.listMarketplace(editor, { sort: 'price' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      problems: [{ path: 'sort' }],
    })
  })

  it('compares versions numerically', async () => {
    const { titles, marketplace } = stocked()
    offer(marketplace, { title: 'Old', version: '1.9.0' })
    expect(await titles({ sort: 'version' })).toEqual(['apple tree', 'Moon', 'Old', 'Zebra'])
  })

  it('filters by tag and by words, case-insensitive', async () => {
    const { titles } = stocked()
    expect(await titles({ category: 'dark' })).toEqual(['Moon', 'Zebra'])
    expect(await titles({ category: 'Dark' })).toEqual([])
    expect(await titles({ search: ' TREE ' })).toEqual(['apple tree'])
    expect(await titles({ search: 'about', category: 'portfolio' })).toEqual(['Zebra'])
  })

  it('returns the categories of the catalogue, or else the sorted tags', async () => {
    const { app, marketplace } = stocked()
    expect(await app.listMarketplaceCategories(editor)).toEqual(['blog', 'dark', 'portfolio'])
    marketplace.ownCategories = ['Zeta', 'Alpha']
    expect(await app.listMarketplaceCategories(editor)).toEqual(['Zeta', 'Alpha'])
  })

  it('requires a user', async () => {
    const { app } = stocked()
    for (const ask of [
      () => app.listMarketplace(anonymous, {}),
      () => app.listMarketplaceCategories(anonymous),
      () => app.checkThemeUpdates(anonymous),
      () => app.getThemeChangelog(anonymous, 'moon'),
      () => app.installMarketplaceTheme(anonymous, 'moon'),
      () => app.updateMarketplaceTheme(anonymous, 'moon'),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('installing and updating', () => {
  it('installs once, and rejects unknown names', async () => {
    const { app, facts } = stocked()
    const { theme, themeCount } = await app.installMarketplaceTheme(editor, 'apple-tree')
    expect([theme.name, theme.current.version, themeCount]).toEqual(['apple-tree', '2.1.0', 1])
    expect(facts()).toEqual(['themes.theme.installed theme:apple-tree'])
    await expect(app.installMarketplaceTheme(editor, 'apple-tree')).rejects.toMatchObject({
      code: 'THEME_EXISTS',
    })
    await expect(app.updateMarketplaceTheme(editor, 'apple-tree')).rejects.toMatchObject({
      kind: 'conflict',
      code: 'UP_TO_DATE',
    })
    await expect(app.installMarketplaceTheme(editor, 'none')).rejects.toMatchObject({
      kind: 'not_found',
      code: 'MARKETPLACE_THEME_NOT_FOUND',
    })
    await expect(app.updateMarketplaceTheme(editor, 'moon')).rejects.toMatchObject({
      kind: 'not_found',
      code: 'THEME_NOT_FOUND',
    })
  })

  it.each<[string, ThemeFixture, string]>([
    ['its title differs', { title: 'Trojan' }, 'MARKETPLACE_PACKAGE_INVALID'],
    ['its version differs', { version: '9.9.9' }, 'MARKETPLACE_PACKAGE_INVALID'],
    ['it is not a valid theme', { files: { 'assets/css/style.css': null } }, 'THEME_INVALID'],
  ])('rejects a package without installing it when %s', async (_what, built, code) => {
    const { app, marketplace, themes } = testApp()
    offer(marketplace, { title: 'Bad' }, built)
    await expect(app.installMarketplaceTheme(editor, 'bad')).rejects.toMatchObject({ code })
    expect(await themes.list()).toEqual([])
  })

  it('updates the active theme and returns the changes after the old version, newest first', async () => {
    const { app, marketplace, facts } = stocked()
    await app.installMarketplaceTheme(editor, 'moon')
    await app.switchTheme(editor, 'moon')
    const changelog = { '1.9.0': ['old'], '1.11.0': ['eleven'], '2.0.0': ['two', 'more'], '1.10.0': ['ten'] }
    offer(marketplace, { title: 'Moon', version: '2.0.0', changelog })
    const { updates, totalInstalled } = await app.checkThemeUpdates(editor)
    expect(updates).toMatchObject([
      { name: 'moon', title: 'Moon', currentVersion: '1.10.0', latest: { version: '2.0.0' } },
    ])
    expect(totalInstalled).toBe(1)
    expect(await app.updateMarketplaceTheme(editor, 'moon')).toMatchObject({
      theme: { name: 'moon', active: true, current: { version: '2.0.0' } },
      changelog: ['two', 'more', 'eleven'],
    })
    expect(facts().at(-1)).toBe('themes.theme.updated theme:moon')
    expect((await app.checkThemeUpdates(editor)).updates).toEqual([])
  })

  it('keeps the installed version if the new package is invalid', async () => {
    const { app, marketplace, themes } = stocked()
    await app.installMarketplaceTheme(editor, 'moon')
    offer(marketplace, { title: 'Moon', version: '2.0.0' }, { files: { 'templates/post.html': '{{#if x}}' } })
    await expect(app.updateMarketplaceTheme(editor, 'moon')).rejects.toMatchObject({ code: 'THEME_INVALID' })
    expect((await themes.find('moon'))?.current.version).toBe('1.10.0')
  })
})

describe('the changelog', () => {
  it('is sorted newest first and includes the installed version', async () => {
    const { app, marketplace } = stocked()
    await app.installMarketplaceTheme(editor, 'zebra')
    offer(marketplace, {
      title: 'Zebra',
      version: '1.10.0',
      changelog: { '1.2.0': ['two'], '1.10.0': ['ten'], '1.0.0': ['zero'] },
    })
    const changelog = await app.getThemeChangelog(editor, 'zebra')
    expect(changelog).toMatchObject({
      latestVersion: '1.10.0',
      installedVersion: '1.0.0',
      latestChanges: ['ten'],
      hasChanges: true,
    })
    expect(changelog.fullChangelog).toEqual([
      { version: '1.10.0', changes: ['ten'], releaseDate: '2024-05-01T10:00:00.000Z' },
      { version: '1.2.0', changes: ['two'] },
      { version: '1.0.0', changes: ['zero'] },
    ])
  })

  it('has one entry for a requested version, and an unknown version is an error', async () => {
    const { app } = stocked()
    expect(
      (await app.getThemeChangelog(editor, 'moon', '1.10.0')).fullChangelog.map(({ version }) => version),
    ).toEqual(['1.10.0'])
    await expect(app.getThemeChangelog(editor, 'moon', '7.0.0')).rejects.toMatchObject({
      code: 'MARKETPLACE_THEME_NOT_FOUND',
    })
    await expect(app.getThemeChangelog(editor, 'none')).rejects.toMatchObject({
      code: 'MARKETPLACE_THEME_NOT_FOUND',
    })
  })
})

describe('a marketplace that cannot be reached', () => {
  it('fails every operation with the documented message', async () => {
    const { app, marketplace } = stocked()
    marketplace.fail = marketplaceUnavailable()
    for (const ask of [
      () => app.listMarketplace(editor, {}),
      () => app.listMarketplaceCategories(editor),
      () => app.checkThemeUpdates(editor),
      () => app.getThemeChangelog(editor, 'moon'),
      () => app.installMarketplaceTheme(editor, 'moon'),
      () => app.updateMarketplaceTheme(editor, 'moon'),
    ])
      await expect(ask()).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'MARKETPLACE_UNAVAILABLE',
        message: 'Unable to connect to marketplace. Please try again later.',
      })
  })
})

describe('a cached catalogue', () => {
  it('is read again after a failure, but after a success only when the cache has expired', async () => {
    let now = 0
    const market = shop()
    const cached = cachedMarketplace(market, 60, () => new Date(now))
    await Promise.all([cached.themes(), cached.themes()])
    now = 59_999
    await cached.themes()
    expect(market.reads).toBe(1)
    now = 60_000
    market.fail = new Error('away')
    await expect(cached.themes()).rejects.toThrow('away')
    await expect(cached.themes()).rejects.toThrow('away')
    market.fail = undefined
    await cached.themes()
    expect(market.reads).toBe(4)
  })

  it('is read on every call if the cache is disabled', async () => {
    const market = shop()
    const cached = cachedMarketplace(market, 0, () => new Date(0))
    await cached.themes()
    await cached.themes()
    expect(market.reads).toBe(2)
  })
})
