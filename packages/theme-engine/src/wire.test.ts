import { expect, it } from 'vitest'
import type { BatchMessage, PageMessage } from './protocol.ts'
import { type WireBatch, wireReader, wireWriter } from './wire.ts'

const page = (model: object): PageMessage => ({ path: 'x', template: 't', model, shared: ['menu'] })
const batchOf = (pages: readonly PageMessage[], id = 1): BatchMessage => ({ type: 'batch', id, timeLimit: 1, outputLimit: 2, pages })

/** Through a writer and a reader, as between two processes. */
function line() {
  const [write, read] = [wireWriter(), wireReader()]
  return (message: BatchMessage) => read(structuredClone(write(message)))
}

it('a batch arrives as it was sent, whatever its models hold', () => {
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
    page({ content: long, posts: [], post: { content: long, related: [{ title: 'r' }], posts: [{ title: 'p' }] } }),
    page({ posts: [{ title: 'a' }, null, 'text'], post: { related: 'none' } }),
    page({ posts: { numbers: [0] }, post: { related: { numbers: [0] } } }),
  ])
  expect(line()(batch)).toEqual(batch)
})

it('a content that several parts have travels once', () => {
  const content = 'x'.repeat(10_000)
  expect(JSON.stringify(wireWriter()(batchOf([page({ content, post: { content } })]))).length).toBeLessThan(11_000)
})

it('a summary travels once, however many lists and batches have it', () => {
  const send = wireWriter()
  const read = wireReader()
  const summaries = Array.from({ length: 10 }, (_, n) => ({ title: `post ${n}`, excerpt: 'x'.repeat(1000) }))
  const related = summaries.slice(3, 5)
  const batches = Array.from({ length: 20 }, (_, id) => batchOf([page({ posts: summaries }), page({ post: { related } })], id))
  const sent = batches.map((batch) => send(batch) as WireBatch)
  expect(sent.reduce((length, { batch }) => length + batch.length, 0)).toBeLessThan(20_000)
  for (const [id, wire] of sent.entries()) expect(read(wire)).toEqual(batches[id])
})

it('what a process keeps is bounded, and stays right beyond the bound', () => {
  const send = line()
  const old = { title: 'seen before the bound' }
  send(batchOf([page({ posts: [old] })]))
  for (let n = 0; n < 13; n++) send(batchOf([page({ posts: Array.from({ length: 1000 }, (_, at) => ({ title: `${n} ${at}` })) })]))
  const batch = batchOf([page({ posts: [{ title: 'new' }, old] })])
  expect(send(batch)).toEqual(batch)
})

it('other messages go as they are', () => {
  const theme = { type: 'theme', id: 1, sources: [['a', 'b']] } as const
  expect(wireReader()(wireWriter()(theme))).toBe(theme)
})
