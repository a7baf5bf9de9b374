/** Imports from files selected in a browser have the same results and errors as from the file system. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { openFiles, zipSink } from '../src/browser.ts'
import { sha256 } from '../src/digest/browser.ts'
import {
  collect,
  convert,
  createReporter,
  defaultLimits,
  type Entry,
  openArchive,
  prepareImport,
  textOf,
  writeArchive,
} from '../src/index.ts'
import { convertPath } from '../src/node.ts'
import { scratch, writeFiles } from './files.ts'

const folder = scratch()
const site = {
  'content/posts/first.md': '---\ntitle: First\naliases: [/old/]\n---\nHello ![](/photo.png)\n',
  'content/about.md': '---\ntitle: About\n---\n\uFEFFÜber uns\n',
  'static/photo.png': 'not really an image',
}

const chosen = (files: Readonly<Record<string, string>>, root = 'site') =>
  Object.entries(files).map(([path, content]) => ({ path: `${root}/${path}`, blob: new Blob([content]) }))

async function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  { mode = 0o100644, renamed = {} }: { mode?: number; renamed?: Record<string, string> } = {},
): Promise<Blob> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { mode })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  let bytes = Buffer.concat(chunks).toString('latin1')
  for (const [from, to] of Object.entries(renamed)) bytes = bytes.replaceAll(from, to)
  return new Blob([Buffer.from(bytes, 'latin1')])
}
/** Returns a copy of a ZIP with a changed local header or central directory. */
async function changed(blob: Blob, change: (local: DataView, central: DataView) => void): Promise<Blob> {
  const bytes = Buffer.from(await blob.arrayBuffer())
  const central = bytes.indexOf('PK\x01\x02', 0, 'latin1')
  const viewFrom = (at: number) => new DataView(bytes.buffer, bytes.byteOffset + at)
  change(viewFrom(bytes.indexOf('PK\x03\x04', 0, 'latin1')), viewFrom(central))
  return new Blob([bytes])
}
const changedZip = async (change: Parameters<typeof changed>[1]) =>
  changed(await zipOf({ 'a.md': 'abcdefgh'.repeat(100) }), change)

const opened = async (blob: Blob, limits = defaultLimits) => openFiles([{ path: 'site.zip', blob }], limits)

describe('a site selected in a browser', () => {
  it.each([
    ['folder', async () => openFiles(chosen(site))],
    ['ZIP', async () => opened(await zipOf(site))],
  ])('converts like the same files on disk: %s', async (_name, open) => {
    const source = writeFiles(join(folder, 'site'), site)
    const expected = await convertPath({ kind: 'hugo', path: source })
    expect(await convert({ kind: 'hugo', tree: await open() })).toEqual(expected)
  })

  it('becomes an in-memory archive that can be read more than once', async () => {
    const { archive, report } = await prepareImport({ kind: 'hugo', tree: await openFiles(chosen(site)) })
    expect(report.counts).toEqual({ media: 1, pages: 1, posts: 1, redirects: 2 })
    for (let run = 0; run < 2; run++) {
      const found: Entry[] = []
      for await (const entry of archive.entries()) found.push(entry)
      const media = found.find((entry) => entry.kind === 'media')
      const bytes = media ? await collect(await media.open()) : new Uint8Array()
      expect(textOf(bytes)).toBe('not really an image')
      expect(found.filter(({ kind }) => kind === 'item')).toHaveLength(2)
    }
  })

  it('omits node_modules and .git', async () => {
    const tree = await openFiles(chosen({ 'a.md': '', 'node_modules/b/c.md': '', '.git/config': '' }))
    expect(tree.files.map(({ path }) => path)).toEqual(['a.md'])
  })
})

// Offsets of fields in the local header and in the central directory: see APPNOTE 4.3.7 and 4.3.12.
function encrypt(local: DataView, central: DataView): void {
  local.setUint16(6, local.getUint16(6, true) | 1, true)
  central.setUint16(8, central.getUint16(8, true) | 1, true)
}
function compressWith(method: number, local: DataView, central: DataView): void {
  local.setUint16(8, method, true)
  central.setUint16(10, method, true)
}
function checksum(crc: number, local: DataView, central: DataView): void {
  local.setUint32(14, crc, true)
  central.setUint32(16, crc, true)
}

