import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { htmlBuffers } from '@typecase/theme-engine'
import { expect, it, onTestFinished } from 'vitest'
import { diskThread } from './disk.ts'

function folder(parent: string): string {
  const path = mkdtempSync(join(parent, 'typecase-disk-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev
const [memory, disk] = ['/dev/shm', tmpdir()]
const hasTwoDevices = deviceOf(memory) !== undefined && deviceOf(memory) !== deviceOf(disk)

function started() {
  const thread = diskThread()
  onTestFinished(() => thread.close())
  return thread
}

async function linked(from: string, to: string) {
  await mkdir(join(from, 'post'))
  await writeFile(join(from, 'post/a.html'), 'a')
  await writeFile(join(from, 'index.html'), 'new')
  await writeFile(join(to, 'index.html'), 'old')
  const thread = started()
  const result = await thread.link({ from, to, paths: ['post/a.html', 'gone.html', 'index.html'] })
  // Linking a file again leaves no temporary file.
  await thread.link({ from, to, paths: ['index.html'] })
  expect(readdirSync(to).sort()).toEqual(['index.html', 'post'])
  const texts = ['post/a.html', 'index.html'].map((path) => readFile(join(to, path), 'utf8'))
  expect(await Promise.all(texts)).toEqual(['a', 'new'])
  return result
}

it('links files, and returns the missing ones', async () => {
  const [from, to] = [folder(disk), folder(disk)]
  expect(await linked(from, to)).toEqual({ missing: ['gone.html'], copied: [] })
  expect(statSync(join(to, 'post/a.html')).ino).toBe(statSync(join(from, 'post/a.html')).ino)
})

it.skipIf(!hasTwoDevices)('copies files that cannot be linked, and returns them', async () => {
  const result = await linked(folder(memory), folder(disk))
  expect(result).toEqual({ missing: ['gone.html'], copied: ['post/a.html', 'index.html'] })
})

it('writes files, and does not detach buffers that the caller still uses', async () => {
  const target = folder(disk)
  const thread = started()
  const shared = Buffer.from('one and two')
  const [pooled, large] = [Buffer.from('pooled'), new Uint8Array(300_000).fill(97)]
  const files = [
    { path: 'one.html', content: shared.subarray(0, 3) },
    { path: 'two.html', content: shared.subarray(8) },
    { path: 'a/pooled.html', content: pooled },
    { path: 'a/large.html', content: large },
    { path: 'a/text.html', content: 'text' },
  ]
  await thread.write({ folder: target, files })
  const written = await Promise.all(files.map(({ path }) => readFile(join(target, path), 'utf8')))
  expect(written).toEqual(['one', 'two', 'pooled', 'a'.repeat(300_000), 'text'])
  expect([shared, pooled].map(String)).toEqual(['one and two', 'pooled'])
  await thread.write({ folder: target, files: [{ path: 'one.html', content: shared.subarray(0, 3) }] })
  expect(await readFile(join(target, 'one.html'), 'utf8')).toBe('one')
})

it('replaces files without changing their other links', async () => {
  const [live, target] = [folder(disk), folder(disk)]
  await writeFile(join(live, 'index.html'), 'shown')
  const thread = started()
  await thread.link({ from: live, to: target, paths: ['index.html'] })
  const files = ['index.html', 'post/new/index.html'].map((path) => ({ path, content: `new ${path}` }))
  await thread.write({ folder: target, files })
  for (const { path, content } of files) expect(await readFile(join(target, path), 'utf8')).toBe(content)
  expect(readdirSync(target).sort()).toEqual(['index.html', 'post'])
  expect(await readFile(join(live, 'index.html'), 'utf8')).toBe('shown')
})

it('keeps a complete shared file, and replaces an incomplete one', async () => {
  const target = folder(disk)
  const thread = started()
  await writeFile(join(target, 'whole.html'), 'whole')
  await writeFile(join(target, 'half.html'), 'ha')
  const { ino } = statSync(join(target, 'whole.html'))
  const files = ['whole', 'half', 'new'].map((text) => ({ path: `${text}.html`, content: Buffer.from(text) }))
  await thread.writeShared({ folder: target, files, draft: `${target}/draft` })
  expect(readdirSync(target).sort()).toEqual(['half.html', 'new.html', 'whole.html'])
  for (const { path, content } of files)
    expect(await readFile(join(target, path), 'utf8')).toBe(String(content))
  expect(statSync(join(target, 'whole.html')).ino).toBe(ino)
  const missing = thread.writeShared({ folder: `${target}/gone`, files, draft: `${target}/draft` })
  await expect(missing).rejects.toThrow('ENOENT')
})

it('writes files that another publisher writes at the same time', async () => {
  const target = folder(disk)
  const [coordinator, other] = [started(), started()]
  const files = Array.from({ length: 200 }, (_, n) => ({ path: `${n}.html`, content: `page ${n}` }))
  const bytes = () => files.map(({ path, content }) => ({ path, content: Buffer.from(content) }))
  for (let round = 0; round < 50; round++)
    await Promise.all([
      coordinator.write({ folder: target, files }),
      other.writeShared({ folder: target, files: bytes(), draft: `${target}/draft` }),
    ])
  const texts = files.map(({ path }) => readFile(join(target, path), 'utf8'))
  expect(await Promise.all(texts)).toEqual(files.map(({ content }) => content))
})

it('removes files with the directories that become empty', async () => {
  const target = folder(disk)
  const thread = started()
  const paths = ['a/b/c.html', 'a/d.html', 'index.html']
  await thread.write({ folder: target, files: paths.map((path) => ({ path, content: '' })) })
  await thread.remove({ folder: target, paths: ['a/b/c.html', 'index.html', 'gone/x.html'] })
  expect(readdirSync(target, { recursive: true }).sort()).toEqual(['a', 'a/d.html'])
  await thread.write({ folder: target, files: [{ path: 'a/b/c.html', content: 'again' }] })
  expect(await readFile(join(target, 'a/b/c.html'), 'utf8')).toBe('again')
})

it('reports errors, continues after them, and rejects operations after close()', async () => {
  const target = folder(disk)
  const thread = diskThread()
  await writeFile(join(target, 'file'), '')
  const write = (path: string) => thread.write({ folder: target, files: [{ path, content: 'x' }] })
  await expect(write('file/a.html')).rejects.toThrow('EEXIST')
  await write('a.html')
  await thread.close()
  await expect(write('b.html')).rejects.toThrow('closed')
})

it('transfers buffers that files cover completely, and copies parts of other buffers', async () => {
  const target = folder(disk)
  const [all, part] = [new Uint8Array(100_000).fill(97), new Uint8Array(100_000).fill(98)]
  const files = [
    { path: 'a/one.html', content: all.subarray(0, 30_000) },
    { path: 'a/two.html', content: all.subarray(30_000) },
    { path: 'b.html', content: part.subarray(1) },
  ]
  await started().write({ folder: target, files })
  const written = await Promise.all(files.map(({ path }) => readFile(join(target, path), 'utf8')))
  expect(written).toEqual(['a'.repeat(30_000), 'a'.repeat(70_000), 'b'.repeat(99_999)])
  expect([all.length, part.length]).toEqual([0, 100_000])
})

it('returns completely written buffers to the pool, but none after an error', async () => {
  const target = folder(disk)
  const buffers = htmlBuffers()
  const returned: ArrayBuffer[] = []
  const thread = diskThread({ ...buffers, giveBack: (buffer) => void returned.push(buffer) })
  onTestFinished(() => thread.close())
  const batch = (text: string) => {
    const bytes = buffers.take(text.length)
    bytes.set(Buffer.from(text))
    return bytes
  }
  const write = (path: string, ...contents: readonly (Uint8Array | string)[]) => {
    const files = contents.map((content, at) => ({ path: `${path}/${at}.html`, content }))
    return thread.write({ folder: target, files })
  }
  await writeFile(join(target, 'file'), '')
  await expect(write('file', batch('lost'))).rejects.toThrow('EEXIST')
  const all = batch('onetwothree')
  await write('all', all.subarray(0, 3), all.subarray(3, 6), all.subarray(6, 6), all.subarray(6))
  expect([all.length, returned.map(({ byteLength }) => byteLength >= 11)]).toEqual([0, [true]])
  const part = batch('onetwothree')
  await write('part', part.subarray(3, 6), 'text')
  expect([Buffer.from(part).toString(), returned.length]).toEqual(['onetwothree', 1])
  const paths = ['all/0', 'all/1', 'all/2', 'all/3', 'part/0', 'part/1']
  const written = paths.map((path) => readFile(join(target, `${path}.html`), 'utf8'))
  expect(await Promise.all(written)).toEqual(['one', 'two', '', 'three', 'two', 'text'])
})

it('does not keep the process alive while idle', async () => {
  const program = join(folder(disk), 'begin.mjs')
  const source = new URL('./disk.ts', import.meta.url).href
  await writeFile(program, `import { diskThread } from '${source}'\ndiskThread().begin()`)
  execFileSync(process.execPath, ['--no-warnings', program], { timeout: 20_000 })
}, 30_000)
