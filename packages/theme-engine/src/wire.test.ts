import { describe, expect, it } from 'vitest'
import type { BatchMessage, PageMessage } from './protocol.ts'
import { type WireBatch, wireReader, wireWriter } from './wire.ts'

const page = (model: object): PageMessage => ({ path: 'x', template: 't', model, shared: ['menu'] })
const batchOf = (pages: readonly PageMessage[]): BatchMessage => ({
  type: 'batch',
  timeLimit: 1,
  outputLimit: 2,
  pages,
})

/** Removes the summaries: the writer uses them to shorten pages, and the reader does not return them. */
const withoutSummaries = (batch: BatchMessage): BatchMessage => ({
  ...batch,
  pages: batch.pages.map(({ summary: _, ...rest }) => rest),
})

/** Sends messages through a writer and a reader, as between two processes. */
function roundTrip() {
  const [write, read] = [wireWriter(), wireReader()]
  return (message: BatchMessage) => read(structuredClone(write(message)))
}

it('a batch is received unchanged, with any model', () => {
  const long = '<p>ü 日 👍 "quoted" \\ </p>'.repeat(1000)
  const batch = batchOf([
    page({
      title: 'a',
      head: `<script>${long}</script>`,
      content: long,
      post: { title: 'a', content: long, meta: { content: long } },
      page: null,
    }),
    page({ content: `other ${long}`, page: { content: long } }),
    page({ content: '', post: { content: '' }, page: { content: '' } }),
    page({ list: [null, 1.5, true, 'ü'] }),
    page({
      content: long,
      posts: [],
      post: { content: long, related: [{ title: 'r' }], posts: [{ title: 'p' }] },
    }),
    page({ posts: [{ title: 'a' }, null, 'text'], post: { related: 'none' } }),
    page({ posts: { numbers: [0] }, post: { related: { numbers: [0] } } }),
  ])
  expect(roundTrip()(batch)).toEqual(batch)
})

it('sends content once if several parts of the page share it', () => {
  const content = 'x'.repeat(10_000)
  expect(JSON.stringify(wireWriter()(batchOf([page({ content, post: { content } })]))).length).toBeLessThan(
    11_000,
  )
})

it('sends a summary once for all lists and batches', () => {
  const send = wireWriter()
  const read = wireReader()
  const summaries = Array.from({ length: 10 }, (_, n) => ({ title: `post ${n}`, excerpt: 'x'.repeat(1000) }))
  const related = summaries.slice(3, 5)
  const batches = Array.from({ length: 20 }, () =>
    batchOf([page({ posts: summaries }), page({ post: { related } })]),
  )
  const sent = batches.map((batch) => send(batch) as WireBatch)
  expect(sent.reduce((length, { batch, fresh }) => length + batch.length + fresh.length, 0)).toBeLessThan(
    20_000,
  )
  for (const [id, wire] of sent.entries()) expect(read(wire)).toEqual(batches[id])
})

describe('the page of a listed post', () => {
  const summary = {
    title: 'a',
    url: '/a/',
    absoluteUrl: 'http://x.test/a/',
    excerpt: 'long '.repeat(100),
    tags: [{ name: 't' }],
    meta: {},
  }
  const post = { ...summary, content: 'text', related: [{ title: 'r' }], next: null }
  const model = {
    ...{ content: 'text', post, page: null, posts: [], title: 'a', description: summary.excerpt, url: '/a/' },
    ...{ canonical: 'http://x.test/a/', head: '<meta>' },
  }
  const pageWith = (changes: object, about: object = summary): PageMessage => ({
    ...page({ ...model, ...changes }),
    summary: about,
  })

  it('restores equal fields from its summary, in the same order', () => {
    const send = roundTrip()
    send(batchOf([page({ posts: [summary] })]))
    const batch = batchOf([pageWith({})])
    const received = send(batch)
    expect(received).toEqual(withoutSummaries(batch))
    expect(JSON.stringify(received)).toBe(JSON.stringify(withoutSummaries(batch)))
  })

  it('takes fewer than 400 characters once its summary was sent', () => {
    const writer = wireWriter()
    const length = (message: BatchMessage) => (writer(message) as WireBatch).batch.length
    length(batchOf([page({ posts: [summary] })]))
    expect(length(batchOf([pageWith({})]))).toBeLessThan(400)
  })

  it.each([
    ['a field of the post differs', { post: { ...post, excerpt: 'other' } }],
    ['a field of the post is missing', { post: { title: 'a', content: 'text' } }],
    ['a field of the post has no value', { post: { ...post, tags: undefined } }],
    ['a field of the page differs', { description: 'other' }],
    ['a field of the page is missing', { canonical: undefined }],
    ['an address is null', { canonical: null }],
    ['the post is null', { post: null }],
    ['the post is a string', { post: 'text' }],
  ])('is received unchanged if %s', (_, changes) => {
    const batch = batchOf([pageWith(changes)])
    expect(roundTrip()(batch)).toEqual(JSON.parse(JSON.stringify(withoutSummaries(batch))))
  })

  it('is received completely after the cache was cleared', () => {
    const send = roundTrip()
    send(batchOf([pageWith({})]))
    for (let n = 0; n < 13; n++)
      send(batchOf([page({ posts: Array.from({ length: 1000 }, (_, at) => ({ title: `${n} ${at}` })) })]))
    const batch = batchOf([pageWith({})])
    expect(send(batch)).toEqual(withoutSummaries(batch))
  })
})

it('sends a list unchanged after the cache of summaries was cleared', () => {
  const send = roundTrip()
  const old = { title: 'seen before the bound' }
  send(batchOf([page({ posts: [old] })]))
  for (let n = 0; n < 13; n++)
    send(batchOf([page({ posts: Array.from({ length: 1000 }, (_, at) => ({ title: `${n} ${at}` })) })]))
  const batch = batchOf([page({ posts: [{ title: 'new' }, old] })])
  expect(send(batch)).toEqual(batch)
})

it('sends other messages unchanged', () => {
  const theme = { type: 'theme', sources: [['a', 'b']] } as const
  expect(wireReader()(wireWriter()(theme))).toBe(theme)
})
