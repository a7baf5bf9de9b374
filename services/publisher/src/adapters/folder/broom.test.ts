import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { broom } from './broom.ts'
import { diskThread } from './disk.ts'
import { swept } from './swept.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'typecase-broom-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A folder of so many files, each in a folder of its own. */
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
  return { disk, broom: broom(disk, async () => undefined) }
}

it('removes so many files and folders, and says whether some are left', () => {
  const root = folder()
  const one = site(join(root, 'one'), 3)
  const before = left(root)
  expect(swept(one, 4)).toBe(false)
  expect(left(root)).toBe(before - 4)
  expect(swept(one, 1_000)).toBe(true)
  expect(left(root)).toBe(0)
  expect(swept(one, 1_000)).toBe(true)
  writeFileSync(one, 'a file now')
  expect(swept(join(one, 'index.html'), 1_000)).toBe(true)
  expect(swept(one, 1)).toBe(true)
  expect(left(root)).toBe(0)
})

it('removes exactly what there is, though no more may be removed', () => {
  const root = folder()
  const one = site(join(root, 'one'), 2)
  // With itself and the folder of both.
  const count = left(one) + 1
  expect(swept(one, count - 1)).toBe(false)
  expect(existsSync(one)).toBe(true)
  expect(swept(one, 1)).toBe(true)
  expect(existsSync(one)).toBe(false)
})

it('follows no link', () => {
  const [root, outside] = [folder(), folder()]
  writeFileSync(join(outside, 'theirs.html'), 'theirs')
  mkdirSync(join(root, 'one'))
  symlinkSync(outside, join(root, 'one/linked'))
  symlinkSync(outside, join(root, 'other'))
  expect([swept(join(root, 'one'), 100), swept(join(root, 'other'), 100)]).toEqual([true, true])
  expect([readdirSync(root), readdirSync(outside)]).toEqual([[], ['theirs.html']])
})

it('gives others their turns', async () => {
  const { disk, broom } = started()
  const root = folder()
  const large = site(join(root, 'large'), 2_000)
  broom.sweep([large])
  await expect.poll(() => readdirSync(join(large, 'post')).length, { interval: 1 }).toBeLessThan(2_000)
  await disk.run({ do: 'write', folder: root, files: [{ path: 'index.html', content: 'new' }] })
  expect(readdirSync(join(large, 'post')).length).toBeGreaterThan(0)
  await expect.poll(() => existsSync(large), { timeout: 10_000 }).toBe(false)
})

it('waits for what comes first', async () => {
  const { disk } = started()
  let isCalm: () => void = () => undefined
  const calm = new Promise<void>((resolve) => {
    isCalm = resolve
  })
  const one = site(join(folder(), 'one'), 1)
  broom(disk, () => calm).sweep([one])
  await disk.run({ do: 'settle', lists: [] })
  await disk.run({ do: 'settle', lists: [] })
  expect(existsSync(one)).toBe(true)
  isCalm()
  await expect.poll(() => existsSync(one)).toBe(false)
})

it('moves folders out of the way at once, and the next of that name too', async () => {
  const { broom } = started()
  const root = folder()
  for (let n = 0; n < 2; n++) {
    site(join(root, 'one'), 300)
    writeFileSync(join(root, 'one.json'), '{}')
    await broom.putAside(root, ['one', 'gone'])
    expect(existsSync(join(root, 'one'))).toBe(false)
  }
  expect(readdirSync(root).filter((name) => name.startsWith('staging-dead-'))).toHaveLength(2)
  await expect.poll(() => readdirSync(root), { timeout: 10_000 }).toEqual([])
})

it('goes on behind what it can not remove', async () => {
  const { broom } = started()
  const root = folder()
  const one = site(join(root, 'one'), 1)
  broom.sweep([`${one}\0`, one])
  await expect.poll(() => existsSync(one)).toBe(false)
})
