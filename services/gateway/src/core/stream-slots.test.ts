import { expect, it } from 'vitest'
import { streamSlots } from './stream-slots.ts'

it('limits the streams of a user, and releases each slot at most once', () => {
  const slots = streamSlots(2)
  const [first] = [slots.take('a'), slots.take('a')]
  expect(() => slots.take('a')).toThrow(
    expect.objectContaining({ kind: 'limited', code: 'TOO_MANY_STREAMS' }),
  )
  slots.take('b')
  first()
  first()
  slots.take('a')
  expect(() => slots.take('a')).toThrow('2')
})
