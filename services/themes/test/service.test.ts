/**
 * The whole service over gRPC: real Postgres, blobs in a folder, the local event bus, a local marketplace.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { label, testPostgres } from '@typecase/testing/infra'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asEditor, type RunningThemes, startThemes, type ThemesClient } from './fixtures/service.ts'
import { themeFiles, themeZip } from './fixtures/theme.ts'

const { skip } = await testPostgres()
const shippedDefault = fileURLToPath(new URL('../../../themes/default', import.meta.url))

describe.skipIf(skip !== undefined)(label('the themes service', skip), () => {
  let running: RunningThemes
  let replicaA: ThemesClient
  let replicaB: ThemesClient
  let upload: RunningThemes['upload']
  let read: RunningThemes['read']

  beforeAll(async () => {
    running = await startThemes()
    ;({ replicaA, replicaB, upload, read } = running)
  })
  afterAll(() => running.stop())

  it('starts with the default theme active, installed once for both replicas', async () => {
    for (const client of [replicaA, replicaB]) {
      const theme = await client.getActiveTheme({})
      expect(theme).toMatchObject({ name: 'default', path: 'themes/default', active: true, bundled: true })
      expect(JSON.parse(theme.infoJson)).toMatchObject({ version: theme.version })
    }
    const installed = ['default', 'docs', 'magazine'].map(
      (name) => `typecase.themes.theme.installed.v1 theme:${name}`,
    )
    // Sorted, because the order of events of different themes is undefined.
    await expect
      .poll(() => running.events.map(({ type, subject }) => `${type} ${subject}`).sort())
      .toEqual([...installed, 'typecase.themes.theme.switched.v1 theme:default'])
    for (const { source } of running.events) expect(source).toBe('/typecase/themes')
  })

  it('streams all files of a version exactly as on disk', async () => {
    const onDisk = readdirSync(shippedDefault, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const { digest } = await replicaA.getActiveTheme({})
    const files = await read('default', digest)
    expect(files.size).toBe(onDisk.length)
    for (const entry of onDisk) {
      const path = join(entry.parentPath, entry.name)
      expect(files.get(path.slice(shippedDefault.length + 1))?.equals(readFileSync(path)), path).toBe(true)
    }
  })

  it('installs an uploaded package, updates, switches and deletes it', async () => {
    const large = Buffer.from(Array.from({ length: 900_000 }, (_, n) => (n * 31) % 251))
    const first = await upload(themeZip({ title: 'Uploaded', files: { 'assets/large.bin': large } }))
    expect(first).toMatchObject({
      installed: true,
      theme: { name: 'uploaded', version: '1.0.0', active: false, bundled: false },
    })
    const files = await read('uploaded')
    expect(files.get('assets/large.bin')?.equals(large)).toBe(true)
    expect(files.get('partials/empty.html')).toEqual(Buffer.alloc(0))
    expect(await upload(themeZip({ title: 'Uploaded', version: '1.0.1' }), replicaB)).toMatchObject({
      installed: false,
    })
    await expect(upload(themeZip({ title: 'Uploaded', version: '1.0.1' }))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'THEME_EXISTS',
    })
    expect((await read('uploaded', first.theme?.digest)).size).toBe(Object.keys(themeFiles()).length + 1)
    expect(await replicaB.switchTheme({ name: 'uploaded' }, asEditor)).toMatchObject({ active: true })
    expect(
      (await replicaA.listThemes({}, asEditor)).themes.map(({ name, active }) => [name, active]),
    ).toEqual([
      ['default', false],
      ['docs', false],
      ['magazine', false],
      ['uploaded', true],
    ])
    await expect(replicaA.deleteTheme({ name: 'uploaded' }, asEditor)).rejects.toMatchObject({
      kind: 'refused',
      code: 'THEME_ACTIVE',
    })
    await expect(replicaA.deleteTheme({ name: 'default' }, asEditor)).rejects.toMatchObject({
      kind: 'refused',
      code: 'THEME_BUNDLED',
    })
    await replicaA.switchTheme({ name: 'default' }, asEditor)
    await replicaA.deleteTheme({ name: 'uploaded' }, asEditor)
    await expect(replicaA.getTheme({ name: 'uploaded' }, asEditor)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'THEME_NOT_FOUND',
      message: 'Theme not found',
    })
    await expect(read('uploaded')).rejects.toMatchObject({ code: 'THEME_NOT_FOUND' })
  })

  it('returns all errors of a package to the caller', async () => {
    const bad = themeZip({
      version: '1',
      files: { 'assets/css/style.css': null, 'templates/page.html': '\n{{/if}}' },
    })
    const error = await upload(bad).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      kind: 'invalid',
      code: 'THEME_INVALID',
      message: 'Theme validation failed',
    })
    expect((error as { problems: { path: string }[] }).problems.map(({ path }) => path).sort()).toEqual([
      'assets/',
      'assets/css/style.css',
      'templates/page.html',
      'theme.json',
    ])
    const { faults } = (error as { fields: { faults: object[] } }).fields
    expect(faults).toHaveLength(4)
    expect(faults).toContainEqual({
      file: 'templates/page.html',
      line: 2,
      message: '{{/if}} closes no block',
      hint: expect.stringContaining('open the block above'),
      detail: expect.stringContaining('Expecting'),
    })
  })

  it('returns warnings about accepted and rejected themes', async () => {
    const files = { 'templates/post.html': '\n{{post.titel}}' }
    const warning = {
      line: 2,
      message: 'there is no value post.titel; did you mean post.title?',
      hint: expect.stringContaining('name'),
    }
    const { warnings } = await upload(themeZip({ title: 'Warned', files }))
    expect(warnings).toContainEqual({ file: 'templates/post.html', ...warning })
    await replicaA.deleteTheme({ name: 'warned' }, asEditor)
    await expect(upload(themeZip({ title: 'Warned', version: '1', files }))).rejects.toMatchObject({
      fields: {
        faults: [{ file: 'theme.json' }],
        warnings: expect.arrayContaining([{ file: 'templates/post.html', ...warning }]),
      },
    })
  })

  it('stops an upload that is too large', async () => {
    async function* large() {
      for (let n = 0; n < 30; n++) yield { chunk: Buffer.alloc(1024 * 1024) }
      yield { done: true }
    }
    await expect(replicaA.uploadTheme(large(), asEditor)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  })

  it('never deletes the active theme, even in a race', async () => {
    for (let round = 0; round < 5; round++) {
      await upload(themeZip({ title: `Race ${round}` }))
      const name = `race-${round}`
      const results = await Promise.allSettled([
        replicaA.switchTheme({ name }, asEditor),
        replicaB.deleteTheme({ name }, asEditor),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const active = await replicaB.getActiveTheme({})
      expect((await replicaA.listThemes({}, asEditor)).themes.map((theme) => theme.name)).toContain(
        active.name,
      )
    }
    await replicaA.switchTheme({ name: 'default' }, asEditor)
  })

  it('keeps the order of the menu without gaps under parallel changes of two replicas', async () => {
    await replicaA.replaceMenu({ items: [] }, asEditor)
    const client = (at: number) => (at % 2 === 0 ? replicaA : replicaB)
    await Promise.all(
      Array.from({ length: 16 }, (_, at) => client(at).addMenuItem({ title: 'Same', url: '/' }, asEditor)),
    )
    const { items, revision } = await replicaA.getMenu({})
    expect(items.map(({ order }) => order)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
    expect(revision).toBe(17)
    const reversed = items.map(({ id }) => id).reverse()
    expect(
      (await replicaB.reorderMenu({ orderedIds: reversed }, asEditor)).items.map(({ id }) => id),
    ).toEqual(reversed)
    await expect
      .poll(() => running.events.filter(({ type }) => type.includes('.menu.')).at(-1))
      .toMatchObject({ subject: 'menu', revision: 18, data: { items: 16 } })
  })

  it('transfers menu fields, validation errors and error codes', async () => {
    await replicaA.replaceMenu(
      {
        items: [
          { id: 'a', title: 'A', url: '/a', class: 'x', target: '_blank' },
          { id: 'b', title: 'B', url: '/b', parent: 'a' },
        ],
      },
      asEditor,
    )
    const { items } = await replicaA.updateMenuItem(
      { id: 'b', changes: { title: 'New' }, clear: ['parent'] },
      asEditor,
    )
    expect(items).toEqual([
      { id: 'a', title: 'A', url: '/a', class: 'x', target: '_blank', order: 1 },
      { id: 'b', title: 'New', url: '/b', order: 2 },
    ])
    await expect(replicaA.addMenuItem({ id: 'a', title: 'A', url: '/' }, asEditor)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'DUPLICATE_ID',
    })
    await expect(replicaA.deleteMenuItem({ id: 'x' }, asEditor)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'MENU_ITEM_NOT_FOUND',
    })
    await expect(
      replicaA.replaceMenu({ items: [{ id: 'x', title: 'X', url: 'javascript:x' }] }, asEditor),
    ).rejects.toMatchObject({
      problems: [{ path: '0.url' }],
    })
    await expect(replicaA.replaceMenu({ items: [] })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('installs and updates from an HTTP catalogue', async () => {
    running.market.offer('Bought', '1.0.0')
    running.market.offer('Spoilt', '1.0.0', { sha256: 'ab'.repeat(32) })
    const listing = await replicaA.listMarketplace({}, asEditor)
    expect([listing.total, listing.source, listing.themesJson.map((json) => JSON.parse(json).title)]).toEqual(
      [2, running.market.url, ['Bought', 'Spoilt']],
    )
    expect((await replicaA.listMarketplaceCategories({}, asEditor)).categories).toEqual(['blog'])
    expect(await replicaA.installMarketplaceTheme({ name: 'bought' }, asEditor)).toMatchObject({
      theme: { name: 'bought', version: '1.0.0' },
    })
    await expect(replicaA.installMarketplaceTheme({ name: 'spoilt' }, asEditor)).rejects.toMatchObject({
      kind: 'refused',
      code: 'MARKETPLACE_PACKAGE_INVALID',
    })
    running.market.offer('Bought', '1.1.0', { changelog: { '1.1.0': ['Better'], '1.0.0': ['First'] } })
    expect((await replicaB.checkThemeUpdates({}, asEditor)).updates).toMatchObject([
      {
        name: 'bought',
        currentVersion: '1.0.0',
        latestVersion: '1.1.0',
        marketplaceName: 'bought',
        updateUrl: `${running.market.url}/Bought-1.1.0.zip`,
      },
    ])
    expect(await replicaA.getThemeChangelog({ name: 'bought' }, asEditor)).toMatchObject({
      latestVersion: '1.1.0',
      installedVersion: '1.0.0',
      latestChanges: ['Better'],
      hasChanges: true,
    })
    expect(await replicaA.updateMarketplaceTheme({ name: 'bought' }, asEditor)).toMatchObject({
      theme: { version: '1.1.0' },
      changelog: ['Better'],
    })
    await expect(replicaA.updateMarketplaceTheme({ name: 'bought' }, asEditor)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'UP_TO_DATE',
    })
  })

  it('returns MARKETPLACE_UNAVAILABLE within the deadline, and recovers', async () => {
    const unavailable = {
      kind: 'unavailable',
      code: 'MARKETPLACE_UNAVAILABLE',
      message: 'Unable to connect to marketplace. Please try again later.',
    }
    running.market.mode = 'broken'
    await expect(replicaA.listMarketplace({}, asEditor)).rejects.toMatchObject(unavailable)
    running.market.mode = 'silent'
    await expect(replicaA.listMarketplace({}, { ...asEditor, deadlineMs: 6000 })).rejects.toMatchObject(
      unavailable,
    )
    running.market.mode = 'good'
    expect((await replicaA.listMarketplace({}, asEditor)).total).toBe(2)
  })
})
