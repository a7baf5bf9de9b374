import { expect, it } from 'vitest'
import { streamPlaces } from './stream-places.ts'

it('a user has so many places, and gets each back once', () => {
  const places = streamPlaces(2)
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
