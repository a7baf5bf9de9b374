import { describe, expect, it } from 'vitest'
import { type FairQueue, fairQueue, type Place } from './fair-queue.ts'

const untrusted = (line: string): Place => ({ line, isTrusted: false })
const trusted = (line: string): Place => ({ line, isTrusted: true })
const drain = (queue: FairQueue<string>): string[] => {
  const order: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) order.push(item)
  return order
}
const fill = (queue: FairQueue<string>, line: string, items: number): (string | undefined)[] =>
  Array.from({ length: items }, (_, n) => queue.add(`${line}${n + 1}`, untrusted(line)))

describe('the fair queue', () => {
  it('serves the lines round-robin, and the items of each line in order', () => {
    const queue = fairQueue<string>({ total: 20, line: 10 })
    fill(queue, 'a', 4)
    fill(queue, 'b', 2)
    fill(queue, 'c', 1)
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
    expect(queue.size()).toBe(0)
  })

  it('serves trusted lines first, but one untrusted item after every three trusted items', () => {
    const queue = fairQueue<string>({ total: 20, line: 10 })
    fill(queue, 'a', 2)
    for (const item of ['d1', 'd2', 'd3', 'd4', 'd5']) queue.add(item, trusted('d'))
    expect(drain(queue)).toEqual(['d1', 'd2', 'd3', 'a1', 'd4', 'd5', 'a2'])
  })

  it('rejects the newest item of a line that is too long', () => {
    const queue = fairQueue<string>({ total: 20, line: 2 })
    expect(fill(queue, 'a', 3)).toEqual([undefined, undefined, 'a3'])
    expect(drain(queue)).toEqual(['a1', 'a2'])
  })

  it('removes the newest item of the longest line if the queue is full', () => {
    const queue = fairQueue<string>({ total: 5, line: 10 })
    fill(queue, 'a', 3)
    fill(queue, 'b', 2)
    expect(queue.add('quiet', untrusted('quiet'))).toBe('a3')
    // Now lines a and b have the same length, so a new item of either is rejected itself.
    expect(queue.add('b3', untrusted('b'))).toBe('b3')
    expect(queue.add('a3', untrusted('a'))).toBe('a3')
    expect(drain(queue)).toEqual(['a1', 'b1', 'quiet', 'a2', 'b2'])
  })

  it('never displaces a trusted item for untrusted ones', () => {
    const queue = fairQueue<string>({ total: 2, line: 2 })
    queue.add('d1', trusted('d'))
    queue.add('d2', trusted('d'))
    expect(fill(queue, 'a', 4)).toEqual([undefined, undefined, 'a3', 'a4'])
    expect(queue.add('e1', trusted('e'))).toBe('d2')
    expect(drain(queue)).toEqual(['d1', 'e1', 'a1', 'a2'])
  })

  it('removes an item that is cancelled', () => {
    const queue = fairQueue<string>({ total: 5, line: 5 })
    fill(queue, 'a', 2)
    queue.add('d1', trusted('d'))
    expect([queue.remove('a1'), queue.remove('a1'), queue.remove('d1'), queue.remove('x')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([queue.size(), drain(queue)]).toEqual([1, ['a2']])
  })

  it('serves a flood of single-item lines without retaining them', () => {
    const queue = fairQueue<string>({ total: 1000, line: 5 })
    for (let n = 0; n < 5000; n++) queue.add(`item${n}`, untrusted(`line${n}`))
    expect(queue.size()).toBe(1000)
    expect(drain(queue)).toHaveLength(1000)
    expect(queue.size()).toBe(0)
  })
})
