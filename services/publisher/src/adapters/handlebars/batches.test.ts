import { describe, expect, it } from 'vitest'
import { batchesOf, batchLimit } from './batches.ts'

const pages = (count: number) => Array.from({ length: count }, (_, number) => number)

/** Batches of each process. The processes request batches in this order until all are assigned. */
function handedOut(count: number, processes: number, order: (turn: number) => number): number[][][] {
  const batches = batchesOf(pages(count), processes)
  const got = Array.from({ length: processes }, (): number[][] => [])
  const done = new Set<number>()
  for (let turn = 0; done.size < processes; turn++) {
    const place = order(turn)
    const some = batches.next(place)
    if (some) got[place]?.push([...some])
    else done.add(place)
  }
  return got
}

describe('the batches of several processes', () => {
  it.each([
    [0, 2],
    [1, 2],
    [32, 3],
    [33, 2],
    [1_000, 1],
    [1_000, 2],
    [1_000, 7],
    [64, 64],
  ])('are all %i pages once, over %i processes, in any order', (count, processes) => {
    const size = Math.min(64, Math.max(32, Math.ceil(count / processes)))
    for (const order of [
      (turn: number) => turn % processes,
      (turn: number) => Math.floor(turn / 5) % processes,
    ]) {
      const all = handedOut(count, processes, order).flat()
      expect(all.flat().sort((a, b) => a - b)).toEqual(pages(count))
      expect(all.length).toBe(Math.ceil(count / size))
    }
  })

  it('of each process are neighbours while all are equally fast', () => {
    const [first = [], second = []] = handedOut(1_280, 2, (turn) => turn % 2)
    expect(first.flat()).toEqual(pages(640))
    expect(second.flat()).toEqual(pages(1_280).slice(640))
  })

  it('of a slow process are taken over from the end', () => {
    const batches = batchesOf(pages(640), 2)
    const quick = Array.from({ length: 10 }, () => batches.next(1)?.[0])
    expect(quick).toEqual([320, 384, 448, 512, 576, 256, 192, 128, 64, 0])
    expect(batches.next(0)).toBeUndefined()
  })

  it('hold 64 pages, and 32 where each process would have fewer', () => {
    const sizes = (count: number, processes: number) =>
      handedOut(count, processes, (turn) => turn % processes).map((got) => got.map(({ length }) => length))
    expect(sizes(33, 1)).toEqual([[33]])
    expect(sizes(40, 2)).toEqual([[32], [8]])
    expect(sizes(100, 2)).toEqual([[50], [50]])
    expect(sizes(300, 2)).toEqual([
      [64, 64, 64],
      [64, 44],
    ])
  })
})

it.each([
  [1, 5_000],
  [32, 5_000],
  [64, 10_000],
])('the limit of a batch of %i pages is %i ms of 5,000 ms for 32', (pages, limit) => {
  expect(batchLimit(5_000, pages)).toBe(limit)
})
