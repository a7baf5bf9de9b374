import { describe, expect, it } from 'vitest'
import type { PlannedPage } from '../../pages/planned.ts'
import { Division } from './division.ts'

const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: String(n) })) as unknown as PlannedPage[]
const divided = (all: readonly PlannedPage[], size: number, lent?: readonly number[]) =>
  new Division(
    Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size)),
    lent,
  )
const paths = (some: readonly PlannedPage[] | undefined) => some?.map(({ path }) => Number(path))

describe('the division of a build', () => {
  it('lends from the start and takes from the end, each page once', () => {
    const parts = divided(pages(10), 2)
    expect(paths(parts.lend(0))).toEqual([0, 1])
    expect(paths(parts.take())).toEqual([8, 9])
    expect(parts.lend(4)).toBe(undefined)
    expect(paths(parts.take())).toEqual([6, 7])
    expect(paths(parts.take())).toEqual([4, 5])
    expect(paths(parts.take())).toEqual([2, 3])
  })

  it('takes lent shares after all others, and skips shares without pages', () => {
    const parts = divided(pages(6), 2, [0, 2])
    expect(paths(parts.take())).toEqual([2, 3])
    expect(paths(parts.take())).toEqual([0, 1])
    const [first, second] = [pages(1), pages(1)]
    const withEmpty = new Division([first, [], second])
    expect([withEmpty.take(), withEmpty.take(), withEmpty.take()]).toEqual([second, first, []])
    expect(withEmpty.lend(1)).toBe(undefined)
  })

  it('takes several shares in one call while many remain', () => {
    const parts = divided(pages(100), 1)
    expect(parts.take()).toHaveLength(4)
  })

  it('takes the share that was lent first, without completed pages', () => {
    const all = pages(6)
    const parts = divided(all, 2)
    for (const task of [1, 0, 2]) parts.lend(task)
    expect(all.slice(2, 3).map((page) => parts.complete(page))).toEqual([true])
    expect(paths(parts.take())).toEqual([3])
    expect(paths(parts.take())).toEqual([0, 1])
    expect(paths(parts.take())).toEqual([4, 5])
    expect(parts.take()).toEqual([])
  })

  it('lends a redelivered task again unless it is completed', () => {
    const all = pages(4)
    const parts = divided(all, 2)
    expect(paths(parts.lend(0))).toEqual([0, 1])
    expect(paths(parts.lend(0))).toEqual([0, 1])
    for (const page of all.slice(0, 2)) parts.complete(page)
    expect(parts.lend(0)).toBe(undefined)
    expect(parts.lend(7)).toBe(undefined)
  })

  it('takes returned shares first', () => {
    const parts = divided(pages(4), 2)
    parts.lend(0)
    parts.lend(1)
    parts.giveBack(1)
    expect(paths(parts.take())).toEqual([2, 3])
  })

  it('takes pages again that were taken, not completed and put back', () => {
    const [page, ...rest] = pages(2)
    const parts = divided([page as PlannedPage, ...rest], 2)
    expect(paths(parts.take())).toEqual([0, 1])
    expect(parts.complete(page as PlannedPage)).toBe(true)
    expect(parts.complete(page as PlannedPage)).toBe(false)
    parts.putBack()
    expect(paths(parts.take())).toEqual([1])
  })
})
