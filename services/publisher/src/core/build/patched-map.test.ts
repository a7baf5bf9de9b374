import { expect, it } from 'vitest'
import { generator } from '../../../test/support/random-edits.ts'
import { patched } from './patched-map.ts'

it('is in everything the map that a copy would be, however often it is patched', () => {
  const random = generator(3)
  let plain = new Map(Array.from({ length: 2_000 }, (_, n) => [`key ${n}`, 'first']))
  let map: ReadonlyMap<string, string> = plain
  for (let n = 0; n < 60; n++) {
    const others = new Map(
      Array.from({ length: random(40) }, () => [`key ${random(2_000)}`, `value ${random(5)}`]),
    )
    const before = [...plain]
    const former = map
    plain = new Map([...plain, ...others])
    map = patched(map, others)
    expect([...map]).toEqual([...plain])
    expect([...former]).toEqual(before)
  }
  expect([map.size, [...map.keys()], [...map.values()]]).toEqual([
    plain.size,
    [...plain.keys()],
    [...plain.values()],
  ])
  expect([map.get('key 7'), map.get('none'), map.has('key 7'), map.has('none')]).toEqual([
    plain.get('key 7'),
    undefined,
    true,
    false,
  ])
  const seen: [string, string][] = []
  map.forEach((value, key) => {
    seen.push([key, value])
  })
  expect(seen).toEqual([...plain])
})

it('copies no large map for a few values', () => {
  let walks = 0
  class Watched extends Map<string, string> {
    override [Symbol.iterator]() {
      walks += 1
      return super[Symbol.iterator]()
    }
  }
  const base = new Watched([['a', '1']])
  walks = 0
  let map: ReadonlyMap<string, string> = base
  for (let n = 0; n < 100; n++) map = patched(map, new Map([['a', String(n)]]))
  expect([map.get('a'), base.get('a'), walks]).toEqual(['99', '1', 0])
})
