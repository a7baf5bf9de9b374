/** Exports from a server that changes, refuses requests or fails during the export. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ApiError, createApiClient } from '@typecase/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createReporter, type Entry, exportEntries, openArchive, writeArchive } from '../src/index.ts'
import { openSink, openTree } from '../src/node.ts'
import { scratch, subjectsOf } from './files.ts'

const folder = scratch()

interface Row {
  readonly id: string
  readonly filename: string
  readonly url: string
  readonly originalFilename: string
  readonly createdAt: string
}
interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** A UUID that contains the number, so that ids sort like their numbers. */
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const rowOf = (n: number, second = n): Row => ({
  id: idOf(n),
  filename: `${n}.png`,
  url: `/images/${n}.png`,
  originalFilename: `${n}.png`,
  createdAt: new Date(Date.UTC(2025, 0, 1) + second * 1000).toISOString(),
})
const revisionOf = (id: string, type: string, revision: number) => ({
  type,
  id,
  revision: {
    revision,
    ...{ author: 'ann', createdAt: '2025-01-31T08:00:00.000Z', title: id, slug: 'a', status: 'draft' },
    ...{ changed: ['title'], snapshot: false, metadata: { title: id }, content: `Text ${revision}` },
  },
})

/** Content of the server; `before` runs before each response, and may replace it. */
let media: Row[] = []
let items: { type: string; metadata: Record<string, unknown>; content: string }[] = []
let revisions: ReturnType<typeof revisionOf>[] = []
let requests: string[] = []
let before: (path: string, response: ServerResponse) => Answer | 'none' | undefined = () => undefined
let server: Server
let url = ''

