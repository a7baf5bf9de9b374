import { expect, it } from 'vitest'
import { inBatches } from './index.ts'

/** Work whose completion the test controls. */
function byHand() {
  const groups: string[][] = []
  let open = Promise.withResolvers<void>()
  const write = inBatches(async (items: readonly string[]) => {
    groups.push([...items])
    await open.promise
    if (items.includes('bad')) throw new Error('bad')
  })
  const release = () => {
    open.resolve()
    open = { ...open, promise: Promise.resolve() }
  }
  return { groups, write, release }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('batches items of one tick, and those that arrive during a batch', async () => {
  const { groups, write, release } = byHand()
  const written = ['a', 'b'].map(write)
  await turn()
  expect(groups).toEqual([['a', 'b']])
  written.push(...['c', 'd', 'e'].map(write))
  await turn()
  release()
  await Promise.all(written)
  expect(groups).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
  await write('f')
  expect(groups.at(-1)).toEqual(['f'])
})

it('writes the items before one that fails, and does not try those after it', async () => {
  const { groups, write, release } = byHand()
  const written = ['a', 'b', 'bad', 'c'].map(write)
  release()
  const ends = await Promise.allSettled(written)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(groups).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad']])
  await write('d')
  expect(groups.at(-1)).toEqual(['d'])
})

it('batches at most a hundred items', async () => {
  const { groups, write, release } = byHand()
  const written = Array.from({ length: 251 }, (_, n) => write(String(n)))
  release()
  await Promise.all(written)
  expect(groups.map(({ length }) => length)).toEqual([100, 100, 51])
  expect(groups.flat()).toEqual(Array.from({ length: 251 }, (_, n) => String(n)))
})
