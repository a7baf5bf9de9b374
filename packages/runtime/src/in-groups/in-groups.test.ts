import { expect, it } from 'vitest'
import { inGroups } from './index.ts'

/** Work that is done when the test says so. */
function byHand() {
  const groups: string[][] = []
  let open = Promise.withResolvers<void>()
  const write = inGroups(async (items: readonly string[]) => {
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

it('takes those together that come in one turn, and those that come meanwhile', async () => {
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

it('writes what stands before one that can not be written, and tries nothing behind it', async () => {
  const { groups, write, release } = byHand()
  const written = ['a', 'b', 'bad', 'c'].map(write)
  release()
  const ends = await Promise.allSettled(written)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(groups).toEqual([['a', 'b', 'bad', 'c'], ['a'], ['b'], ['bad']])
  await write('d')
  expect(groups.at(-1)).toEqual(['d'])
})

it('takes no more than a hundred at once', async () => {
  const { groups, write, release } = byHand()
  const written = Array.from({ length: 251 }, (_, n) => write(String(n)))
  release()
  await Promise.all(written)
  expect(groups.map(({ length }) => length)).toEqual([100, 100, 51])
  expect(groups.flat()).toEqual(Array.from({ length: 251 }, (_, n) => String(n)))
})
