/** What pages are made of is let go young: what lives a little longer is moved about, and in the end collected with the whole heap. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import handlebars from 'handlebars'
import { expect, it } from 'vitest'
import { themeEngine } from '../src/engine.ts'
import type { BatchMessage } from '../src/protocol.ts'
import { sampleSite } from '../src/sample.ts'
import { empty, type WireBatch, wireReader, wireWriter } from '../src/wire.ts'

const template = 'templates/layout.html'
const tools = {
  isSitePath: () => true,
  styledUrl: (_site: unknown, url: string) => url,
  cutText: (text: string) => text,
  scriptJson: String,
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** Mebibytes of what is young no more. */
const old = (): number => (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0) / 2 ** 20

const pages = 5_000
/** Bytes of each; together many times what a page leaves behind. */
const contentLength = 4_000

it.each([
  ['a template', { [template]: '{{{post.content}}}' }],
  ['a partial', { [template]: '{{> post post}}', 'partials/post.html': '{{{content}}}' }],
  [
    'a block that a partial is given',
    { [template]: '{{#> frame}}{{{post.content}}}{{/frame}}', 'partials/frame.html': '<p>{{> @partial-block}}</p>' },
  ],
])('the content of a page is let go behind %s', (_, files) => {
  const engine = themeEngine(handlebars, new Map(Object.entries<string>(files)), tools)
  engine.compile()
  engine.enter(sampleSite([]))
  const before = old()
  collect({ type: 'minor' })
  for (let at = 0; at < pages; at += 1) {
    const post = { content: Buffer.alloc(contentLength, `${at} `).toString('latin1') }
    const result = engine.renderPage({ path: `${at}.html`, template, model: { post }, shared: [] }, { time: 1e9, output: 1e6 })
    expect('html' in result && result.html.length).toBeGreaterThanOrEqual(contentLength)
    if (at % 50 === 0) collect({ type: 'minor' })
  }
  expect(old() - before).toBeLessThan((pages * contentLength) / 2 ** 20 / 3)
})

it('a batch is empty once it was read, or sent', () => {
  const batch: BatchMessage = {
    ...{ type: 'batch', id: 1, timeLimit: 1, outputLimit: 2 },
    pages: [{ path: 'x', template, model: { content: 'long', head: 'head', title: 'a' }, shared: [] }],
  }
  const wire = wireWriter()(batch) as WireBatch
  const sent = structuredClone(wire)
  empty(wire)
  expect(wireReader()(sent)).toEqual(batch)
  for (const left of [wire, sent]) expect(left).toEqual({ type: 'wire batch', batch: '', fresh: '', contents: [], heads: [] })
})
