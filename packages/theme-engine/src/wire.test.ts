import { expect, it } from 'vitest'
import type { BatchMessage } from './protocol.ts'
import { fromWire, toWire } from './wire.ts'

const page = (model: object) => ({ path: 'x', template: 't', model, shared: ['menu'] })

it('a batch arrives as it was sent, whatever its models hold', () => {
  const long = '<p>ü 日 👍 "quoted" \\ </p>'.repeat(1000)
  const batch: BatchMessage = {
    ...{ type: 'batch', id: 7, timeLimit: 1, outputLimit: 2 },
    pages: [
      page({ title: 'a', content: long, post: { title: 'a', content: long, meta: { content: long } }, page: null }),
      page({ content: `other ${long}`, page: { content: long } }),
      page({ content: '', post: { content: '' }, page: { content: '' } }),
      page({ list: [null, 1.5, true, 'ü'] }),
    ],
  }
  expect(fromWire(structuredClone(toWire(batch)))).toEqual(batch)
})

it('a content that several parts have travels once', () => {
  const content = 'x'.repeat(10_000)
  const wire = toWire({ ...{ type: 'batch', id: 1, timeLimit: 1, outputLimit: 1 }, pages: [page({ content, post: { content } })] })
  expect(JSON.stringify(wire).length).toBeLessThan(11_000)
})

it('other messages go as they are', () => {
  const theme = { type: 'theme', id: 1, sources: [['a', 'b']] } as const
  expect(fromWire(toWire(theme))).toBe(theme)
})
