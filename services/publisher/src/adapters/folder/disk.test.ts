import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { htmlBuffers } from '@typecase/theme-engine'
import { expect, it, onTestFinished } from 'vitest'
import { diskThread } from './disk.ts'

function folder(below: string): string {
  const made = mkdtempSync(join(below, 'typecase-disk-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev
const [memory, disk] = ['/dev/shm', tmpdir()]
const hasTwo = deviceOf(memory) !== undefined && deviceOf(memory) !== deviceOf(disk)

async function shared(how: 'link' | 'replace', from: string, to: string) {
  await mkdir(join(from, 'post'))
  await writeFile(join(from, 'post/a.html'), 'a')
  await writeFile(join(from, 'index.html'), 'new')
  await writeFile(join(to, 'index.html'), 'old')
  const thread = diskThread()
  onTestFinished(() => thread.close())
  const result = await thread.run({ do: how, from, to, paths: ['post/a.html', 'gone.html', 'index.html'] })
  // Of what both have under one name already, nothing is left over either.
  await thread.run({ do: how, from, to, paths: ['index.html'] })
  expect(readdirSync(to).sort()).toEqual(['index.html', 'post'])
  expect([
    await readFile(join(to, 'post/a.html'), 'utf8'),
    await readFile(join(to, 'index.html'), 'utf8'),
  ]).toEqual(['a', 'new'])
  return result
}

it.each(['link', 'replace'] as const)(
  'gives files a second name, and says which were not there: %s',
  async (how) => {
    const [from, to] = [folder(disk), folder(disk)]
    expect(await shared(how, from, to)).toMatchObject({ missing: ['gone.html'], copied: [] })
    expect(statSync(join(to, 'post/a.html')).ino).toBe(statSync(join(from, 'post/a.html')).ino)
  },
)

it.skipIf(!hasTwo).each(['link', 'replace'] as const)(
  'says which it had to copy, where no second name can be had: %s',
  async (how) => {
    const result = await shared(how, folder(memory), folder(disk))
    expect(result).toMatchObject({ missing: ['gone.html'], copied: ['post/a.html', 'index.html'] })
  },
)

it('writes what is handed to it, and leaves what the caller still has', async () => {
  const below = folder(disk)
  const thread = diskThread()
  onTestFinished(() => thread.close())
  const shared = Buffer.from('one and two')
  const [pooled, whole] = [Buffer.from('pooled'), new Uint8Array(300_000).fill(97)]
  const files = [
    { path: 'one.html', content: shared.subarray(0, 3) },
    { path: 'two.html', content: shared.subarray(8) },
    { path: 'a/pooled.html', content: pooled },
    { path: 'a/large.html', content: whole },
    { path: 'a/text.html', content: 'text' },
  ]
  await thread.run({ do: 'write', folder: below, files })
  const written = await Promise.all(files.map(({ path }) => readFile(join(below, path), 'utf8')))
  expect(written).toEqual(['one', 'two', 'pooled', 'a'.repeat(300_000), 'text'])
  expect([shared, pooled].map(String)).toEqual(['one and two', 'pooled'])
  // The next job finds memory of its own.
  await thread.run({
    do: 'write',
    folder: below,
    files: [{ path: 'one.html', content: shared.subarray(0, 3) }],
  })
  expect(await readFile(join(below, 'one.html'), 'utf8')).toBe('one')
})

it.each([true, false])(
  'replaces what is there, and leaves what another name of it shows: over much, %s',
  async (isOver) => {
    const [shown, below] = [folder(disk), folder(disk)]
    await writeFile(join(shown, 'index.html'), 'shown')
    const thread = diskThread()
    onTestFinished(() => thread.close())
    await thread.run({ do: 'link', from: shown, to: below, paths: ['index.html'] })
    // What a job left that came to nothing.
    linkSync(join(shown, 'index.html'), join(below, '.typecase-draft'))
    const files = ['index.html', 'post/new/index.html'].map((path) => ({ path, content: `new ${path}` }))
    await thread.run({ do: 'write', folder: below, files, isOver })
    for (const { path, content } of files) expect(await readFile(join(below, path), 'utf8')).toBe(content)
    expect(readdirSync(below).sort()).toEqual(['index.html', 'post'])
    expect(await readFile(join(shown, 'index.html'), 'utf8')).toBe('shown')
  },
)

it.each(['all there', 'no manifest', 'no folder'])(
  'begins a folder out of another, or empty where somebody took that: %s',
  async (how) => {
    const below = folder(disk)
    const [from, into] = [join(below, 'spare'), join(below, 'staging')]
    const manifest = `${from}.json`
    if (how !== 'no folder') {
      await mkdir(from)
      await writeFile(join(from, 'index.html'), 'spare')
    }
    if (how !== 'no manifest') await writeFile(manifest, '{}')
    const thread = diskThread()
    onTestFinished(() => thread.close())
    const { missing } = await thread.run({ do: 'begin', folder: into, from: { folder: from, manifest } })
    const isTaken = how !== 'no folder'
    expect([missing, readdirSync(into)]).toEqual(isTaken ? [[], ['index.html']] : [[from], []])
    expect(existsSync(manifest)).toBe(how === 'no folder')
  },
)

it('tells what is wrong by its code, and refuses what comes after its end', async () => {
  const below = folder(disk)
  const thread = diskThread()
  await writeFile(join(below, 'file'), '')
  const write = (path: string) => thread.run({ do: 'write', folder: below, files: [{ path, content: 'x' }] })
  await expect(write('file/a.html')).rejects.toMatchObject({ code: 'EEXIST' })
  await thread.close()
  await expect(write('a.html')).rejects.toThrow('closed')
})

it('ends no switch that has begun', async () => {
  const below = folder(disk)
  const thread = diskThread()
  await mkdir(join(below, 'shelf/made'), { recursive: true })
  await writeFile(join(below, 'shelf/made/index.html'), 'new')
  const [shelf, output] = [join(below, 'shelf'), join(below, 'site')]
  const switching = thread.run({
    do: 'switch',
    output,
    shelf,
    token: 2,
    folder: join(shelf, 'final'),
    made: join(shelf, 'made'),
  })
  await thread.close()
  expect(await switching).toMatchObject({ isLate: false })
  expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('new')
})

it('takes the memory over that several files have all of, and copies that of which they have a part', async () => {
  const below = folder(disk)
  const thread = diskThread()
  onTestFinished(() => thread.close())
  const [all, part] = [new Uint8Array(100_000).fill(97), new Uint8Array(100_000).fill(98)]
  const files = [
    { path: 'a/one.html', content: all.subarray(0, 30_000) },
    { path: 'a/two.html', content: all.subarray(30_000) },
    { path: 'b.html', content: part.subarray(1) },
  ]
  await thread.run({ do: 'write', folder: below, files })
  const written = await Promise.all(
    ['a/one.html', 'a/two.html', 'b.html'].map((path) => readFile(join(below, path), 'utf8')),
  )
  expect(written).toEqual(['a'.repeat(30_000), 'a'.repeat(70_000), 'b'.repeat(99_999)])
  expect([all.length, part.length]).toEqual([0, 100_000])
})

it('gives the memory of a batch of HTML back to where it is from, and never a part that others may still have', async () => {
  const below = folder(disk)
  const buffers = htmlBuffers()
  const back: ArrayBuffer[] = []
  const thread = diskThread({ ...buffers, giveBack: (buffer) => void back.push(buffer) })
  onTestFinished(() => thread.close())
  const batch = (text: string) => {
    const bytes = buffers.take(text.length)
    bytes.set(Buffer.from(text))
    return bytes
  }
  const all = batch('onetwothree')
  const files = [all.subarray(0, 3), all.subarray(3, 6), all.subarray(6, 6), all.subarray(6)]
  await thread.run({
    do: 'write',
    folder: below,
    files: files.map((content, at) => ({ path: `all/${at}.html`, content })),
  })
  expect([all.length, back.map(({ byteLength }) => byteLength >= 11)]).toEqual([0, [true]])
  const part = batch('onetwothree')
  await thread.run({
    do: 'write',
    folder: below,
    files: [{ path: 'part/0.html', content: part.subarray(0, 3) }],
  })
  const mixed = [
    { path: 'mixed/1.html', content: part.subarray(3, 6) },
    { path: 'mixed/0.html', content: part.subarray(0, 3) },
    { path: 'mixed/2.html', content: 'text' },
  ]
  await thread.run({ do: 'write', folder: below, files: mixed })
  expect([Buffer.from(part).toString(), back.length]).toEqual(['onetwothree', 1])
  const texts = readdirSync(below, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.html'))
    .sort()
  const written = Object.fromEntries(texts.map((path) => [path, readFileSync(join(below, path), 'utf8')]))
  expect(written).toEqual({
    'all/0.html': 'one',
    'all/1.html': 'two',
    'all/2.html': '',
    'all/3.html': 'three',
    'mixed/0.html': 'one',
    'mixed/1.html': 'two',
    'mixed/2.html': 'text',
    'part/0.html': 'one',
  })
})

it('goes on with others behind a batch of HTML that could not be written, whose memory nobody gets', async () => {
  const below = folder(disk)
  const buffers = htmlBuffers()
  const back: ArrayBuffer[] = []
  const thread = diskThread({ ...buffers, giveBack: (buffer) => void back.push(buffer) })
  onTestFinished(() => thread.close())
  await writeFile(join(below, 'file'), '')
  const write = (path: string) =>
    thread.run({ do: 'write', folder: below, files: [{ path, content: buffers.take(5).fill(97) }] })
  await expect(write('file/a.html')).rejects.toMatchObject({ code: 'EEXIST' })
  expect(back).toEqual([])
  await write('b.html')
  expect([readFileSync(join(below, 'b.html'), 'utf8'), back.length]).toEqual(['aaaaa', 1])
})

it('that was begun and asked nothing keeps no process alive', () => {
  const program = `import { diskThread } from ${JSON.stringify(new URL('./disk.ts', import.meta.url).href)}\ndiskThread().begin()`
  execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
    timeout: 10_000,
  })
}, 15_000)
