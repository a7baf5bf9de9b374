import { open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { preStagedPrefix } from '../../src/adapters/folder/release-layout.ts'
import { Manifest } from '../../src/core/pages/manifest.ts'
import { files, folderRoots, treeOf } from './folder-roots.ts'

const { freshRoot, storeOf, restarted } = folderRoots()

describe('after a generation that changed all files', () => {
  const paths = Array.from({ length: 600 }, (_, n) => `page-${n}.html`)
  const site = (content: (n: number) => string) => new Map(paths.map((path, n) => [path, content(n)]))
  async function stage(
    root: string,
    token: number,
    files: ReadonlyMap<string, string>,
    renew: ReadonlySet<string> = new Set(),
  ) {
    const about = {
      outputDir: '_site',
      generationId: `0${token}`,
      trigger: 'event' as const,
      pages: files.size,
      token,
    }
    return storeOf(root).stage({ ...about, files: Manifest.fromEntries(files), renew })
  }
  async function publish(root: string, token: number, files: ReadonlyMap<string, string>): Promise<void> {
    const staging = await stage(root, token, files)
    await staging.write(
      [...files].flatMap(([path, content]) => (staging.missing.has(path) ? [{ path, content }] : [])),
    )
    await staging.activate()
  }
  const releasesOf = async (root: string) =>
    join(root, '.generations', (await readdir(join(root, '.generations')))[0] ?? '')
  /** Names of the pre-staged copies of the newest release. The next build writes its changes into one. */
  const preStaged = async (root: string) =>
    (await readdir(await releasesOf(root))).filter((name) => name.startsWith(preStagedPrefix)).sort()
  /** Waits until the copy is complete. @returns its folder */
  async function preStagedOf(root: string, token: number): Promise<string> {
    const name = new RegExp(`^${preStagedPrefix}0${token}-[0-9a-z]+`)
    await expect
      .poll(() => preStaged(root), { timeout: 20_000 })
      .toEqual([expect.stringMatching(name), expect.stringMatching(new RegExp(`${name.source}\\.json$`))])
    return join(await releasesOf(root), (await preStaged(root))[0] ?? '')
  }

  it('the next generation is built from a copy that was created in advance (pre-staged)', async () => {
    const root = await freshRoot()
    for (let token = 1; token <= 3; token++) {
      await publish(
        root,
        token,
        site((n) => `${token} ${n}`),
      )
      await preStagedOf(root, token)
    }
    const inode = (await stat(await preStagedOf(root, 3))).ino
    const next = site((n) => (n === 7 ? 'changed' : `3 ${n}`))
    const staging = await stage(root, 4, next)
    expect([...staging.missing]).toEqual(['page-7.html'])
    expect(await preStaged(root)).toEqual([])
    await staging.write([{ path: 'page-7.html', content: 'changed' }])
    await staging.activate()
    expect((await stat(await realpath(join(root, '_site')))).ino).toBe(inode)
    for (const [path, content] of next)
      expect(await readFile(join(root, '_site', path), 'utf8')).toBe(content)
    for (const generation of await storeOf(root).generations('_site'))
      expect(generation.id).toMatch(/^0[1-4]$/)
  })

  it('the copy reuses the directory of a release too old to restore, even if its files differ', async () => {
    const root = await freshRoot()
    const changed = (token: number) => site((n) => (n === token ? `changed by ${token}` : `3 ${n}`))
    for (let token = 1; token <= 3; token++) {
      await publish(
        root,
        token,
        token === 1
          ? new Map([...site((n) => `1 ${n}`), ['old/only.html', 'old']])
          : site((n) => `${token} ${n}`),
      )
      await preStagedOf(root, token)
    }
    for (let token = 4; token <= 9; token++) {
      await publish(root, token, changed(token))
      const preStagedFolder = await preStagedOf(root, token)
      expect(await files(preStagedFolder)).toEqual([...paths].sort())
      for (const [path, content] of changed(token)) {
        for (const folder of [join(root, '_site'), preStagedFolder]) {
          expect(await readFile(join(folder, path), 'utf8')).toBe(content)
        }
      }
    }
    const folders = async () =>
      (await readdir(await releasesOf(root))).filter((name) => !/json|token/.test(name)).length
    await expect.poll(folders, { timeout: 20_000 }).toBe(6)
  })

  it('a build that writes all files again does not wait for the copy', async () => {
    const root = await freshRoot()
    const [first, second] = [site((n) => `1 ${n}`), site((n) => `2 ${n}`)]
    await publish(root, 1, first)
    const staging = await stage(root, 2, second, new Set(second.keys()))
    expect(await preStaged(root)).toEqual([])
    await staging.write([...second].map(([path, content]) => ({ path, content })))
    await staging.activate()
    await preStagedOf(root, 2)
    const left = async () =>
      (await readdir(await releasesOf(root))).filter((name) => name.startsWith('staging-'))
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
    for (const [path, content] of second)
      expect(await readFile(join(root, '_site', path), 'utf8')).toBe(content)
  })

  it.each(['pre-staged', 'discarded'])(
    'a build that writes all files again leaves earlier releases unchanged (copy: %s)',
    async (copyState) => {
      const root = await freshRoot()
      const old = new Map([...site((n) => `1 ${n}`), ['old/only.html', 'old']])
      await publish(root, 1, old)
      const base = await preStagedOf(root, 1)
      const { ino } = await stat(base)
      const reader = await open(join(base, 'page-7.html'))
      onTestFinished(() => reader.close())
      for (const token of [2, 3, 4]) {
        const files = site((n) => `${token} ${n}`)
        if (copyState === 'pre-staged' && token > 2) await preStagedOf(root, token - 1)
        const staging = await stage(root, token, files, new Set(files.keys()))
        expect(staging.missing.size).toBe(paths.length)
        await staging.write([...files].map(([path, content]) => ({ path, content })))
        await staging.activate()
        expect(await treeOf(join(root, '_site'))).toEqual(files)
        for (const { id } of (await storeOf(root).generations('_site')).toReversed()) {
          await storeOf(root).activate('_site', id, token)
          expect((await treeOf(join(root, '_site'))).get('page-9.html')).toBe(`${Number(id)} 9`)
        }
        if (token === 2) expect((await stat(await realpath(join(root, '_site')))).ino).toBe(ino)
      }
      expect(await reader.readFile('utf8')).toBe('1 7')
      const { missing } = await stage(root, 5, new Map([...site((n) => `4 ${n}`), ['old/only.html', 'new']]))
      expect([...missing]).toEqual(['old/only.html'])
    },
  )

  it('a build that writes only a few files waits for the copy', async () => {
    const root = await freshRoot()
    const many = Array.from({ length: 3_000 }, (_, n) => [`media/${n}.txt`, `media ${n}`] as const)
    await publish(root, 1, new Map(many))
    const drafts = async () =>
      (await readdir(await releasesOf(root))).filter(
        (name) => name.startsWith('staging-copy-') && !name.endsWith('.json'),
      )
    await expect.poll(drafts, { interval: 1 }).toHaveLength(1)
    const { ino } = await stat(join(await releasesOf(root), (await drafts())[0] ?? ''))
    const files = new Map([...many.slice(1), ['page.html', 'new'] as const])
    const staging = await stage(root, 2, files, new Set(['page.html']))
    expect([...staging.missing]).toEqual(['page.html'])
    await staging.write([{ path: 'page.html', content: 'new' }])
    await staging.activate()
    expect((await stat(await realpath(join(root, '_site')))).ino).toBe(ino)
    expect(await treeOf(join(root, '_site'))).toEqual(files)
  })

  it('a file can replace a folder, and a folder a file', async () => {
    const root = await freshRoot()
    const deep = new Map([
      ['a/b/c.html', 'deep'],
      ['d', 'file'],
    ] as const)
    const flat = new Map([
      ['a', 'file'],
      ['d/e/f.html', 'deep'],
    ] as const)
    for (const [at, tree] of [deep, deep, flat, flat, flat, deep, deep, flat, deep].entries()) {
      await publish(root, at + 1, tree)
      expect(await treeOf(join(root, '_site'))).toEqual(tree)
    }
  })

  it('a copy is not used if a dead process left it incomplete, or if its folder is missing', async () => {
    const root = await freshRoot()
    await publish(
      root,
      1,
      site((n) => `1 ${n}`),
    )
    await rm(`${await preStagedOf(root, 1)}.json`)
    await restarted(root)
    const second = site((n) => (n === 1 ? 'x' : `1 ${n}`))
    await publish(root, 2, second)
    await rm(await preStagedOf(root, 2), { recursive: true })
    const third = site((n) => (n === 2 ? 'y' : `1 ${n}`))
    await publish(root, 3, third)
    for (const [path, content] of third)
      expect(await readFile(join(root, '_site', path), 'utf8')).toBe(content)
  })
})
