import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { diskThread } from './disk.ts'
import { GarbageCollector } from './garbage.ts'
import { prune } from './prune.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'typecase-garbage-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A folder of `count` files, each in its own folder. */
function site(at: string, count: number): string {
  for (let n = 0; n < count; n++) {
    mkdirSync(join(at, `post/${n}`), { recursive: true })
    writeFileSync(join(at, `post/${n}/index.html`), 'x')
  }
  return at
}

const entryCount = (at: string): number => readdirSync(at, { recursive: true }).length

function started() {
  const disk = diskThread()
  onTestFinished(() => disk.close())
  return { disk, garbage: new GarbageCollector(disk, async () => undefined) }
}

it('removes a limited number of entries, and returns whether nothing is left', () => {
  const root = folder()
  const garbageFolder = site(join(root, 'one'), 3)
  const before = entryCount(root)
  expect(prune({ path: garbageFolder, most: 4 })).toBe(false)
  expect(entryCount(root)).toBe(before - 4)
  expect(prune({ path: garbageFolder, most: 1_000 })).toBe(true)
  expect(entryCount(root)).toBe(0)
  expect(prune({ path: garbageFolder, most: 1_000 })).toBe(true)
  writeFileSync(garbageFolder, 'a file now')
  expect(prune({ path: join(garbageFolder, 'index.html'), most: 1_000 })).toBe(true)
  expect(prune({ path: garbageFolder, most: 1 })).toBe(true)
  expect(entryCount(root)).toBe(0)
})

it('removes exactly as many entries as the limit', () => {
  const root = folder()
  const garbageFolder = site(join(root, 'one'), 2)
  // Includes the folder itself.
  const count = entryCount(garbageFolder) + 1
  expect(prune({ path: garbageFolder, most: count - 1 })).toBe(false)
  expect(existsSync(garbageFolder)).toBe(true)
  expect(prune({ path: garbageFolder, most: 1 })).toBe(true)
  expect(existsSync(garbageFolder)).toBe(false)
})

it('does not follow links', () => {
  const [root, outside] = [folder(), folder()]
  writeFileSync(join(outside, 'theirs.html'), 'theirs')
  mkdirSync(join(root, 'one'))
  symlinkSync(outside, join(root, 'one/linked'))
  symlinkSync(outside, join(root, 'other'))
  expect([
    prune({ path: join(root, 'one'), most: 100 }),
    prune({ path: join(root, 'other'), most: 100 }),
  ]).toEqual([true, true])
  expect([readdirSync(root), readdirSync(outside)]).toEqual([[], ['theirs.html']])
})

it('lets other disk operations run between its steps', async () => {
  const { disk, garbage } = started()
  const root = folder()
  const large = site(join(root, 'large'), 2_000)
  garbage.remove([large])
  await expect
    .poll(() => readdirSync(join(large, 'post')).length, { interval: 1, timeout: 10_000 })
    .toBeLessThan(2_000)
  await disk.write({ folder: root, files: [{ path: 'index.html', content: 'new' }] })
  expect(readdirSync(join(large, 'post')).length).toBeGreaterThan(0)
  await expect.poll(() => existsSync(large), { timeout: 20_000 }).toBe(false)
})

it('removes nothing until no build needs the disk', async () => {
  const { disk } = started()
  let isIdle: () => void = () => undefined
  const idle = new Promise<void>((resolve) => {
    isIdle = resolve
  })
  const garbageFolder = site(join(folder(), 'one'), 1)
  new GarbageCollector(disk, () => idle).remove([garbageFolder])
  await disk.check({ folder: garbageFolder, files: [] })
  await disk.check({ folder: garbageFolder, files: [] })
  expect(existsSync(garbageFolder)).toBe(true)
  isIdle()
  await expect.poll(() => existsSync(garbageFolder), { timeout: 10_000 }).toBe(false)
})

it('renames discarded folders immediately, even two with the same name', async () => {
  const { garbage } = started()
  const root = folder()
  for (let n = 0; n < 2; n++) {
    site(join(root, 'one'), 300)
    writeFileSync(join(root, 'one.json'), '{}')
    await garbage.discard(root, ['one', 'gone'])
    expect(existsSync(join(root, 'one'))).toBe(false)
  }
  expect(readdirSync(root).filter((name) => name.startsWith('staging-dead-'))).toHaveLength(2)
  await expect.poll(() => readdirSync(root), { timeout: 10_000 }).toEqual([])
})

it('continues after a path that cannot be removed', async () => {
  const { garbage } = started()
  const root = folder()
  const garbageFolder = site(join(root, 'one'), 1)
  garbage.remove([`${garbageFolder}\0`, garbageFolder])
  await expect.poll(() => existsSync(garbageFolder), { timeout: 10_000 }).toBe(false)
})
