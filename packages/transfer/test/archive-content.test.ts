/** Archives whose files have the right digests but invalid content. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openFiles } from '../src/browser.ts'
import {
  createReporter,
  defaultLimits,
  type Entry,
  openArchive,
  prepareImport,
  writeArchive,
} from '../src/index.ts'
import { openSink, openTree } from '../src/node.ts'
import { scratch } from './files.ts'

const folder = scratch()
let number = 0

const revision = {
  revision: 1,
  author: 'ann',
  createdAt: '2025-01-31T08:00:00.000Z',
  title: 'A post',
  slug: 'a-post',
  status: 'draft' as const,
  changed: ['title'],
  snapshot: false,
  metadata: {},
  content: 'The first text',
}

async function* entries(): AsyncGenerator<Entry> {
  const metadata = { title: 'A post', slug: 'a-post', status: 'draft', sourceKey: 'k' } as const
  yield { kind: 'item', item: { type: 'post', metadata, body: 'Text', revisions: [revision, revision] } }
  yield { kind: 'beside', name: 'comments', record: { text: 'Hello' } }
  yield { kind: 'beside', name: 'comments', record: { text: 'Hello again' } }
}

/** Writes an archive, replaces the given files in it and updates its manifest. */
async function archiveWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = join(folder, `archive-${number++}`)
  await writeArchive(entries(), await openSink(path), createReporter(), { source: 'test' })
  const manifest = JSON.parse(readFileSync(join(path, 'typecase.json'), 'utf8'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    manifest.files[file] = { sha256, bytes: Buffer.byteLength(text) }
  }
  writeFileSync(join(path, 'typecase.json'), JSON.stringify(manifest))
  return path
}

const open = async (path: string, limits = defaultLimits) => openArchive(await openTree(path, limits), limits)

const post = (fields: string): string =>
  `---\ntitle: A\nslug: a\nstatus: draft\nsourceKey: k\n${fields}\n---\nText`

const media = (fields: object): string =>
  JSON.stringify({ file: 'a.png', url: '/a.png', sourceKey: 'k', ...fields })

describe('opening an archive with a value of the wrong type', () => {
  it.each([
    ['posts/a.md', 'aliases is not an array', post('aliases: /old/')],
    ['posts/a.md', 'tags[0] is not a string', post('tags: [1]')],
    ['posts/a.md', 'authors is not an array', post('authors: Ann')],
    ['posts/a.md', 'featuredImage is not an object', post('featuredImage: /a.png')],
    ['pages/a.md', 'parentPage is not a string', post('parentPage: [b]')],
    ['pages/a.md', 'pageType is not normal or custom', post('pageType: other')],
    ['users.json', '[0].username is not a string', '[{ "username": 5 }]'],
    ['users.json', 'the value is not an array', '{}'],
    ['menu.json', '[0].url is not a string', '[{ "id": "a", "title": "A" }]'],
    ['settings.json', 'the value is not an object', '[]'],
    ['redirects.json', '[0].status is not a number', '[{ "from": "/a", "status": "301" }]'],
    ['redirects.json', 'the value is not an array', 'null'],
    ['revisions/posts/a-post.jsonl', 'revision is not a number', '{}\n'],
    ['beside/comments.jsonl', 'the value is not an object', '"text"\n'],
  ])('fails with %s: %s', async (file, message, text) => {
    await expect(archiveWith({ [file]: text }).then((path) => open(path))).rejects.toMatchObject({
      code: 'DAMAGED',
      message: `${file}: ${message}`,
    })
  })

  it('fails if the value is in the description of a media file, or in the manifest', async () => {
    const path = await archiveWith({ 'media/a.png': 'x', 'media/a.png.json': media({ aliases: 'b' }) })
    await expect(open(path)).rejects.toThrow('media/a.png.json: aliases is not an array')
    const other = await archiveWith({ 'media/a.png': 'x', 'media/a.png.json': media({ file: 'b.png' }) })
    await expect(open(other)).rejects.toThrow('media/a.png.json: file is not media/a.png')
    const damaged = await archiveWith()
    writeFileSync(join(damaged, 'typecase.json'), '{ "format": 1, "files": { "users.json": null } }')
    await expect(open(damaged)).rejects.toMatchObject({
      code: 'DAMAGED',
      message: 'typecase.json: files.users.json is not an object',
    })
  })

  it('succeeds for null, which counts as absent, and for fields that Typecase does not define', async () => {
    const fields = 'authors: null\nfeaturedImage: { id: x }\ncategories: one\nparentPage: [1]'
    const { manifest } = await open(await archiveWith({ 'posts/a.md': post(fields) }))
    expect(manifest.files['posts/a.md']).toBeDefined()
  })
})

