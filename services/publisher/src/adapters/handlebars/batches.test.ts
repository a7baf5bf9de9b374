import { describe, expect, it } from 'vitest'
import { batchesOf, batchLimit } from './batches.ts'

const pages = (count: number) => Array.from({ length: count }, (_, number) => number)

/** The batches that each process receives; `order` returns the process that requests the next batch. */
function requestedBatches(count: number, processes: number, order: (turn: number) => number): number[][][] {
  const batches = batchesOf(pages(count), processes)
  const perProcess = Array.from({ length: processes }, (): number[][] => [])
  const done = new Set<number>()
  for (let turn = 0; done.size < processes; turn++) {
    const processIndex = order(turn)
    const batch = batches.next(processIndex)
    if (batch) perProcess[processIndex]?.push([...batch])
    else done.add(processIndex)
  }
  return perProcess
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
  ])('contain all %i pages once, for %i processes in any order', (count, processes) => {
    const size = Math.min(64, Math.max(32, Math.ceil(count / processes)))
    for (const order of [
      (turn: number) => turn % processes,
      (turn: number) => Math.floor(turn / 5) % processes,
    ]) {
      const all = requestedBatches(count, processes, order).flat()
      expect(all.flat().sort((a, b) => a - b)).toEqual(pages(count))
      expect(all.length).toBe(Math.ceil(count / size))
    }
  })

  it('are contiguous for each process while all processes are equally fast', () => {
    const [first = [], second = []] = requestedBatches(1_280, 2, (turn) => turn % 2)
    expect(first.flat()).toEqual(pages(640))
    expect(second.flat()).toEqual(pages(1_280).slice(640))
  })

  it('are taken over from a slow process, starting with its last one', () => {
    const batches = batchesOf(pages(640), 2)
    const fast = Array.from({ length: 10 }, () => batches.next(1)?.[0])
    expect(fast).toEqual([320, 384, 448, 512, 576, 256, 192, 128, 64, 0])
    expect(batches.next(0)).toBeUndefined()
  })

  it('hold 32 to 64 pages, divided evenly between few processes', () => {
    const sizes = (count: number, processes: number) =>
      requestedBatches(count, processes, (turn) => turn % processes).map((perProcess) =>
        perProcess.map(({ length }) => length),
      )
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
])('a batch of %i pages has a time limit of %i ms, if 32 pages have 5,000 ms', (pages, limit) => {
  expect(batchLimit(5_000, pages)).toBe(limit)
})
