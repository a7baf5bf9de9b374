import { expect, it } from 'vitest'
import { streamSlots } from './stream-slots.ts'

it('limits the streams of a user, and releases each slot once', () => {
  const places = streamSlots(2)
  const [first] = [places.take('a'), places.take('a')]
  expect(() => places.take('a')).toThrow(
    expect.objectContaining({ kind: 'limited', code: 'TOO_MANY_STREAMS' }),
  )
  places.take('b')
  first()
  first()
  places.take('a')
  expect(() => places.take('a')).toThrow('2')
})