describe('files with one JSON object per line', () => {
  const line = JSON.stringify({ ...revision, content: 'ä'.repeat(400) })
  const files = { 'revisions/posts/a-post.jsonl': `${line}\n\n`.repeat(20) }

  it('may be larger than textBytes, but a single line must not be', async () => {
    const path = await archiveWith(files)
    const limits = { ...defaultLimits, textBytes: Buffer.byteLength(line) }
    const revisions: string[] = []
    for await (const entry of (await open(path, limits)).entries())
      if (entry.kind === 'item') revisions.push(...(entry.item.revisions ?? []).map(({ content }) => content))
    expect(revisions).toEqual(Array(20).fill('ä'.repeat(400)))
    const smaller = { ...limits, textBytes: limits.textBytes - 1 }
    await expect(open(path, smaller)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('are refused if the history of one item is too large for memory', async () => {
    const path = await archiveWith(files)
    const limits = { ...defaultLimits, mediaBytes: 10_000 }
    await expect(open(path, limits)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'revisions/posts/a-post.jsonl has more than 10000 bytes',
    })
  })

  it('are read from an archive in memory', async () => {
    const chosen = await chosenArchive()
    const { archive } = await prepareImport({ kind: 'archive', tree: await openFiles(chosen) })
    const found: Entry[] = []
    for await (const entry of archive.entries()) found.push(entry)
    expect(found).toContainEqual({ kind: 'beside', name: 'comments', record: { text: 'Hello again' } })
    const [item] = found.flatMap((entry) => (entry.kind === 'item' ? [entry.item] : []))
    expect(item?.revisions).toEqual([revision, revision])
  })
})

it.each([
  ['item', ['item']],
  ['beside', ['beside', 'beside']],
  ['redirects', ['redirects']],
  ['media', ['media']],
] as const)('reads only the files that contain %s entries', async (requested, kinds) => {
  const path = await archiveWith({ 'media/a.png': 'x', 'media/a.png.json': media({}) })
  const archive = await open(path)
  const folders = { item: 'posts', beside: 'beside', redirects: 'redirects.json', media: 'media' }
  const others = ['menu.json', 'users.json', ...Object.values(folders)]
  for (const name of others.filter((other) => other !== folders[requested]))
    rmSync(join(path, name), { recursive: true })
  const found: string[] = []
  for await (const { kind } of archive.entries([requested])) found.push(kind)
  expect(found).toEqual(kinds)
})

async function chosenArchive() {
  const path = await archiveWith()
  const names = Object.keys(JSON.parse(readFileSync(join(path, 'typecase.json'), 'utf8')).files)
  return ['typecase.json', ...names].map((name) => ({
    path: `archive/${name}`,
    blob: new Blob([readFileSync(join(path, name))]),
  }))
}

it('limits the total size of the texts of an in-memory archive', async () => {
  const tree = await openFiles(await chosenArchive())
  await expect(prepareImport({ kind: 'archive', tree, memoryBytes: 500 })).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: 'the texts have more than 500 bytes; import the site with the command line',
  })
  const prepared = await prepareImport({ kind: 'archive', tree, memoryBytes: 10_000 })
  expect(prepared.report.counts).toMatchObject({ posts: 1, comments: 2 })
})

it('reports a ZIP as damaged if a media file cannot be unpacked', async () => {
  const path = join(folder, 'media.zip')
  async function* image(): AsyncGenerator<Entry> {
    const media = { file: 'noise.svg', name: 'noise.svg', type: 'image/svg+xml' } as never
    const bytes = Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * n * 7919) % 257))
    yield { kind: 'media', media, open: async () => Readable.from([bytes]) }
  }
  await writeArchive(image(), await openSink(path), createReporter(), { source: 'test' })
  const zip = readFileSync(path)
  // The bytes follow the name in the header of the entry.
  zip.fill(0xff, zip.indexOf('noise.svg') + 12, zip.indexOf('noise.svg') + 22)
  writeFileSync(path, zip)
  await expect(open(path)).rejects.toMatchObject({
    code: 'DAMAGED',
    message: expect.stringContaining('noise.svg'),
  })
})
