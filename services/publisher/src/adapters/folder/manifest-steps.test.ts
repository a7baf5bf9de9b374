import { expect, it } from 'vitest'
import { manifestSteps } from './manifest-steps.ts'

const manifest = (...paths: string[]) => new Map(paths.map((path) => [path, '1']))

it('joins the steps from one generation to another, whatever was made besides', () => {
  const [one, two, three, other] = [manifest('a'), manifest('a'), manifest('a'), manifest('x')]
  const steps = manifestSteps()
  steps.note(one, two, ['a', 'b'])
  steps.note(manifest(), other, ['x'])
  steps.note(two, three, ['b', 'c'])
  expect(steps.between(one, three)).toEqual(new Set(['a', 'b', 'c']))
  expect(steps.between(two, three)).toEqual(new Set(['b', 'c']))
  expect(steps.between(three, three)).toEqual(new Set())
  expect(steps.since(two, three, ['d'])).toEqual(new Set(['b', 'c', 'd']))
  expect(steps.since(other, three, ['d'])).toBeUndefined()
})

it('knows nothing of others, of the way back, and of what is long ago', () => {
  const all = Array.from({ length: 11 }, () => manifest('a'))
  const steps = manifestSteps()
  for (const [n, to] of all.entries()) if (n > 0) steps.note(all[n - 1] as Map<string, string>, to, [`${n}`])
  const between = (from: number, to: number) =>
    steps.between(all[from] as Map<string, string>, all[to] as Map<string, string>)
  expect(between(2, 10)?.size).toBe(8)
  expect(between(1, 10)).toBeUndefined()
  expect(between(10, 9)).toBeUndefined()
  expect(steps.between(manifest('a'), all[10] as Map<string, string>)).toBeUndefined()
})
