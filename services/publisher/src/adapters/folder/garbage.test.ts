import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { diskThread } from './disk.ts'
import { GarbageCollector } from './garbage.ts'
import { prune } from './prune.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'typecase-garbage-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A folder of `count` files, each in its own folder. */
function site(at: string, count: number): string {
  for (let n = 0; n < count; n++) {
    mkdirSync(join(at, `post/${n}`), { recursive: true })
    writeFileSync(join(at, `post/${n}/index.html`), 'x')
  }
  return at
}

const left = (at: string): number => readdirSync(at, { recursive: true }).length

function started() {
  const disk = diskThread()
  onTestFinished(() => disk.close())
  return { disk, garbage: new GarbageCollector(disk, async () => undefined) }
}

it('removes a limited number of entries, and returns whether nothing is left', () => {
  const root = folder()
  const one = site(join(root, 'one'), 3)
  const before = left(root)
  expect(prune({ path: one, most: 4 })).toBe(false)
  expect(left(root)).toBe(before - 4)
  expect(prune({ path: one, most: 1_000 })).toBe(true)
  expect(left(root)).toBe(0)
  expect(prune({ path: one, most: 1_000 })).toBe(true)
  writeFileSync(one, 'a file now')
  expect(prune({ path: join(one, 'index.html'), most: 1_000 })).toBe(true)
  expect(prune({ path: one, most: 1 })).toBe(true)
  expect(left(root)).toBe(0)
})

it('removes exactly the limit', () => {
  const root = folder()
  const one = site(join(root, 'one'), 2)
  // Includes itself and the folder of both.
  const count = left(one) + 1
  expect(prune({ path: one, most: count - 1 })).toBe(false)
  expect(existsSync(one)).toBe(true)
  expect(prune({ path: one, most: 1 })).toBe(true)
  expect(existsSync(one)).toBe(false)
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

it('lets other operations run between', async () => {
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

it('waits until no build needs the disk', async () => {
  const { disk } = started()
  let isIdle: () => void = () => undefined
  const idle = new Promise<void>((resolve) => {
    isIdle = resolve
  })
  const one = site(join(folder(), 'one'), 1)
  new GarbageCollector(disk, () => idle).remove([one])
  await disk.check({ folder: one, files: [] })
  await disk.check({ folder: one, files: [] })
  expect(existsSync(one)).toBe(true)
  isIdle()
  await expect.poll(() => existsSync(one), { timeout: 10_000 }).toBe(false)
})

it('renames folders at once, also a second one of that name', async () => {
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

it('goes on after a path that cannot be removed', async () => {
  const { garbage } = started()
  const root = folder()
  const one = site(join(root, 'one'), 1)
  garbage.remove([`${one}\0`, one])
  await expect.poll(() => existsSync(one), { timeout: 10_000 }).toBe(false)
})
