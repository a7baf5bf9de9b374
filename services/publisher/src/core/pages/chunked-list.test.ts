import { expect, it } from 'vitest'
import { ChunkedList, chunkLength } from './chunked-list.ts'

const numbers = (length: number) => Array.from({ length }, (_, n) => n)

it.each([0, 1, chunkLength, chunkLength + 1, 3 * chunkLength - 1])(
  'a chunked list has the items of an array of %d items',
  (length) => {
    const list = ChunkedList.of(numbers(length))
    const visited: number[] = []
    list.forEach((item, index) => {
      visited.push(item, index)
    })
    expect([...list]).toEqual(numbers(length))
    expect(visited).toEqual(numbers(length).flatMap((n) => [n, n]))
    expect([list.length, list.at(length - 1), list.at(length)]).toEqual([
      length,
      length > 0 ? length - 1 : undefined,
      undefined,
    ])
  },
)

it('a changed copy has the other items, and the original stays the same', () => {
  const list = ChunkedList.of(numbers(1_200))
  const changed = list.with(
    new Map([
      [3, -3],
      [4, -4],
      [1_199, -1_199],
    ]),
  )
  expect([...list]).toEqual(numbers(1_200))
  expect([...changed]).toEqual(numbers(1_200).map((n) => ([3, 4, 1_199].includes(n) ? -n : n)))
  expect([changed.at(4), changed.at(5), changed.length]).toEqual([-4, 5, 1_200])
  expect(list.with(new Map())).toBe(list)
})

it.each([-1, 3, 700])('index %d outside a list of three items is refused', (index) => {
  expect(() => ChunkedList.of([1, 2, 3]).with(new Map([[index, 9]]))).toThrow(RangeError)
})

it('changes are the items that another list lacks at the same index', () => {
  const list = ChunkedList.of(numbers(1_200))
  const changesOf = (one: ChunkedList<number>, other: ChunkedList<number>) => {
    const changes: (readonly [number, number, number | undefined])[] = []
    one.forEachChange(other, (item, index, before) => {
      changes.push([item, index, before])
    })
    return changes
  }
  const changed = list.with(new Map([[700, -700]])).with(new Map([[2, 2]]))
  expect(changesOf(changed, list)).toEqual([[-700, 700, 700]])
  expect(changesOf(ChunkedList.of(numbers(1_200)), list)).toEqual([])
  expect(changesOf(list, ChunkedList.of(numbers(1_198)))).toEqual([
    [1_198, 1_198, undefined],
    [1_199, 1_199, undefined],
  ])
  expect(changesOf(ChunkedList.of([0, 9]), list)).toEqual([[9, 1, 1]])
})
