import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FolderSiteStore, folderSiteStore } from '../../src/adapters/folder/site-store.ts'
import { memorySiteStore } from '../../src/adapters/memory/site-store.ts'
import { siteStoreContract } from './site-store.contract.ts'

let base: string
let count = 0
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'typecase-sites-'))
})
afterAll(async () => {
  for (const store of stores.values()) await store.close()
  await rm(base, { recursive: true, force: true })
})

const stores = new Map<string, FolderSiteStore>()
/** One store a root, as one process has it. */
function storeOf(root: string): FolderSiteStore {
  const store = stores.get(root) ?? folderSiteStore(root)
  stores.set(root, store)
  return store
}

async function freshRoot(): Promise<string> {
  const root = join(base, String(++count))
  await mkdir(root)
  return root
}

describe('memory site store', () => {
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
    const staging = await storeOf(root).stage({ ...about, files: new Map(Object.entries(files)), renew: new Set() })
    await staging.write(Object.entries(files).flatMap(([path, text]) => (staging.missing.has(path) ? [{ path, content: text }] : [])))
    await staging.activate()
  }

  it('keeps the last five generations and one to make the next from, their unchanged files shared', async () => {
    const root = await freshRoot()
    for (let n = 1; n <= 8; n++) await publish(root, `0${n}`, String(n))
    const [shelf = ''] = await readdir(join(root, '.generations'))
    const left = async () => (await readdir(join(root, '.generations', shelf))).filter((name) => /^(spare-)?\d+-\w+$/.test(name)).sort()
    const names = ['04-', '05-', '06-', '07-', '08-', 'spare-08-'].map((start) => expect.stringMatching(`^${start}\\w+$`))
    await expect.poll(left).toEqual(names)
    expect((await stat(join(root, '_site/same.html'))).nlink).toBe(6)
  })

  it('makes the next from the oldest, which it brings to where the site is before anybody needs it', async () => {
    const root = await freshRoot()
    for (let n = 1; n <= 7; n++) await publish(root, `0${n}`, String(n))
    const [shelf = ''] = await readdir(join(root, '.generations'))
    const spares = async () => (await readdir(join(root, '.generations', shelf))).filter((name) => /^spare-07-\w+\.json$/.test(name))
    await expect.poll(spares).toHaveLength(1)
    const [manifest = ''] = await spares()
    const spare = join(root, '.generations', shelf, manifest.slice(0, -'.json'.length))
    const read = async (folder: string) => [
      await readFile(join(folder, 'index.html'), 'utf8'),
      await readFile(join(folder, 'same.html'), 'utf8'),
    ]
    expect(await read(spare)).toEqual(['7', 'same'])
    const { ino } = await stat(spare)
    await publish(root, '08', '8')
    expect((await stat(await realpath(join(root, '_site')))).ino).toBe(ino)
    const generations = await storeOf(root).generations('_site')
    expect(generations.map(({ id }) => id)).toEqual(['08', '07', '06', '05', '04'])
    for (const { id } of generations.toReversed()) {
      await storeOf(root).activate('_site', id, 8)
      expect(await read(join(root, '_site'))).toEqual([String(Number(id)), 'same'])
    }
  })

  it('leaves the site that was shown until now to those who read it, though it is the oldest', async () => {
    const root = await freshRoot()
    for (let n = 1; n <= 5; n++) await publish(root, `0${n}`, String(n))
    await storeOf(root).activate('_site', '01', 5)
    const held = await realpath(join(root, '_site'))
    await publish(root, '06', '6')
    // What is prepared behind the switch is there before the next begins.
    await publish(root, '07', '7', 'another').then(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(await readFile(join(held, 'index.html'), 'utf8')).toBe('1')
  })

  it('builds upon generations whose manifest the first versions wrote', async () => {
    const root = await freshRoot()
    await publish(root, '01', 'one')
    const [shelf = ''] = await readdir(join(root, '.generations'))
    const names = (await readdir(join(root, '.generations', shelf))).filter((name) => name.endsWith('.json'))
    const manifest = join(root, '.generations', shelf, names[0] ?? '')
    const { about } = JSON.parse(await readFile(manifest, 'utf8')) as { about: object }
    const pairs = { 'same.html': 'same', 'index.html': 'one' }
    await writeFile(manifest, JSON.stringify({ about, files: Object.entries(pairs) }))
    const store = folderSiteStore(root)
    expect(names).toHaveLength(1)
    expect(await store.current('_site')).toEqual(new Map(Object.entries(pairs)))
    await store.close()
  })

  describe('after a generation that changed all files', () => {
    const paths = Array.from({ length: 600 }, (_, n) => `page-${n}.html`)
    const site = (content: (n: number) => string) => new Map(paths.map((path, n) => [path, content(n)]))
    async function begun(root: string, token: number, files: ReadonlyMap<string, string>, renew: ReadonlySet<string> = new Set()) {
      const about = { outputDir: '_site', generationId: `0${token}`, trigger: 'event' as const, pages: files.size, token }
      return storeOf(root).stage({ ...about, files, renew })
    }
    async function made(root: string, token: number, files: ReadonlyMap<string, string>): Promise<void> {
      const staging = await begun(root, token, files)
      await staging.write([...files].flatMap(([path, content]) => (staging.missing.has(path) ? [{ path, content }] : [])))
      await staging.activate()
    }
    const shelfOf = async (root: string) => join(root, '.generations', (await readdir(join(root, '.generations')))[0] ?? '')
    const spares = async (root: string) => (await readdir(await shelfOf(root))).filter((name) => name.startsWith('spare-')).sort()
    /** Once it is whole. */
    async function spareOf(root: string, token: number): Promise<string> {
      const name = new RegExp(`^spare-0${token}-[0-9a-z]+`)
      await expect
        .poll(() => spares(root))
        .toEqual([expect.stringMatching(name), expect.stringMatching(new RegExp(`${name.source}\\.json$`))])
      return join(await shelfOf(root), (await spares(root))[0] ?? '')
    }

    it('the next ones are made from a copy of it, which is made before anybody needs it', async () => {
      const root = await freshRoot()
      for (let token = 1; token <= 3; token++) {
        await made(
          root,
          token,
          site((n) => `${token} ${n}`),
        )
        await spareOf(root, token)
      }
      const inode = (await stat(await spareOf(root, 3))).ino
      const next = site((n) => (n === 7 ? 'changed' : `3 ${n}`))
      const staging = await begun(root, 4, next)
      expect([...staging.missing]).toEqual(['page-7.html'])
      expect(await spares(root)).toEqual([])
      await staging.write([{ path: 'page-7.html', content: 'changed' }])
      await staging.activate()
      expect((await stat(await realpath(join(root, '_site')))).ino).toBe(inode)
      for (const [path, content] of next) expect(await readFile(join(root, '_site', path), 'utf8')).toBe(content)
      for (const generation of await storeOf(root).generations('_site')) expect(generation.id).toMatch(/^0[1-4]$/)
    })

    it('is not copied for one that is made of nothing but new files, which does not wait for it', async () => {
      const root = await freshRoot()
      const [first, second] = [site((n) => `1 ${n}`), site((n) => `2 ${n}`)]
      await made(root, 1, first)
      const staging = await begun(root, 2, second, new Set(second.keys()))
      expect(await spares(root)).toEqual([])
      await staging.write([...second].map(([path, content]) => ({ path, content })))
      await staging.activate()
      await spareOf(root, 2)
      const left = async () => (await readdir(await shelfOf(root))).filter((name) => name.startsWith('staging-'))
      await expect.poll(left).toEqual([])
      for (const [path, content] of second) expect(await readFile(join(root, '_site', path), 'utf8')).toBe(content)
    })

    it('a copy that a dead process left half made is not taken, nor one that is gone', async () => {
      const root = await freshRoot()
      await made(
        root,
        1,
        site((n) => `1 ${n}`),
      )
      await rm(`${await spareOf(root, 1)}.json`)
      stores.delete(root)
      const second = site((n) => (n === 1 ? 'x' : `1 ${n}`))
      await made(root, 2, second)
      await rm(await spareOf(root, 2), { recursive: true })
      const third = site((n) => (n === 2 ? 'y' : `1 ${n}`))
      await made(root, 3, third)
      for (const [path, content] of third) expect(await readFile(join(root, '_site', path), 'utf8')).toBe(content)
    })
  })

  it('writes what somebody took away from the current site', async () => {
    const root = await freshRoot()
    await publish(root, '01', 'one')
    await rm(join(root, '_site/same.html'))
    await publish(root, '02', 'two')
    expect(await files(join(root, '_site'))).toEqual(['index.html', 'same.html'])
  })

  it('shows a reader who holds the old folder the old site until it lets go', async () => {
    const root = await freshRoot()
    await publish(root, '01', 'old')
    const held = await realpath(join(root, '_site'))
    await publish(root, '02', 'new')
    expect(await readFile(join(held, 'index.html'), 'utf8')).toBe('old')
    expect(await readFile(join(root, '_site/index.html'), 'utf8')).toBe('new')
  })

  it('never shows a mixture while generations follow each other', async () => {
    const root = await freshRoot()
    await publish(root, '000', '0')
    let done = false
    const reader = (async () => {
      let reads = 0
      while (!done) {
        expect(await readFile(join(root, '_site/index.html'), 'utf8')).toMatch(/^\d+$/)
        reads++
      }
      return reads
    })()
    for (let n = 1; n <= 30; n++) await publish(root, String(n).padStart(3, '0'), String(n))
    done = true
    expect(await reader).toBeGreaterThan(10)
  })

  it('replaces a folder that someone had put there', async () => {
    const root = await freshRoot()
    await mkdir(join(root, '_site/old'), { recursive: true })
    await writeFile(join(root, '_site/old/file.txt'), 'x')
    await publish(root, '01', 'new')
    expect(await files(join(root, '_site'))).toEqual(['index.html', 'same.html'])
  })

  it('never follows a link that leads out of its root', async () => {
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
        files: new Map(),
        renew: new Set(),
      }),
    ).rejects.toMatchObject({ code: 'OUTPUT_DIR_TAKEN' })
    expect(await readFile(join(outside, 'index.html'), 'utf8')).toBe('theirs')
    expect(await files(outside)).toEqual(['index.html'])
  })
})

async function files(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const base = await realpath(dir).catch(() => dir)
  const names = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => join(await realpath(entry.parentPath), entry.name).slice(base.length + 1)),
  )
  return names.sort()
}
