import { AppError } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

describe('describeError', () => {
  it('keeps type, message, code, kind and the causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(describeError(new AppError('unavailable', 'AWAY', 'Away', { cause }))).toMatchObject({
      type: 'AppError',
      message: 'Away',
      code: 'AWAY',
      kind: 'unavailable',
      cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
    })
  })

  it('omits the stack of expected errors and keeps the stack of all others', () => {
    const cause = new Error('connect ECONNREFUSED')
    expect(
      JSON.stringify(describeError(new AppError('unavailable', 'AWAY', 'Away', { cause }))),
    ).not.toContain('describe-error.test')
    for (const unforeseen of [
      new AppError('internal', 'INTERNAL', 'Broken', { cause }),
      new Error('broken', { cause }),
    ]) {
      const described = describeError(unforeseen) as { stack?: string; cause?: { stack?: string } }
      expect(described.stack).toContain('describe-error.test')
      expect(described.cause?.stack).toContain('describe-error.test')
    }
  })

  it('omits objects that a library attaches to an error', () => {
    const error = Object.assign(new Error('lost'), {
      client: { password: 'hunter2' },
      config: { headers: { authorization: 'x' } },
    })
    expect(JSON.stringify(describeError(error))).not.toMatch(/hunter2|authorization/)
  })

  it('stops at errors that cause each other, and truncates long texts', () => {
    const one = new Error('x'.repeat(100_000))
    const two = new Error('two', { cause: one })
    one.cause = two
    expect(JSON.stringify(describeError(two)).length).toBeLessThan(100_000)
  })

  it('accepts any thrown value', () => {
    for (const thrown of ['text', 7, null, undefined, { a: 1 }, Symbol('s')])
      expect(() => JSON.stringify(describeError(thrown))).not.toThrow()
  })
})
