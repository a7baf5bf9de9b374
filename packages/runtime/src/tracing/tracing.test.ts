import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from '../log/index.ts'
import { beginSpan, tracing } from './index.ts'

const log = createLogger('test', 'silent')
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function started(endpoint: string | undefined): Promise<void> {
  const part = tracing({ service: 'test', endpoint, log })
  await part.start()
  closers.push(() => part.stop())
}

it('creates no spans without a collector', async () => {
  await started(undefined)
  expect(beginSpan('work', 'internal', undefined)).toBeUndefined()
})

/** Starts a collector and traces to it. Returns an array to which each request adds its path and body. */
async function collector(): Promise<string[]> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request
      .on('data', (chunk) => (body += chunk))
      .on('end', () => {
        bodies.push(`${request.url} ${body}`)
        response.end('{}')
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => void server.close())
  await started(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return bodies
}

it('sends ended spans with their parents and error codes', async () => {
  const bodies = await collector()
  const parent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
  const span = beginSpan('work', 'consumer', parent, { of: 'test' })
  const child = beginSpan('inner', 'internal', span?.traceparent)
  expect(child?.traceparent.split('-').slice(0, 2)).toEqual(['00', 'ab'.repeat(16)])
  child?.end({ errorCode: 'NOT_FOUND' })
  span?.end({ name: 'work, named later' })
  for (const close of closers.splice(1)) await close()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatch(/^\/v1\/traces /)
  const spans = JSON.parse(bodies[0]?.slice(11) ?? '').resourceSpans[0].scopeSpans[0].spans
  expect(spans).toMatchObject([
    {
      name: 'inner',
      traceId: 'ab'.repeat(16),
      parentSpanId: span?.traceparent.split('-')[2],
      status: { code: 2, message: 'NOT_FOUND' },
    },
    { name: 'work, named later', traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) },
  ])
})

it('does not sample a trace that its caller does not sample', async () => {
  await started('http://127.0.0.1:1')
  const span = beginSpan('work', 'server', `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-00`)
  expect(span?.traceparent).toMatch(/-00$/)
  span?.end()
})

it('does not block work or shutdown when the collector is unavailable', async () => {
  await started('http://127.0.0.1:1')
  beginSpan('work', 'internal', undefined)?.end()
  await closers.pop()?.()
  expect(beginSpan('work', 'internal', undefined)).toBeUndefined()
})
