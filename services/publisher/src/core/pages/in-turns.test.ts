import { describe, expect, it } from 'vitest'
import { atOnce, inTurns } from './in-turns.ts'

function* steps(count: number, done: number[] = []): Generator<void, string> {
  for (let n = 0; n < count; n++) {
    done.push(n)
    yield
  }
  return 'the end'
}

/** Turns of the event loop during the work. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    turns += 1
  }
  await ended
  return turns
}

describe('work in steps', () => {
  it('has the same result as without yielding', async () => {
    expect(await inTurns(steps(50), undefined, 0)).toBe('the end')
    expect(atOnce(steps(50))).toBe('the end')
    expect(await inTurns(steps(0))).toBe('the end')
  })

  it('yields to the event loop, but not after each step', async () => {
    expect(await turnsDuring(inTurns(steps(50), undefined, 0))).toBeGreaterThanOrEqual(50)
    expect(await turnsDuring(inTurns(steps(50), undefined, 60_000))).toBeLessThan(5)
  })

  it('stops when it is aborted', async () => {
    const [done, stop] = [[] as number[], new AbortController()]
    const work = inTurns(steps(1_000, done), stop.signal, 0)
    await new Promise<void>((resolve) => setImmediate(resolve))
    stop.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
    expect(done.length).toBeLessThan(1_000)
  })

  it('fails with the error of a step', async () => {
    const failing = function* (): Generator<void, never> {
      yield
      throw new Error('no layout')
    }
    await expect(inTurns(failing(), undefined, 0)).rejects.toThrow('no layout')
    expect(() => atOnce(failing())).toThrow('no layout')
  })
})