describe('a ZIP in a browser', () => {
  const name = 'content/aa/evil.md'

  it.each([
    ['UNSAFE_PATH', () => zipOf({ [name]: 'x' }, { renamed: { [name]: '../../../../evil.m' } })],
    ['UNSAFE_PATH', () => zipOf({ [name]: 'x' }, { renamed: { [name]: '/etc/cron.d/a.evil' } })],
    ['LINK', () => zipOf({ [name]: '/etc/passwd' }, { mode: 0o120777 })],
    ['ZIP_BOMB', () => zipOf({ [name]: Buffer.alloc(20_000_000) })],
    ['DUPLICATE_NAME', () => zipOf({ a: '1', b: '2' }, { renamed: { b: 'a' } })],
    ['DAMAGED', async () => new Blob(['PK but no ZIP'])],
    ['ENCRYPTED', () => changedZip((local, central) => encrypt(local, central))],
  ])('is refused with %s', async (code, blob) => {
    await expect(blob().then((bytes) => opened(bytes))).rejects.toMatchObject({ code })
  })

  it.each<[string, Parameters<typeof changed>[1]]>([
    ['a wrong checksum', (local, central) => checksum(1, local, central)],
    ['an unsupported compression method', (local, central) => compressWith(14, local, central)],
    ['a damaged local header', (local) => local.setUint32(0, 0, true)],
    ['bytes beyond the end of the file', (_local, central) => central.setUint32(20, 2 ** 20, true)],
  ])('with %s is refused when the entry is read', async (_name, change) => {
    const tree = await opened(await changedZip(change))
    await expect(tree.read('a.md')).rejects.toMatchObject({ code: 'DAMAGED' })
  })

  it('is refused if it unpacks to more bytes than allowed, or to another size than it states', async () => {
    const blob = await zipOf({ 'a.md': 'a'.repeat(2000), 'b.md': 'b'.repeat(2000) })
    await expect(opened(blob, { ...defaultLimits, unpackedBytes: 3000 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    })
    const withWrongSize = await zipOf(
      { 'a.md': 'abcdefgh'.repeat(1000) },
      { renamed: { '\x40\x1f\x00\x00': '\x10\x00\x00\x00' } },
    )
    const tree = await opened(withWrongSize)
    await expect(tree.read('a.md')).rejects.toMatchObject({ code: 'DAMAGED' })
  })
})

it('writes a valid ZIP archive, with the same bytes each time', async () => {
  const write = async () => {
    const chunks: Uint8Array[] = []
    const sink = zipSink(new WritableStream({ write: (chunk) => void chunks.push(chunk) }))
    const tree = await openFiles(chosen(site))
    const { archive } = await prepareImport({ kind: 'hugo', tree })
    await writeArchive(archive.entries(), sink, createReporter(), { source: 'hugo' })
    return Buffer.concat(chunks)
  }
  const first = await write()
  expect((await write()).equals(first)).toBe(true)
  const { manifest } = await openArchive(await opened(new Blob([first])))
  expect(manifest.counts).toEqual({ media: 1, pages: 1, posts: 1, redirects: 2 })
})

it('aborts the output when the source fails', async () => {
  let isAborted = false
  const target = new WritableStream<Uint8Array>({
    abort: () => {
      isAborted = true
    },
  })
  async function* failing(): AsyncGenerator<Entry> {
    yield { kind: 'settings', settings: {} }
    throw new Error('source failed')
  }
  const written = writeArchive(failing(), zipSink(target), createReporter(), { source: 'test' })
  await expect(written).rejects.toThrow('source failed')
  expect(isAborted).toBe(true)
})

it('computes the same digests as Node', () => {
  const bytes = readFileSync(import.meta.filename)
  const digest = sha256()
  digest.update(bytes.subarray(0, 100))
  digest.update(bytes.subarray(100))
  expect(digest.hex()).toBe(createHash('sha256').update(bytes).digest('hex'))
})
