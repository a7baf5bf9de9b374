import { expect, it } from 'vitest'
import { inBatches } from './index.ts'

/** A batched writer that blocks until `release` is called. */
function blockedWriter() {
  const groups: string[][] = []
  let gate = Promise.withResolvers<void>()
  const write = inBatches(async (items: readonly string[]) => {
    groups.push([...items])
    await gate.promise
    if (items.includes('bad')) throw new Error('bad')
  })
  const release = () => {
    gate.resolve()
    gate = { ...gate, promise: Promise.resolve() }
  }
  return { groups, write, release }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('batches the items of one tick, and those added while a batch is being written', async () => {
  const { groups, write, release } = blockedWriter()
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

it('writes the items before a failing one and skips those after it', async () => {
  const { groups, write, release } = blockedWriter()
  const written = ['a', 'b', 'bad', 'c'].map(write)
  release()
  const results = await Promise.allSettled(written)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(groups).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad']])
  await write('d')
  expect(groups.at(-1)).toEqual(['d'])
})

it('batches at most a hundred items', async () => {
  const { groups, write, release } = blockedWriter()
  const written = Array.from({ length: 251 }, (_, n) => write(String(n)))
  release()
  await Promise.all(written)
  expect(groups.map(({ length }) => length)).toEqual([100, 100, 51])
  expect(groups.flat()).toEqual(Array.from({ length: 251 }, (_, n) => String(n)))
})
