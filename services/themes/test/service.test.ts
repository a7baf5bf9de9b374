/** The whole service over gRPC: real Postgres, files in a folder, events on the local bus, a marketplace on this machine. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CloudEvent } from '@typecase/contracts/events'
import { MarketplaceServiceDef, MenuServiceDef, ThemeServiceDef } from '@typecase/contracts/services'
import { serviceActor } from '@typecase/kernel'
import { type EventBus, localEventBus } from '@typecase/runtime/events'
import { grpcClient } from '@typecase/runtime/grpc'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeThemes, type ThemesService } from '../src/compose.ts'
import { themesConfig } from '../src/config.ts'
import { editor, silent } from './fixtures/app.ts'
import { type Market, startMarket } from './fixtures/market.ts'
import { themeFiles, themeZip } from './fixtures/theme.ts'

const { skip } = await testPostgres()
const shippedDefault = fileURLToPath(new URL('../../../themes/default', import.meta.url))
const connect = (address: string) => grpcClient([ThemeServiceDef, MarketplaceServiceDef, MenuServiceDef], address)
const asEditor = { actor: editor }

describe.skipIf(skip !== undefined)(label('the themes service', skip), () => {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-themes-'))
  const services: ThemesService[] = []
  const events: CloudEvent[] = []
  const closers: (() => Promise<unknown>)[] = []
  let market: Market
  let one: ReturnType<typeof connect>
  let two: ReturnType<typeof connect>

  beforeAll(async () => {
    market = await startMarket()
    const own = await freshSchema('themes_service')
    const busSchema = await freshSchema('themes_bus')
    const postgres = openPostgres({ url: own.url, schema: busSchema.schema, log: silent })
    const bus = localEventBus({ postgres, log: silent, schema: busSchema.schema })
    await follow(bus, events)
    const config = themesConfig({
      DATABASE_URL: own.url,
      DATABASE_SCHEMA: own.schema,
      GRPC_PORT: '0',
      BLOB_DIR: folder,
      MARKETPLACE_URL: market.url,
      MARKETPLACE_CACHE_SECONDS: '0',
      LOG_LEVEL: 'silent',
    })
    for (let replica = 0; replica < 2; replica++) services.push(composeThemes(config, { bus }))
    await Promise.all(services.map((service) => service.start()))
    ;[one, two] = services.map((service) => connect(service.address())) as [typeof one, typeof two]
    closers.push(
      async () => one.close(),
      async () => two.close(),
      ...services.map((service) => () => service.stop()),
    )
    closers.push(bus.close, postgres.close, own.drop, busSchema.drop, market.close)
  })
  afterAll(async () => {
    for (const close of closers) await close()
    rmSync(folder, { recursive: true, force: true })
  })

  const upload = (zip: Uint8Array, client = one) => client.uploadTheme(pieces(zip), asEditor)
  const read = async (name: string, digest?: string) => {
    const files = new Map<string, Buffer>()
    for await (const { path, chunk } of one.readTheme({ name, digest }, { actor: serviceActor('publisher') }))
      files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), chunk]))
    return files
  }

  it('starts with the default theme of the product, active, in both replicas, once', async () => {
    for (const client of [one, two]) {
      const theme = await client.getActiveTheme({})
      expect(theme).toMatchObject({ name: 'default', path: 'themes/default', active: true, bundled: true })
      expect(JSON.parse(theme.infoJson)).toMatchObject({ version: theme.version })
    }
    const installed = ['default', 'docs', 'magazine'].map((name) => `typecase.themes.theme.installed.v1 theme:${name}`)
    await expect
      .poll(() => events.map(({ type, subject }) => `${type} ${subject}`).sort())
      .toEqual([...installed, 'typecase.themes.theme.switched.v1 theme:default'])
    expect(events.at(-1)).toMatchObject({ subject: 'theme:default', source: '/typecase/themes' })
  })

  it('streams every file of a version as it is on disk', async () => {
    const onDisk = readdirSync(shippedDefault, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const { digest } = await one.getActiveTheme({})
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
    expect(first).toMatchObject({ installed: true, theme: { name: 'uploaded', version: '1.0.0', active: false, bundled: false } })
    const files = await read('uploaded')
    expect(files.get('assets/large.bin')?.equals(large)).toBe(true)
    expect(files.get('partials/empty.html')).toEqual(Buffer.alloc(0))
    expect(await upload(themeZip({ title: 'Uploaded', version: '1.0.1' }), two)).toMatchObject({ installed: false })
    await expect(upload(themeZip({ title: 'Uploaded', version: '1.0.1' }))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'THEME_EXISTS',
    })
    expect((await read('uploaded', first.theme?.digest)).size).toBe(Object.keys(themeFiles()).length + 1)
    expect(await two.switchTheme({ name: 'uploaded' }, asEditor)).toMatchObject({ active: true })
    expect((await one.listThemes({}, asEditor)).themes.map(({ name, active }) => [name, active])).toEqual([
      ['default', false],
      ['docs', false],
      ['magazine', false],
      ['uploaded', true],
    ])
    await expect(one.deleteTheme({ name: 'uploaded' }, asEditor)).rejects.toMatchObject({ kind: 'refused', code: 'THEME_ACTIVE' })
    await expect(one.deleteTheme({ name: 'default' }, asEditor)).rejects.toMatchObject({ kind: 'refused', code: 'THEME_BUNDLED' })
    await one.switchTheme({ name: 'default' }, asEditor)
    await one.deleteTheme({ name: 'uploaded' }, asEditor)
    await expect(one.getTheme({ name: 'uploaded' }, asEditor)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'THEME_NOT_FOUND',
      message: 'Theme not found',
    })
    await expect(read('uploaded')).rejects.toMatchObject({ code: 'THEME_NOT_FOUND' })
  })

  it('tells every fault of a package to the caller', async () => {
    const bad = themeZip({ version: '1', files: { 'assets/css/style.css': null, 'templates/page.html': '\n{{/if}}' } })
    const error = await upload(bad).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'invalid', code: 'THEME_INVALID', message: 'Theme validation failed' })
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
      message: expect.stringContaining('Expecting'),
      hint: expect.stringContaining('block'),
    })
  })

  it('refuses a theme that could not render a page, and installs nothing of it', async () => {
    const bad = themeZip({
      title: 'Untried',
      files: { 'templates/post.html': '<p>\n{{> nowhere}}', 'templates/home.html': '{{shout title}}' },
    })
    await expect(upload(bad)).rejects.toMatchObject({
      code: 'THEME_INVALID',
      fields: {
        faults: [
          { file: 'templates/home.html', line: 1, message: 'there is no helper named shout' },
          { file: 'templates/post.html', line: 2, message: 'the partial nowhere does not exist' },
        ],
      },
    })
    const stuck = themeZip({ title: 'Untried', files: { 'templates/post.html': '{{#each}}x{{/each}}' } })
    await expect(upload(stuck)).rejects.toMatchObject({ fields: { faults: [{ file: 'templates/post.html', line: 1 }] } })
    await expect(one.getTheme({ name: 'untried' }, asEditor)).rejects.toMatchObject({ code: 'THEME_NOT_FOUND' })
  })

  it('tells as many faults as an answer can carry', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [`templates/${'long-name-'.repeat(9)}${n}.html`, '{{> nowhere}}']),
    )
    const error = (await upload(themeZip({ files: many })).catch((thrown: unknown) => thrown)) as {
      code: string
      fields: { faults: object[] }
    }
    expect(error.code).toBe('THEME_INVALID')
    expect(error.fields.faults.length).toBeGreaterThan(30)
  })

  it('stops an upload that is too large', async () => {
    async function* large() {
      for (let n = 0; n < 30; n++) yield { chunk: Buffer.alloc(1024 * 1024) }
      yield { done: true }
    }
    await expect(one.uploadTheme(large(), asEditor)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  })

  it('never lets the active theme be deleted by a race', async () => {
    for (let round = 0; round < 5; round++) {
      await upload(themeZip({ title: `Race ${round}` }))
      const name = `race-${round}`
      const results = await Promise.allSettled([one.switchTheme({ name }, asEditor), two.deleteTheme({ name }, asEditor)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const active = await two.getActiveTheme({})
      expect((await one.listThemes({}, asEditor)).themes.map((theme) => theme.name)).toContain(active.name)
    }
    await one.switchTheme({ name: 'default' }, asEditor)
  })

  it('keeps the order of the menu without gaps under parallel changes of two replicas', async () => {
    await one.replaceMenu({ items: [] }, asEditor)
    const client = (at: number) => (at % 2 === 0 ? one : two)
    await Promise.all(Array.from({ length: 16 }, (_, at) => client(at).addMenuItem({ title: 'Same', url: '/' }, asEditor)))
    const { items, revision } = await one.getMenu({})
    expect(items.map(({ order }) => order)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
    expect(revision).toBe(17)
    const reversed = items.map(({ id }) => id).reverse()
    expect((await two.reorderMenu({ orderedIds: reversed }, asEditor)).items.map(({ id }) => id)).toEqual(reversed)
    await expect
      .poll(() => events.filter(({ type }) => type.includes('.menu.')).at(-1))
      .toMatchObject({ subject: 'menu', revision: 18, data: { items: 16 } })
  })

  it('passes menu fields, faults and codes over the wire', async () => {
    await one.replaceMenu(
      {
        items: [
          { id: 'a', title: 'A', url: '/a', class: 'x', target: '_blank' },
          { id: 'b', title: 'B', url: '/b', parent: 'a' },
        ],
      },
      asEditor,
    )
    const { items } = await one.updateMenuItem({ id: 'b', changes: { title: 'New' }, clear: ['parent'] }, asEditor)
    expect(items).toEqual([
      { id: 'a', title: 'A', url: '/a', class: 'x', target: '_blank', order: 1 },
      { id: 'b', title: 'New', url: '/b', order: 2 },
    ])
    await expect(one.addMenuItem({ id: 'a', title: 'A', url: '/' }, asEditor)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'DUPLICATE_ID',
    })
    await expect(one.deleteMenuItem({ id: 'x' }, asEditor)).rejects.toMatchObject({ kind: 'not_found', code: 'MENU_ITEM_NOT_FOUND' })
    await expect(one.replaceMenu({ items: [{ id: 'x', title: 'X', url: 'javascript:x' }] }, asEditor)).rejects.toMatchObject({
      problems: [{ path: '0.url' }],
    })
    await expect(one.replaceMenu({ items: [] })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('installs and updates from an HTTP catalogue', async () => {
    market.offer('Bought', '1.0.0')
    market.offer('Spoilt', '1.0.0', { sha256: 'ab'.repeat(32) })
    const listing = await one.listMarketplace({}, asEditor)
    expect([listing.total, listing.source, listing.themesJson.map((json) => JSON.parse(json).title)]).toEqual([
      2,
      market.url,
      ['Bought', 'Spoilt'],
    ])
    expect((await one.listMarketplaceCategories({}, asEditor)).categories).toEqual(['blog'])
    expect(await one.installMarketplaceTheme({ name: 'bought' }, asEditor)).toMatchObject({ theme: { name: 'bought', version: '1.0.0' } })
    await expect(one.installMarketplaceTheme({ name: 'spoilt' }, asEditor)).rejects.toMatchObject({
      kind: 'refused',
      code: 'MARKETPLACE_PACKAGE_INVALID',
    })
    market.offer('Bought', '1.1.0', { changelog: { '1.1.0': ['Better'], '1.0.0': ['First'] } })
    expect((await two.checkThemeUpdates({}, asEditor)).updates).toMatchObject([
      {
        name: 'bought',
        currentVersion: '1.0.0',
        latestVersion: '1.1.0',
        marketplaceName: 'bought',
        updateUrl: `${market.url}/Bought-1.1.0.zip`,
      },
    ])
    expect(await one.getThemeChangelog({ name: 'bought' }, asEditor)).toMatchObject({
      latestVersion: '1.1.0',
      installedVersion: '1.0.0',
      latestChanges: ['Better'],
      hasChanges: true,
    })
    expect(await one.updateMarketplaceTheme({ name: 'bought' }, asEditor)).toMatchObject({
      theme: { version: '1.1.0' },
      changelog: ['Better'],
    })
    await expect(one.updateMarketplaceTheme({ name: 'bought' }, asEditor)).rejects.toMatchObject({ kind: 'conflict', code: 'UP_TO_DATE' })
  })

  it('answers MARKETPLACE_UNAVAILABLE in the time the caller waits, and recovers', async () => {
    const unavailable = {
      kind: 'unavailable',
      code: 'MARKETPLACE_UNAVAILABLE',
      message: 'Unable to connect to marketplace. Please try again later.',
    }
    market.mode = 'broken'
    await expect(one.listMarketplace({}, asEditor)).rejects.toMatchObject(unavailable)
    market.mode = 'silent'
    await expect(one.listMarketplace({}, { ...asEditor, deadlineMs: 1000 })).rejects.toMatchObject(unavailable)
    market.mode = 'good'
    expect((await one.listMarketplace({}, asEditor)).total).toBe(2)
  })
})

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 65_536) yield { chunk: Buffer.from(bytes.subarray(at, at + 65_536)) }
  yield { done: true }
}

async function follow(bus: EventBus, events: CloudEvent[]): Promise<void> {
  await bus.consume({
    durable: 'test',
    subjects: ['typecase.themes.>'],
    handle: async (delivery) => {
      events.push(delivery.event as CloudEvent)
      await delivery.ack()
    },
  })
}
