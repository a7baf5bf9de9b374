import { expect, test } from 'vitest'
import { expectRefusedInTime } from '../../test/never-answered.ts'
import { responseCache } from './response-cache.ts'

const minute = 60_000

/** A value that changes, and a reader that counts its calls. */
function changing(maxBytes = 1600) {
  const state = { version: 0, value: 'a', reads: 0, now: new Date(0) }
  const answers = responseCache<{ value: string; size: number }>({
    version: async () => state.version,
    clock: () => state.now,
    maxBytes,
  })
  const read = async () => {
    state.reads++
    return { value: state.value, size: 50 }
  }
  const ask = async (key = 'key') => (await answers.answer(key, read)).value
  return { state, answers, ask }
}

test('unchanged content is read once', async () => {
  const { state, ask } = changing()
  expect([await ask(), await ask(), await ask()]).toEqual(['a', 'a', 'a'])
  expect(state.reads).toBe(1)
})

test('a change is visible in the next call', async () => {
  const { state, ask } = changing()
  await ask()
  Object.assign(state, { value: 'b', version: 1 })
  expect(await ask()).toBe('b')
  expect(await ask()).toBe('b')
  expect(state.reads).toBe(2)
})

test('a response that was built during a change is not cached', async () => {
  const { state, answers, ask } = changing()
  await ask('other')
  await answers.answer('key', async () => {
    const early = { value: state.value, size: 50 }
    Object.assign(state, { value: 'b', version: 1 })
    await ask('other')
    return early
  })
  expect(await ask()).toBe('b')
})

test('a response for an outdated version is not used', async () => {
  const { state, ask } = changing()
  await ask('other')
  Object.assign(state, { value: 'b', version: 1 })
  expect(await ask()).toBe('b')
  Object.assign(state, { value: 'c', version: 2 })
  expect(await ask()).toBe('c')
})

test('a version that was not checked for an hour is not trusted', async () => {
  const { state, ask } = changing()
  await ask()
  Object.assign(state, { value: 'b', now: new Date(61 * minute) })
  expect(await ask()).toBe('b')
})

test('the least recently used response is evicted first', async () => {
  // A response of 50 bytes takes 60 to 62 bytes together with its key.
  const { state, ask } = changing(1000)
  for (let n = 0; n < 16; n++) await ask(`key ${n}`)
  await ask('key 0')
  await ask('key 16')
  expect(state.reads).toBe(17)
  await ask('key 0')
  expect(state.reads).toBe(17)
  await ask('key 1')
  expect(state.reads).toBe(18)
})

test('keys count towards the size', async () => {
  const { state, ask } = changing()
  const long = 'k'.repeat(20)
  await ask(long)
  for (let n = 0; n < 20; n++) await ask(`${long} ${n}`)
  await ask(long)
  expect(state.reads).toBe(22)
})

test('a response with too long a key is not cached', async () => {
  const { state, ask } = changing()
  const long = 'k'.repeat(100)
  await ask(long)
  await ask(long)
  expect(state.reads).toBe(2)
})

test('failures are reported and not cached', async () => {
  let fails = true
  const answers = responseCache<{ size: number }>({
    version: async () => {
      if (fails) throw new Error('away')
      return 1
    },
    clock: () => new Date(0),
    maxBytes: 1600,
  })
  await expect(answers.answer('key', async () => ({ size: 1 }))).rejects.toThrow('away')
  fails = false
  await expect(answers.answer('key', () => Promise.reject(new Error('not found')))).rejects.toThrow(
    'not found',
  )
  expect(await answers.answer('key', async () => ({ size: 2 }))).toEqual({ size: 2 })
})

test('a version check has the deadline of a read, even if it waits for another call first', async () => {
  const options = {
    version: () => new Promise<number>(() => undefined),
    clock: () => new Date(0),
    maxBytes: 1600,
  }
  const { answer } = responseCache<{ size: number }>(options)
  await expectRefusedInTime(() => answer('key', async () => ({ size: 50 })))
})
