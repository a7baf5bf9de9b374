/** A batch is cleared once read or sent, so that its memory is free before the next. */
import { expect, it } from 'vitest'
import type { BatchMessage } from '../src/protocol.ts'
import { empty, type WireBatch, wireReader, wireWriter } from '../src/wire.ts'

const template = 'templates/layout.html'

it('a batch is empty once read or sent', () => {
  const batch: BatchMessage = {
    ...{ type: 'batch', timeLimit: 1, outputLimit: 2 },
    pages: [{ path: 'x', template, model: { content: 'long', head: 'head', title: 'a' }, shared: [] }],
  }
  const wire = wireWriter()(batch) as WireBatch
  const sent = structuredClone(wire)
  empty(wire)
  expect(wireReader()(sent)).toEqual(batch)
  for (const left of [wire, sent])
    expect(left).toEqual({ type: 'wire batch', batch: '', fresh: '', contents: [], heads: [] })
})
