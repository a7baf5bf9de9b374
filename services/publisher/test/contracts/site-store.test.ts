import { mkdir, readdir, readFile, realpath, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { preStagedPrefix } from '../../src/adapters/folder/release-layout.ts'
import { folderSiteStore } from '../../src/adapters/folder/site-store.ts'
import { Manifest } from '../../src/core/pages/manifest.ts'
import { memorySiteStore } from '../memory/site-store.ts'
import { mapOf } from '../support/manifests.ts'
import { files, folderRoots } from './folder-roots.ts'
import { siteStoreContract } from './site-store.contract.ts'

const { freshRoot, storeOf } = folderRoots()

describe('in-memory site store', () => {
  siteStoreContract(async () => {
    const store = memorySiteStore()
    return { store, read: store.read, list: store.list }
  })
})

describe('folder site store', () => {
  siteStoreContract(async () => {
    const root = await freshRoot()
    return {
      store: storeOf(root),
      read: (outputDir, path) => readFile(join(root, outputDir, path)).catch(() => undefined),
      list: (outputDir) => files(join(root, outputDir)),
    }
  })

  async function publish(root: string, id: string, content: string, outputDir = '_site'): Promise<void> {
    const files = { 'same.html': 'same', 'index.html': content }
    const about = { outputDir, generationId: id, trigger: 'manual' as const, pages: 2, token: Number(id) }
    const staging = await storeOf(root).stage({
      ...about,
      files: Manifest.fromEntries(Object.entries(files)),
      renew: new Set(),
    })
    await staging.write(
      Object.entries(files).flatMap(([path, text]) =>
        staging.missing.has(path) ? [{ path, content: text }] : [],
      ),
    )
    await staging.activate()
  }

  it('keeps the last five releases and one pre-staged for the next; all share unchanged files', async () => {
    const root = await freshRoot()
    for (let n = 1; n <= 8; n++) await publish(root, `0${n}`, String(n))
    const [releases = ''] = await readdir(join(root, '.generations'))
    const remaining = async () =>
      (await readdir(join(root, '.generations', releases)))
        .filter((name) => new RegExp(`^(${preStagedPrefix})?\\d+-\\w+$`).test(name))
        .sort()
    const names = ['04-', '05-', '06-', '07-', '08-', `${preStagedPrefix}08-`].map((start) =>
      expect.stringMatching(`^${start}\\w+$`),
    )
    await expect.poll(remaining).toEqual(names)
    expect((await stat(join(root, '_site/same.html'))).nlink).toBe(6)
  })

  it('builds the next release from the oldest one, which is updated in advance', async () => {
    const root = await freshRoot()
    for (let n = 1; n <= 7; n++) await publish(root, `0${n}`, String(n))
    const [releases = ''] = await readdir(join(root, '.generations'))
    const preStaged = async () =>
      (await readdir(join(root, '.generations', releases))).filter((name) =>
        new RegExp(`^${preStagedPrefix}07-\\w+\\.json$`).test(name),
      )
    await expect.poll(preStaged).toHaveLength(1)
    const [manifest = ''] = await preStaged()
    const copy = join(root, '.generations', releases, manifest.slice(0, -'.json'.length))
    const read = async (folder: string) => [
      await readFile(join(folder, 'index.html'), 'utf8'),
      await readFile(join(folder, 'same.html'), 'utf8'),
    ]
    expect(await read(copy)).toEqual(['7', 'same'])
    const { ino } = await stat(copy)
    await publish(root, '08', '8')
    expect((await stat(await realpath(join(root, '_site')))).ino).toBe(ino)
    const generations = await storeOf(root).generations('_site')
    expect(generations.map(({ id }) => id)).toEqual(['08', '07', '06', '05', '04'])
    for (const { id } of generations.toReversed()) {
      await storeOf(root).activate('_site', id, 8)
      expect(await read(join(root, '_site'))).toEqual([String(Number(id)), 'same'])
    }
  })

  it('does not change the former release, which readers may use, even if it is the oldest', async () => {
    const root = await freshRoot()
    for (let n = 1; n <= 5; n++) await publish(root, `0${n}`, String(n))
    await storeOf(root).activate('_site', '01', 5)
    const openedFolder = await realpath(join(root, '_site'))
    await publish(root, '06', '6')
    // Waits until the next release is pre-staged.
    await publish(root, '07', '7', 'another').then(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(await readFile(join(openedFolder, 'index.html'), 'utf8')).toBe('1')
    const next = { outputDir: '_site', generationId: '08', trigger: 'manual' as const, pages: 1, token: 8 }
    const staging = await storeOf(root).stage({
      ...next,
      files: Manifest.fromEntries([['index.html', '8']]),
      renew: new Set(['index.html']),
    })
    await staging.write([{ path: 'index.html', content: '8' }])
    expect(await readFile(join(openedFolder, 'index.html'), 'utf8')).toBe('1')
  })

  it('removes leftovers of dead processes, but nothing new or active', async () => {
    const root = await freshRoot()
    await publish(root, '01', '1')
    const releases = join(root, '.generations', (await readdir(join(root, '.generations')))[0] ?? '')
    const dead = ['staging-00-1', 'staging-dead-x', '00-without-manifest', `${preStagedPrefix}00-x`].map(
      (name) => join(releases, name),
    )
    const longAgo = new Date(Date.now() - 11 * 60_000)
    for (const folder of dead) {
      await mkdir(join(folder, 'post'), { recursive: true })
      await writeFile(join(folder, 'post/index.html'), 'left')
    }
    const manifests = ['00-without-folder.json', `${preStagedPrefix}00-y.json`].map((name) =>
      join(releases, name),
    )
    for (const manifest of manifests) await writeFile(manifest, '{}')
    const shown = await realpath(join(root, '_site'))
    await rm(`${shown}.json`)
    for (const path of [...dead, ...manifests, shown]) await utimes(path, longAgo, longAgo)
    // Moves the clock, because the ctime of a file cannot be set.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000)
    onTestFinished(() => void vi.restoreAllMocks())
    const about = { outputDir: '_site', trigger: 'manual' as const, pages: 1 }
    const staging = await storeOf(root).stage({
      ...about,
      generationId: '02',
      token: 2,
      files: Manifest.fromEntries([['a.html', 'a']]),
      renew: new Set(),
    })
    const remaining = async () => (await readdir(releases)).sort()
    const before = await remaining()
    expect(before).toEqual(
      [...[...dead, ...manifests, shown].map((path) => basename(path)), 'last-token', 'staging-02-2'].sort(),
    )
    // Garbage is removed only while nothing is staged.
    for (let n = 0; n < 20; n++) await staging.write([{ path: 'a.html', content: String(n) }])
    expect(await remaining()).toEqual(before)
    expect(await readFile(join(root, '_site/index.html'), 'utf8')).toBe('1')
    await staging.discard()
    await expect.poll(remaining, { timeout: 10_000 }).toEqual([basename(shown), 'last-token'])
  })

  it('reads manifests of the first versions of Typecase', async () => {
    const root = await freshRoot()
    await publish(root, '01', 'one')
    const [releases = ''] = await readdir(join(root, '.generations'))
    const names = (await readdir(join(root, '.generations', releases))).filter((name) =>
      name.endsWith('.json'),
    )
    const manifest = join(root, '.generations', releases, names[0] ?? '')
    const { about } = JSON.parse(await readFile(manifest, 'utf8')) as { about: object }
    const pairs = { 'same.html': 'same', 'index.html': 'one' }
    await writeFile(manifest, JSON.stringify({ about, files: Object.entries(pairs) }))
    const store = folderSiteStore(root)
    expect(names).toHaveLength(1)
    expect(mapOf(await store.current('_site'))).toEqual(new Map(Object.entries(pairs)))
    await store.close()
  })

  it('ignores damaged manifests of an older release and of the active one', async () => {
    const root = await freshRoot()
    for (let n = 1; n <= 3; n++) await publish(root, `0${n}`, String(n))
    const releases = join(root, '.generations', (await readdir(join(root, '.generations')))[0] ?? '')
    const damage = async (id: string) => {
      const name = (await readdir(releases)).find(
        (each) => each.startsWith(`${id}-`) && each.endsWith('.json'),
      )
      await writeFile(join(releases, name ?? ''), '{"about":{"id":"0')
    }
    const generations = async () => {
      const store = folderSiteStore(root)
      onTestFinished(() => store.close())
      return (await store.generations('_site')).map(({ id }) => id)
    }
    await damage('02')
    expect(await generations()).toEqual(['03', '01'])
    await damage('03')
    const store = folderSiteStore(root)
    onTestFinished(() => store.close())
    expect(await store.current('_site')).toBeUndefined()
    await publish(root, '04', '4')
    expect(await readFile(join(root, '_site/index.html'), 'utf8')).toBe('4')
    expect(await generations()).toEqual(['04', '01'])
  })

  it('writes files again that are missing from the current site', async () => {
    const root = await freshRoot()
    await publish(root, '01', 'one')
    await rm(join(root, '_site/same.html'))
    await publish(root, '02', 'two')
    expect(await files(join(root, '_site'))).toEqual(['index.html', 'same.html'])
  })

  it('shows the old site to a reader that has opened the old folder', async () => {
    const root = await freshRoot()
    await publish(root, '01', 'old')
    const openedFolder = await realpath(join(root, '_site'))
    await publish(root, '02', 'new')
    expect(await readFile(join(openedFolder, 'index.html'), 'utf8')).toBe('old')
    expect(await readFile(join(root, '_site/index.html'), 'utf8')).toBe('new')
  })

  it('is always readable while generations follow each other', async () => {
    const root = await freshRoot()
    await publish(root, '000', '0')
    let isDone = false
    const reader = (async () => {
      let reads = 0
      while (!isDone) {
        expect(await readFile(join(root, '_site/index.html'), 'utf8')).toMatch(/^\d+$/)
        reads++
      }
      return reads
    })()
    for (let n = 1; n <= 30; n++) await publish(root, String(n).padStart(3, '0'), String(n))
    isDone = true
    expect(await reader).toBeGreaterThan(10)
  })

  it('replaces an existing folder', async () => {
    const root = await freshRoot()
    await mkdir(join(root, '_site/old'), { recursive: true })
    await writeFile(join(root, '_site/old/file.txt'), 'x')
    await publish(root, '01', 'new')
    expect(await files(join(root, '_site'))).toEqual(['index.html', 'same.html'])
  })

  it('never follows a symbolic link out of its root', async () => {
    const root = await freshRoot()
    const outside = await freshRoot()
    await writeFile(join(outside, 'index.html'), 'theirs')
    await symlink(outside, join(root, '_site'))
    await symlink(outside, join(root, 'linked'))
    expect(await storeOf(root).current('_site')).toBeUndefined()
    await publish(root, '01', 'ours')
    await expect(
      storeOf(root).stage({
        outputDir: 'linked/deeper',
        generationId: 'x',
        trigger: 'manual',
        pages: 0,
        token: 9,
        files: Manifest.empty,
        renew: new Set(),
      }),
    ).rejects.toMatchObject({ code: 'OUTPUT_DIR_TAKEN' })
    expect(await readFile(join(outside, 'index.html'), 'utf8')).toBe('theirs')
    expect(await files(outside)).toEqual(['index.html'])
  })
})
