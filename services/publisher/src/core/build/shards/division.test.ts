import { describe, expect, it } from 'vitest'
import type { PlannedPage } from '../../pages/planned.ts'
import { division } from './division.ts'

const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: String(n) })) as unknown as PlannedPage[]
const paths = (some: readonly PlannedPage[] | undefined) => some?.map(({ path }) => Number(path))

describe('the division of a generation', () => {
  it('gives the beginning to others and the end to this publisher, each page once', () => {
    const parts = division(pages(10), 2)
    expect(parts.tasks).toBe(5)
    expect(paths(parts.lend(0))).toEqual([0, 1])
    expect(paths(parts.take())).toEqual([8, 9])
    expect(parts.lend(4)).toBe(undefined)
    expect(paths(parts.take())).toEqual([6, 7])
    expect(paths(parts.take())).toEqual([4, 5])
    expect(paths(parts.take())).toEqual([2, 3])
  })

  it('takes several shares at once while there are many', () => {
    const parts = division(pages(100), 1)
    expect(parts.take()).toHaveLength(4)
  })

  it('lets this publisher take what others have had for longest, without what they have handed in', () => {
    const all = pages(6)
    const parts = division(all, 2)
    for (const task of [1, 0, 2]) parts.lend(task)
    expect(all.slice(2, 3).map(parts.settle)).toEqual([true])
    expect(paths(parts.take())).toEqual([3])
    expect(paths(parts.take())).toEqual([0, 1])
    expect(paths(parts.take())).toEqual([4, 5])
    expect(parts.take()).toEqual([])
  })

  it('lends a task again whose ticket comes again, unless it is done', () => {
    const all = pages(4)
    const parts = division(all, 2)
    expect(paths(parts.lend(0))).toEqual([0, 1])
    expect(paths(parts.lend(0))).toEqual([0, 1])
    for (const page of all.slice(0, 2)) parts.settle(page)
    expect(parts.lend(0)).toBe(undefined)
    expect(parts.lend(7)).toBe(undefined)
  })

  it('takes first what others gave back', () => {
    const parts = division(pages(4), 2)
    parts.lend(0)
    parts.lend(1)
    parts.giveBack(1)
    expect(paths(parts.take())).toEqual([2, 3])
  })

  it('gives what was taken and not settled once more', () => {
    const [page, ...rest] = pages(2)
    const parts = division([page as PlannedPage, ...rest], 2)
    expect(paths(parts.take())).toEqual([0, 1])
    expect(parts.settle(page as PlannedPage)).toBe(true)
    expect(parts.settle(page as PlannedPage)).toBe(false)
    parts.putBack()
    expect(paths(parts.take())).toEqual([1])
  })
})