beforeEach(async () => {
  media = []
  items = []
  revisions = []
  requests = []
  before = () => undefined
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

function answer({ url: target = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(target, url)
  const override = before(pathname, response)
  requests.push(pathname)
  if (override === 'none') return
  const { status, body, headers = {} } = override ?? contentOf(pathname, searchParams)
  const type = typeof body === 'string' ? 'image/png' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function contentOf(path: string, query: URLSearchParams): Answer {
  const offset = Number(query.get('offset') ?? 0)
  const cursor = Number(query.get('cursor') ?? 0)
  const next = (list: readonly unknown[]) => (cursor + 1 < list.length ? String(cursor + 1) : null)
  const json = (body: object): Answer => ({ status: 200, body: { success: true, ...body } })
  if (path === '/api/media') {
    const newest = [...media].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    return json({ data: newest.slice(offset, offset + Number(query.get('limit'))), total: media.length })
  }
  if (path === '/api/export/items') return json({ data: items, nextCursor: null })
  if (path === '/api/export/revisions')
    return json({ data: revisions.slice(cursor, cursor + 1), nextCursor: next(revisions) })
  if (path === '/api/settings') return json({ data: { siteTitle: 'Site' } })
  const file = media.find((row) => row.url === path)
  if (file) return { status: 200, body: `bytes of ${file.id}` }
  if (path.startsWith('/images/')) return { status: 404, body: { code: 'NOT_FOUND' } }
  return json({ data: [], total: 0 })
}

const exported = (reporter = createReporter(), options: Parameters<typeof exportEntries>[2] = {}) =>
  exportEntries({ url, client: createApiClient({ url, attempts: 2 }) }, reporter, options)

async function filesOf(reporter = createReporter()): Promise<string[]> {
  const files: string[] = []
  for await (const entry of exported(reporter)) if (entry.kind === 'media') files.push(entry.media.file)
  return files
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

it('exports media files oldest first, and by id if dates are equal', async () => {
  media = [rowOf(2, 9), rowOf(4, 5), rowOf(1, 9), rowOf(3, 1)]
  expect(await filesOf()).toEqual(['3.png', '4.png', '1.png', '2.png'])
})

it('exports all remaining media files when others are deleted during the export', async () => {
  media = numbers(1200).map((n) => rowOf(n))
  const deleted = [1199, 1198, 701, 700]
  before = (path) => {
    if (path === '/api/media' && requests.includes(path))
      media = media.filter(({ id }) => !deleted.map(idOf).includes(id))
    return undefined
  }
  const reporter = createReporter()
  const remaining = numbers(1200).filter((n) => !deleted.includes(n))
  expect(await filesOf(reporter)).toEqual(remaining.map((n) => `${n}.png`))
  expect(subjectsOf(reporter.report(), 'media-unreadable').sort()).toEqual(
    deleted.map((n) => `${n}.png`).sort(),
  )
})

it('exports each media file once when others are uploaded during the export', async () => {
  media = numbers(1000).map((n) => rowOf(n))
  let uploaded = 2000
  before = (path) => {
    if (path === '/api/media') media.push(rowOf(uploaded++))
    return undefined
  }
  const files = await filesOf()
  expect(new Set(files).size).toBe(files.length)
  expect(files.slice(0, 1000)).toEqual(numbers(1000).map((n) => `${n}.png`))
})

it('retries a media file after the server responds with 503', async () => {
  media = [rowOf(1)]
  const isFirst = (path: string) => path === '/images/1.png' && !requests.includes(path)
  before = (path) => (isFirst(path) ? { status: 503, body: {}, headers: { 'retry-after': '0' } } : undefined)
  const reporter = createReporter()
  expect(await filesOf(reporter)).toEqual(['1.png'])
  expect(reporter.report().losses).toEqual([])
})

it('fails if the server keeps responding with 503 for a media file', async () => {
  media = [rowOf(1)]
  before = (path) =>
    path === '/images/1.png' ? { status: 503, body: {}, headers: { 'retry-after': '0' } } : undefined
  await expect(filesOf()).rejects.toMatchObject({ status: 503 })
})

it('cancels a running request for a media file when the export is aborted', async () => {
  media = [rowOf(1)]
  const stop = new AbortController()
  before = (path) => {
    if (path !== '/images/1.png') return undefined
    stop.abort(new Error('the user cancelled'))
    return 'none'
  }
  const target = join(folder, 'aborted')
  const entries = exported(createReporter(), { signal: stop.signal })
  const written = writeArchive(entries, await openSink(target), createReporter(), { source: 'test' })
  await expect(written).rejects.toThrow('the user cancelled')
})

it('omits users that the client may not read, and fails on other errors', async () => {
  let status = 403
  before = (path) => (path === '/api/users' ? { status, body: { code: 'REFUSED' } } : undefined)
  const reporter = createReporter()
  await filesOf(reporter)
  expect(subjectsOf(reporter.report(), 'users')).toEqual(['users.json'])
  status = 500
  await expect(filesOf()).rejects.toBeInstanceOf(ApiError)
})

function pagesWithHistories(): void {
  const page = (n: number, slug: string, parentPage: string | null) => ({
    type: 'page',
    metadata: { id: idOf(n), title: slug, slug, status: 'draft', pageType: 'custom', parentPage },
    content: slug,
  })
  const post = { id: idOf(5), title: 'A post', slug: 'a-post', status: 'draft' }
  items = [
    page(1, 'leaf', 'branch'),
    page(2, 'branch', 'root'),
    page(3, 'root', null),
    { type: 'post', metadata: post, content: '' },
  ]
  revisions = [
    ...[1, 1, 2, 3, 4].map((n, at) => revisionOf(idOf(n), 'page', at + 1)),
    ...[4, 5, 5, 6].map((n, at) => revisionOf(idOf(n), 'post', at + 1)),
  ]
}

it('exports the revisions of each item', async () => {
  pagesWithHistories()
  const target = join(folder, 'histories')
  const reporter = createReporter()
  const entries = exported(reporter, { withRevisions: true })
  await writeArchive(entries, await openSink(target), reporter, { source: 'test' })
  const { manifest, entries: read } = await openArchive(await openTree(target))
  const found: Record<string, number[] | undefined> = {}
  for await (const entry of read())
    if (entry.kind === 'item')
      found[entry.item.metadata.slug] = entry.item.revisions?.map(({ revision }) => revision)
  expect(found).toEqual({ root: [4], branch: [3], leaf: [1, 2], 'a-post': [2, 3] })
  expect(manifest.counts).toEqual({ pages: 3, posts: 1, revisions: 6 })
  expect(Object.keys(manifest.files)).toContain('revisions/pages/root/branch/leaf.jsonl')
})

it('exports revisions if the server lists items and revisions in different orders', async () => {
  const post = (n: number) => ({
    type: 'post',
    metadata: { id: idOf(n), title: `Post ${n}`, slug: `post-${n}`, status: 'draft' },
    content: '',
  })
  items = [post(2), post(3), post(1)]
  revisions = [1, 2, 3].map((n) => revisionOf(idOf(n), 'post', n))
  const target = join(folder, 'orders')
  const entries = exported(createReporter(), { withRevisions: true })
  await writeArchive(entries, await openSink(target), createReporter(), { source: 'test' })
  const found: Record<string, number[] | undefined> = {}
  for await (const { item } of (await openArchive(await openTree(target))).entries(['item']))
    found[item.metadata.slug] = item.revisions?.map(({ revision }) => revision)
  expect(found).toEqual({ 'post-1': [1], 'post-2': [2], 'post-3': [3] })
})

it('reads the revisions of posts and pages one item at a time', async () => {
  pagesWithHistories()
  const count = () => requests.filter((path) => path === '/api/export/revisions').length
  const read = new Map<string, number>()
  for await (const entry of exported(createReporter(), { withRevisions: true }))
    if (entry.kind === 'history') read.set(entry.id, count())
  expect([...read.keys()].slice(0, 3)).toEqual([idOf(1), idOf(2), idOf(3)])
  // Each response has one revision; only the first history has been read at this point.
  expect(read.get(idOf(1))).toBeLessThan(5)
})

it('omits fields that would make the archive unreadable', async () => {
  const post = { id: idOf(1), title: 'A post', slug: 'a-post', status: 'draft' }
  items = [{ type: 'post', metadata: { ...post, aliases: '/old/', sourceUrl: 5 }, content: '' }]
  const target = join(folder, 'fields')
  const reporter = createReporter()
  await writeArchive(exported(reporter), await openSink(target), reporter, { source: 'test' })
  const found: Entry[] = []
  for await (const entry of (await openArchive(await openTree(target))).entries()) found.push(entry)
  const [item] = found.flatMap((entry) => (entry.kind === 'item' ? [entry.item] : []))
  expect(item?.metadata).toEqual({ ...post, sourceKey: idOf(1) })
  expect(subjectsOf(reporter.report(), 'table')).toEqual([idOf(1), idOf(1)])
})
