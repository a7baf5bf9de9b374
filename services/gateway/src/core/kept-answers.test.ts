import { expect, test } from 'vitest'
import { expectRefusedInTime } from '../../test/never-answered.ts'
import { keptAnswers } from './kept-answers.ts'

const minute = 60_000

/** Something that changes, and a reader that counts how often it is read. */
function changing(maxBytes = 1600) {
  const state = { version: 0, value: 'a', reads: 0, now: new Date(0) }
  const answers = keptAnswers<{ value: string; size: number }>({
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

test('what is unchanged is made once', async () => {
  const { state, ask } = changing()
  expect([await ask(), await ask(), await ask()]).toEqual(['a', 'a', 'a'])
  expect(state.reads).toBe(1)
})

test('a change is seen by the next question', async () => {
  const { state, ask } = changing()
  await ask()
  Object.assign(state, { value: 'b', version: 1 })
  expect(await ask()).toBe('b')
  expect(await ask()).toBe('b')
  expect(state.reads).toBe(2)
})

test('an answer that was made while things changed is not kept beyond the change', async () => {
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

test('an answer made at a version that has passed unnoticed is not used', async () => {
  const { state, ask } = changing()
  await ask('other')
  Object.assign(state, { value: 'b', version: 1 })
  expect(await ask()).toBe('b')
  Object.assign(state, { value: 'c', version: 2 })
  expect(await ask()).toBe('c')
})

test('a version that nobody asked for in an hour proves nothing', async () => {
  const { state, ask } = changing()
  await ask()
  Object.assign(state, { value: 'b', now: new Date(61 * minute) })
  expect(await ask()).toBe('b')
})

test('the longest unused goes when there is too much', async () => {
  // An answer of 50 bytes with its key takes 60 to 62.
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

test('keys count as much as answers do', async () => {
  const { state, ask } = changing()
  const long = 'k'.repeat(20)
  await ask(long)
  for (let n = 0; n < 20; n++) await ask(`${long} ${n}`)
  await ask(long)
  expect(state.reads).toBe(22)
})

test('an answer with too long a key is not kept', async () => {
  const { state, ask } = changing()
  const long = 'k'.repeat(100)
  await ask(long)
  await ask(long)
  expect(state.reads).toBe(2)
})

test('a failure of the check or of the making is told, and not kept', async () => {
  let fails = true
  const answers = keptAnswers<{ size: number }>({
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

test('a version that nobody answers is waited for no longer than a read may take, behind another question too', async () => {
  const options = {
    version: () => new Promise<number>(() => undefined),
    clock: () => new Date(0),
    maxBytes: 1600,
  }
  const { answer } = keptAnswers<{ size: number }>(options)
  await expectRefusedInTime(() => answer('key', async () => ({ size: 50 })))
})
