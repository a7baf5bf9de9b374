import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createReporter, type Entry, openArchive, textOf, writeArchive } from '../src/index.ts'
import { openSink, openTree } from '../src/node.ts'
import { scratch } from './files.ts'

const folder = scratch()
const body = '\n\r\nÜmlaut  \n---\nnot front matter\n\ttab, no newline at the end'
const post = {
  type: 'post' as const,
  metadata: {
    title: '123',
    slug: 'a-post',
    status: 'draft' as const,
    sourceKey: 'k1',
    tags: ['true', 'a: b'],
    noindex: true,
    canonicalUrl: 'https://first.example/a',
    socialImage: { url: '/images/a.png', alt: 'A' },
    custom: { deep: [1, '1', null] },
    aliases: ['/2020/old/'],
  },
  body,
}
const page = (slug: string, parentPage?: string) => ({
  kind: 'item' as const,
  item: {
    type: 'page' as const,
    metadata: {
      title: slug,
      slug,
      status: 'published' as const,
      sourceKey: slug,
      pageType: 'custom' as const,
      parentPage,
      aliases: [`/old/${slug}`],
    },
    body: '',
  },
})
const image = Buffer.from('not really an image')

async function* entries(): AsyncGenerator<Entry> {
  yield { kind: 'settings', settings: { siteTitle: 'Site' } }
  yield {
    kind: 'media',
    media: { file: 'a.png', url: '/images/a.png', sourceKey: 'm1', alt: 'An image' },
    open: async () => Readable.from([image]),
  }
  yield page('parent')
  yield page('child', 'parent')
  yield { kind: 'item', item: post }
  yield { kind: 'menu', items: [{ id: 'home', title: 'Home', url: '/' }] }
  yield { kind: 'beside', name: 'comments', record: { author: 'Ann', text: 'Hello' } }
}
const write = async (name: string, source = entries()) => {
  const target = join(folder, name)
  await writeArchive(source, await openSink(target), createReporter(), { source: 'test' })
  return target
}
const read = async (path: string): Promise<Entry[]> => {
  const tree = await openTree(path)
  try {
    const found: Entry[] = []
    for await (const entry of (await openArchive(tree)).entries()) found.push(entry)
    return found
  } finally {
    await tree.close()
  }
}

describe.each(['archive', 'archive.zip'])('%s', (name) => {
  it('contains what was written, with the same types and bytes, and parents before children', async () => {
    const found = await read(await write(name))
    const items = found.flatMap((entry) => (entry.kind === 'item' ? [entry.item] : []))
    expect(items.map(({ metadata }) => metadata.slug)).toEqual(['parent', 'child', 'a-post'])
    expect(items.at(-1)).toEqual(post)
    expect(found).toContainEqual({ kind: 'settings', settings: { siteTitle: 'Site' } })
    expect(found).toContainEqual({
      kind: 'redirects',
      redirects: [
        { from: '/2020/old/', to: '/post/a-post/' },
        { from: '/old/child', to: '/parent/child/' },
        { from: '/old/parent', to: '/parent/' },
      ],
    })
    expect(found).toContainEqual({
      kind: 'beside',
      name: 'comments',
      record: { author: 'Ann', text: 'Hello' },
    })
  })

  it('has the same bytes after a round trip', async () => {
    const first = await write(`first-${name}`)
    const tree = await openTree(first)
    const second = join(folder, `second-${name}`)
    const again = (await openArchive(tree)).entries()
    await writeArchive(again, await openSink(second), createReporter(), { source: 'test' })
    await tree.close()
    expect(await manifestOf(second)).toBe(await manifestOf(first))
  })
})

it('gives redirects of administrators precedence over aliases of the same address', async () => {
  const adminRedirects = [
    { from: '/2020/old', to: '/elsewhere/', status: 302 },
    { from: '/old/child', status: 410 },
  ]
  async function* source(): AsyncGenerator<Entry> {
    yield* entries()
    yield { kind: 'redirects', redirects: adminRedirects }
  }
  const found = await read(await write('redirects', source()))
  expect(found.flatMap((entry) => (entry.kind === 'redirects' ? entry.redirects : []))).toEqual([
    ...adminRedirects,
    { from: '/old/parent', to: '/parent/' },
  ])
})

it('writes a list of any length', async () => {
  const redirects = Array.from({ length: 200_000 }, (_, n) => ({ from: `/old/${n}`, to: '/' }))
  async function* source(): AsyncGenerator<Entry> {
    yield { kind: 'redirects', redirects }
  }
  const { counts } = JSON.parse(await manifestOf(await write('long', source())))
  expect(counts).toEqual({ redirects: 200_000 })
})

/** The manifest contains the digest of every other file. */
async function manifestOf(path: string): Promise<string> {
  const tree = await openTree(path)
  try {
    return textOf(await tree.read('typecase.json'))
  } finally {
    await tree.close()
  }
}

it('stores bodies and front matter that other programs can read', async () => {
  const target = await write('readable')
  const text = readFileSync(join(target, 'posts/a-post.md'), 'utf8')
  expect(text.startsWith('---\ntitle: "123"\nslug: a-post\nstatus: draft\n')).toBe(true)
  expect(text).toContain('draft: true\n---\n')
  expect(text.endsWith(body)).toBe(true)
  expect(existsSync(join(target, 'pages/parent/child.md'))).toBe(true)
  const manifest = JSON.parse(readFileSync(join(target, 'typecase.json'), 'utf8'))
  expect(manifest).toMatchObject({ format: 1, source: 'test', counts: { posts: 1, pages: 2, media: 1 } })
  expect(manifest.files['media/a.png']).toEqual({
    sha256: createHash('sha256').update(image).digest('hex'),
    bytes: image.length,
  })
})

it('refuses a file that was altered or added, and names it', async () => {
  const target = await write('altered')
  writeFileSync(join(target, 'posts/a-post.md'), 'something else')
  await expect(read(target)).rejects.toThrow('posts/a-post.md differs from its digest')
  const added = await write('added')
  writeFileSync(join(added, 'posts/b.md'), '')
  await expect(read(added)).rejects.toThrow('posts/b.md is not listed')
})

it('refuses a newer format and asks for an update', async () => {
  const target = await write('newer')
  const file = join(target, 'typecase.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"format": 1', '"format": 2'))
  await expect(read(target)).rejects.toThrow('reads up to 1: update it')
})

it.each(['failed', 'failed.zip'])('deletes %s when the source fails', async (name) => {
  async function* failing(): AsyncGenerator<Entry> {
    yield page('parent')
    throw new Error('source failed')
  }
  await expect(write(name, failing())).rejects.toThrow('source failed')
  expect(readdirSync(folder).filter((file) => file.startsWith(name))).toEqual([])
})

it('does not write into a folder that contains files', async () => {
  const target = await write('full')
  await expect(openSink(target)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
})
