import { describe, expect, it } from 'vitest'
import { readableLine } from './readable.ts'

const entry = {
  level: 'warn',
  time: new Date(2026, 0, 2, 8, 9, 10).toISOString(),
  service: 'content',
  name: 'content',
}

describe('a human-readable log line', () => {
  it('has time, level, service, message and reason in one line', () => {
    const error = {
      type: 'AppError',
      message: 'The event bus is not available',
      cause: { type: 'Error', message: 'not connected\nto NATS' },
    }
    expect(readableLine(JSON.stringify({ ...entry, error, pauseMs: 200, msg: 'events wait' }))).toBe(
      '08:09:10  warn   content    events wait: The event bus is not available: not connected to NATS  (pauseMs=200)',
    )
  })

  it('has the request and the stack position of an unexpected error', () => {
    const stack =
      'TypeError: x is not a function\n    at node:internal/y:1:2\n    at createPost (create-post.ts:12:3)'
    const line = JSON.stringify({
      ...entry,
      level: 'error',
      requestId: 'r-1',
      trace: 't',
      error: { message: 'x is not a function', stack },
      msg: 'failed',
    })
    expect(readableLine(line)).toBe(
      '08:09:10  error  content    failed: x is not a function  (request r-1) at createPost (create-post.ts:12:3)',
    )
  })

  it('omits repeated messages, and shows the code of an error without a message', () => {
    const error = {
      type: 'Error',
      message: 'away',
      cause: { message: 'away', cause: { message: '', code: 'ECONNREFUSED' } },
    }
    expect(readableLine(JSON.stringify({ ...entry, error, msg: 'lost' }))).toBe(
      '08:09:10  warn   content    lost: away: ECONNREFUSED',
    )
  })

  it('contains no control characters, which a terminal would interpret', () => {
    const error = { message: 'no theme "\x1b[2Jx\u2028y\x9b1m"', stack: 'Error\n    at f\x1b[31m (a.ts:1:2)' }
    expect(readableLine(JSON.stringify({ ...entry, error, title: 'a\tb', msg: 'lost\x07' }))).toBe(
      '08:09:10  warn   content    lost\ufffd: no theme "\ufffd[2Jx\ufffdy\ufffd1m"  (title=a\ufffdb) at f\ufffd[31m (a.ts:1:2)',
    )
  })

  it('is truncated before lines are joined, which would take quadratic time for 1,000,000 spaces', () => {
    const line = readableLine(JSON.stringify({ ...entry, msg: `lost${' '.repeat(1_000_000)}.` }))
    expect(line).toMatch(/^08:09:10 {2}warn {3}content {4}lost {100,} …$/)
  })

  it('equals its input if that is not a JSON object', () => {
    for (const line of ['plain words', '{broken', '']) expect(readableLine(line)).toBe(line)
  })
})
